import { type AnyValue, isSpanId, isTraceId, type LogRecord } from '../telemetry/index.js';
import { toAnyValue, toAttributes } from './attribute-value.js';
import type { ResourceLike, ScopeLike, SpanContextLike } from './readable-span.js';
import { toResource, toScope } from './resource-record.js';
import { lost, toTime } from './span-record.js';

/** What the processor reads of a log record: ReadableLogRecord of the SDK's logs 0.2xx and 3.x, as a structural type. */
export interface ReadableLogLike {
  readonly hrTime: unknown;
  readonly hrTimeObserved: unknown;
  readonly spanContext?: SpanContextLike | undefined;
  readonly severityNumber?: number | undefined;
  readonly severityText?: string | undefined;
  readonly eventName?: string | undefined;
  readonly body?: unknown;
  readonly attributes: unknown;
  readonly droppedAttributesCount?: number | undefined;
  readonly resource: ResourceLike;
  readonly instrumentationScope?: ScopeLike | undefined;
}

/** Name of an event before log records had a field for it. */
const EVENT_NAME_ATTRIBUTE = 'event.name';

/**
 * Copies a log record of any SDK, so that what later processors change does not reach it; `undefined` when it is none. Never throws.
 */
export function toLogRecord(log: unknown): LogRecord | undefined {
  try {
    return isLog(log) ? logRecord(log) : undefined;
  } catch {
    return undefined;
  }
}

function isLog(log: unknown): log is ReadableLogLike {
  return typeof log === 'object' && log !== null && 'hrTime' in log && 'attributes' in log;
}

function logRecord(log: ReadableLogLike): LogRecord {
  const { traceId, spanId, traceFlags } = log.spanContext ?? {};
  const attributes = toAttributes(log.attributes);
  const body: AnyValue | undefined = toAnyValue(log.body);
  const eventName = log.eventName || attributes[EVENT_NAME_ATTRIBUTE];
  const droppedAttributesCount = lost(log.droppedAttributesCount);
  return {
    signal: 'log',
    ...(isTraceId(traceId) && { traceId }),
    ...(isTraceId(traceId) && isSpanId(spanId) && { spanId }),
    time: toTime(log.hrTime),
    observedTime: toTime(log.hrTimeObserved),
    ...(typeof eventName === 'string' && eventName !== '' && { eventName }),
    ...(typeof log.severityNumber === 'number' && { severityNumber: log.severityNumber }),
    ...(typeof log.severityText === 'string' && { severityText: log.severityText }),
    ...(body !== undefined && { body }),
    attributes,
    ...(traceFlags !== undefined && { flags: traceFlags }),
    ...(droppedAttributesCount && { droppedAttributesCount }),
    resource: toResource(log.resource),
    scope: toScope(log.instrumentationScope),
  };
}
