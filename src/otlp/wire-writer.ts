import type {
  AnyValue,
  Attributes,
  HrTime,
  Resource,
  Scope,
  SpanEvent,
  SpanLink,
  SpanRecord,
} from '../telemetry/index.js';
import { isMap, SPAN_KINDS, STATUS_CODES, toNanos } from '../telemetry/index.js';
import { encodeBase64 } from './base64.js';

/** An object of OTLP's JSON encoding. */
export type WireObject = Record<string, unknown>;

/** How ids are written: as hex in JSON, as bytes in protobuf. */
export type IdWriter = (hex: string) => unknown;

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** A span as OTLP/JSON has it: absent members instead of empty ones, enums as integers, 64-bit integers as decimal text. */
export function writeSpan(span: SpanRecord, id: IdWriter): WireObject {
  return compact({
    traceId: id(span.traceId),
    spanId: id(span.spanId),
    traceState: text(span.traceState),
    parentSpanId: span.parentSpanId === undefined ? undefined : id(span.parentSpanId),
    flags: span.flags,
    name: text(span.name),
    kind: SPAN_KINDS.indexOf(span.kind) || undefined,
    startTimeUnixNano: time(span.startTime),
    endTimeUnixNano: time(span.endTime),
    attributes: writeAttributes(span.attributes),
    droppedAttributesCount: span.droppedAttributesCount,
    events: list(span.events.map(writeEvent)),
    droppedEventsCount: span.droppedEventsCount,
    links: list(span.links.map((link) => writeLink(link, id))),
    droppedLinksCount: span.droppedLinksCount,
    status: object({ message: text(span.status.message), code: STATUS_CODES.indexOf(span.status.code) || undefined }),
  });
}

/** A resource; undefined when there is nothing to say about it. */
export function writeResource(resource: Resource): WireObject | undefined {
  return object({
    attributes: writeAttributes(resource.attributes),
    droppedAttributesCount: resource.droppedAttributesCount,
  });
}

/** An instrumentation scope; undefined when there is nothing to say about it. */
export function writeScope(scope: Scope): WireObject | undefined {
  return object({
    name: text(scope.name),
    version: text(scope.version),
    attributes: writeAttributes(scope.attributes),
    droppedAttributesCount: scope.droppedAttributesCount,
  });
}

/** The object without its absent members. */
export function compact(members: WireObject): WireObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Well-formed text (a lone surrogate becomes U+FFFD); undefined when it is empty. */
export function text(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : wellFormed(value);
}

function object(members: WireObject): WireObject | undefined {
  const present = compact(members);
  return Object.keys(present).length === 0 ? undefined : present;
}

function list<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length === 0 ? undefined : items;
}

function time(value: HrTime | undefined): string | undefined {
  return value === undefined ? undefined : String(toNanos(value));
}

function writeEvent(event: SpanEvent): WireObject {
  return compact({
    timeUnixNano: time(event.time),
    name: text(event.name),
    attributes: writeAttributes(event.attributes),
    droppedAttributesCount: event.droppedAttributesCount,
  });
}

function writeLink(link: SpanLink, id: IdWriter): WireObject {
  return compact({
    traceId: id(link.traceId),
    spanId: id(link.spanId),
    traceState: text(link.traceState),
    attributes: writeAttributes(link.attributes),
    droppedAttributesCount: link.droppedAttributesCount,
    flags: link.flags,
  });
}

function writeAttributes(attributes: Attributes | undefined): readonly WireObject[] | undefined {
  return list(pairs(attributes ?? {}));
}

function pairs(map: Attributes): readonly WireObject[] {
  return Object.entries(map).map(([key, value]) => ({ key: wellFormed(key), value: writeAnyValue(value) }));
}

/** An AnyValue. Integers beyond 64 bits, which OTLP does not have, become text; so no digit is lost. */
function writeAnyValue(value: AnyValue): WireObject {
  if (value === null) return {};
  if (typeof value === 'string') return { stringValue: wellFormed(value) };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'bigint') {
    return value >= INT64_MIN && value <= INT64_MAX ? { intValue: String(value) } : { stringValue: String(value) };
  }
  if (typeof value === 'number') return writeNumber(value);
  if (value instanceof Uint8Array) return { bytesValue: encodeBase64(value) };
  if (isMap(value)) return { kvlistValue: compact({ values: list(pairs(value)) }) };
  return { arrayValue: compact({ values: list(value.map(writeAnyValue)) }) };
}

function writeNumber(value: number): WireObject {
  if (Object.is(value, -0)) return { doubleValue: '-0' };
  if (Number.isSafeInteger(value)) return { intValue: String(value) };
  return { doubleValue: Number.isFinite(value) ? value : String(value) };
}

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

function wellFormed(value: string): string {
  return value.replace(LONE_SURROGATE, '\uFFFD');
}
