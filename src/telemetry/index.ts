export {
  type AnyValue,
  type AnyValueMap,
  type Attributes,
  isMap,
  isPlainObject,
  newMap,
  own,
  text,
} from './any-value.js';
export { approximateBytes } from './approximate-bytes.js';
export { describeOrigin, OtelVconError, type OtelVconErrorOptions } from './error.js';
export { forgetOldest } from './forget-oldest.js';
export { groupBy, push } from './group-by.js';
export { isSpanId, isTraceId } from './ids.js';
export { type JsonObject, type JsonValue, parseJson, stringifyJson } from './json-text.js';
export { type Notice, type NoticeCount, NoticeCounter, type NoticeSink } from './notice.js';
export {
  type LogRecord,
  type RecordOrigin,
  type Resource,
  type Scope,
  SPAN_KINDS,
  type SpanEvent,
  type SpanKind,
  type SpanLink,
  type SpanRecord,
  type SpanStatus,
  STATUS_CODES,
  type StatusCode,
  type TelemetryRecord,
} from './record.js';
export type { TellingText } from './telling-text.js';
export {
  compareTime,
  earlier,
  fromMillis,
  fromNanos,
  type HrTime,
  later,
  setTime,
  toMillis,
  toNanos,
} from './time.js';
export type { Writable } from './writable.js';
