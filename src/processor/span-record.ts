import {
  type Attributes,
  type HrTime,
  isSpanId,
  isTraceId,
  newMap,
  SPAN_KINDS,
  type SpanEvent,
  type SpanKind,
  type SpanLink,
  type SpanRecord,
  STATUS_CODES,
  setTime,
  type Writable,
} from '../telemetry/index.js';
import { toAttributes } from './attribute-value.js';
import type { LinkLike, ReadableSpanLike, SpanContextLike, TimedEventLike } from './readable-span.js';
import { toResource, toScope } from './resource-record.js';
import { SpanCopy } from './span-copy.js';

/** In SDK 2.x `attributes` of an unchanged span event are often this: no attributes at all. */
const NO_ATTRIBUTES: Attributes = newMap();
const NO_EVENTS: readonly SpanEvent[] = [];
const NO_LINKS: readonly SpanLink[] = [];

/**
 * A span of any SDK as a record; `undefined` when it is none: no valid trace id and span id (W3C: zero ids are invalid), or
 * members of other types. Never throws. A span that has not ended has no `endTime`.
 */
export function toSpanRecord(span: unknown): SpanRecord | undefined {
  try {
    return isSpan(span) ? spanRecord(span) : undefined;
  } catch {
    return undefined;
  }
}

/** The SDK's SpanKind numbers start with INTERNAL = 0; OTLP's with UNSPECIFIED = 0. */
export function spanKind(sdkKind: number): SpanKind {
  return SPAN_KINDS[sdkKind + 1] ?? 'unspecified';
}

/** A time as the SDKs hold it, `[seconds, nanoseconds]`; `undefined` when it is not set or is no time. */
export function toTime(time: unknown): HrTime | undefined {
  if (!Array.isArray(time)) return undefined;
  const [seconds, nanos]: unknown[] = time;
  if (!isCount(seconds) || !isCount(nanos)) return undefined;
  return setTime(nanos < 1e9 ? [seconds, nanos] : [seconds + Math.floor(nanos / 1e9), nanos % 1e9]);
}

/** A count of lost items, when there are any. */
export function lost(count: number | undefined): number | undefined {
  return typeof count === 'number' && count > 0 ? count : undefined;
}

function isSpan(span: unknown): span is ReadableSpanLike {
  return (
    typeof span === 'object' &&
    span !== null &&
    'spanContext' in span &&
    typeof span.spanContext === 'function' &&
    'name' in span &&
    typeof span.name === 'string'
  );
}

function spanRecord(span: ReadableSpanLike): SpanRecord | undefined {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  if (!isTraceId(traceId) || !isSpanId(spanId)) return undefined;
  const parentSpanId = span.parentSpanContext?.spanId ?? span.parentSpanId;
  const record: Writable<SpanRecord> = {
    signal: 'span',
    traceId,
    spanId,
    name: span.name,
    kind: spanKind(span.kind),
    startTime: toTime(span.startTime),
    endTime: span.ended === false ? undefined : toTime(span.endTime),
    status: status(span.status),
    attributes: span instanceof SpanCopy ? span.attributes : toAttributes(span.attributes),
    events: span.events.length === 0 ? NO_EVENTS : span.events.map(spanEvent),
    links: span.links.length === 0 ? NO_LINKS : span.links.map(spanLink).filter((link) => link !== undefined),
    resource: toResource(span.resource),
    scope: toScope(span.instrumentationScope ?? span.instrumentationLibrary),
  };
  if (isSpanId(parentSpanId)) record.parentSpanId = parentSpanId;
  const state = traceState?.serialize();
  if (state) record.traceState = state;
  if (traceFlags !== undefined) record.flags = wireFlags(traceFlags, span.parentSpanContext);
  const droppedAttributesCount = lost(span.droppedAttributesCount);
  if (droppedAttributesCount !== undefined) record.droppedAttributesCount = droppedAttributesCount;
  const droppedEventsCount = lost(span.droppedEventsCount);
  if (droppedEventsCount !== undefined) record.droppedEventsCount = droppedEventsCount;
  const droppedLinksCount = lost(span.droppedLinksCount);
  if (droppedLinksCount !== undefined) record.droppedLinksCount = droppedLinksCount;
  return record;
}

function status(source: ReadableSpanLike['status'] | undefined): SpanRecord['status'] {
  const code = STATUS_CODES[source?.code ?? 0] ?? 'unset';
  return typeof source?.message === 'string' && source.message !== '' ? { code, message: source.message } : { code };
}

function spanEvent(event: TimedEventLike): SpanEvent {
  const droppedAttributesCount = lost(event.droppedAttributesCount);
  return {
    name: String(event.name),
    time: toTime(event.time),
    attributes: event.attributes === undefined ? NO_ATTRIBUTES : toAttributes(event.attributes),
    ...(droppedAttributesCount && { droppedAttributesCount }),
  };
}

function spanLink(link: LinkLike): SpanLink | undefined {
  const { traceId, spanId, traceFlags, traceState } = link.context;
  if (!isTraceId(traceId) || !isSpanId(spanId)) return undefined;
  const state = traceState?.serialize();
  const droppedAttributesCount = lost(link.droppedAttributesCount);
  return {
    traceId,
    spanId,
    ...(state && { traceState: state }),
    ...(traceFlags !== undefined && { flags: wireFlags(traceFlags, link.context) }),
    attributes: link.attributes === undefined ? NO_ATTRIBUTES : toAttributes(link.attributes),
    ...(droppedAttributesCount && { droppedAttributesCount }),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

/** OTLP span flags (trace.proto, SpanFlags): it is known whether the context is remote, and whether it is. */
const KNOWS_REMOTE = 0x100;
const IS_REMOTE = 0x200;

/** The flags as OTLP has them, so that a span is the same record live and from a file. */
function wireFlags(traceFlags: number, context: SpanContextLike | undefined): number {
  return traceFlags | KNOWS_REMOTE | (context?.isRemote === true ? IS_REMOTE : 0);
}
