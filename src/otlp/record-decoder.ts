import {
  type LogRecord,
  type RecordOrigin,
  type Resource,
  type Scope,
  SPAN_KINDS,
  type SpanEvent,
  type SpanLink,
  type SpanRecord,
  type SpanStatus,
  STATUS_CODES,
  type TelemetryRecord,
  type Writable,
} from '../telemetry/index.js';
import { decodeAnyValue, decodeAttributes } from './any-value.js';
import { decodeCount, decodeEnum, decodeId, decodeSeverity, decodeText, decodeTime, type Report } from './scalar.js';
import type { WireRecord } from './wire.js';

/** The signals whose records are read. */
export type Signal = TelemetryRecord['signal'];

/** What a record belongs to. */
export interface RecordContext {
  readonly resource: Resource;
  readonly scope: Scope;
  readonly origin: RecordOrigin;
}

/** A record that cannot be read; the message says why. It loses only that record. */
export class UnreadableRecord extends Error {}

/**
 * Decodes one span or log record from its wire object.
 *
 * @throws UnreadableRecord when it cannot be told which span it is.
 */
export function decodeRecord(signal: Signal, wire: unknown, context: RecordContext, report: Report): TelemetryRecord {
  if (typeof wire !== 'object' || wire === null || Array.isArray(wire)) throw new UnreadableRecord('it is no object');
  return signal === 'span' ? decodeSpan(wire, context, report) : decodeLog(wire, context, report);
}

function decodeSpan(wire: WireRecord, context: RecordContext, report: Report): SpanRecord {
  const span: Writable<SpanRecord> = {
    signal: 'span',
    traceId: ownId(wire.traceId ?? wire.trace_id, 16, 'trace id'),
    spanId: ownId(wire.spanId ?? wire.span_id, 8, 'span id'),
    name: decodeText(wire.name) ?? '',
    kind: decodeEnum(wire.kind, SPAN_KINDS, 'SPAN_KIND_', 'unspecified', report),
    startTime: decodeTime(wire.startTimeUnixNano ?? wire.start_time_unix_nano, report),
    endTime: decodeTime(wire.endTimeUnixNano ?? wire.end_time_unix_nano, report),
    status: decodeStatus(wire.status, report),
    attributes: decodeAttributes(wire.attributes, report),
    events: objects(wire.events, 'events', report).map((event) => decodeEvent(event, report)),
    links: objects(wire.links, 'links', report).flatMap((link) => decodeLink(link, report)),
    resource: context.resource,
    scope: context.scope,
    origin: context.origin,
  };
  const parent = otherId(wire.parentSpanId ?? wire.parent_span_id, 8, 'parent span id', report);
  const traceState = decodeText(wire.traceState ?? wire.trace_state);
  const flags = decodeCount(wire.flags);
  const events = decodeCount(wire.droppedEventsCount ?? wire.dropped_events_count);
  const links = decodeCount(wire.droppedLinksCount ?? wire.dropped_links_count);
  if (parent !== undefined) span.parentSpanId = parent;
  if (traceState !== undefined) span.traceState = traceState;
  if (flags !== undefined) span.flags = flags;
  if (events !== undefined) span.droppedEventsCount = events;
  if (links !== undefined) span.droppedLinksCount = links;
  return countDropped(span, wire);
}

function decodeLog(wire: WireRecord, context: RecordContext, report: Report): LogRecord {
  const log: Writable<LogRecord> = {
    signal: 'log',
    time: decodeTime(wire.timeUnixNano ?? wire.time_unix_nano, report),
    observedTime: decodeTime(wire.observedTimeUnixNano ?? wire.observed_time_unix_nano, report),
    attributes: decodeAttributes(wire.attributes, report),
    resource: context.resource,
    scope: context.scope,
    origin: context.origin,
  };
  const traceId = otherId(wire.traceId ?? wire.trace_id, 16, 'trace id', report);
  const spanId = otherId(wire.spanId ?? wire.span_id, 8, 'span id', report);
  const eventName = decodeText(wire.eventName ?? wire.event_name);
  const severityNumber = decodeSeverity(wire.severityNumber ?? wire.severity_number);
  const severityText = decodeText(wire.severityText ?? wire.severity_text);
  const flags = decodeCount(wire.flags);
  if (traceId !== undefined) log.traceId = traceId;
  if (spanId !== undefined) log.spanId = spanId;
  if (eventName !== undefined) log.eventName = eventName;
  if (severityNumber !== undefined) log.severityNumber = severityNumber;
  if (severityText !== undefined) log.severityText = severityText;
  if (wire.body !== undefined && wire.body !== null) log.body = decodeAnyValue(wire.body, report);
  if (flags !== undefined) log.flags = flags;
  return countDropped(log, wire);
}

/** The resource of a ResourceSpans or ResourceLogs; absent is one without attributes. */
export function decodeResource(wire: unknown, schemaUrl: unknown, report: Report): Resource {
  const source = wireObject(wire);
  const resource: Writable<Resource> = { attributes: decodeAttributes(source.attributes, report) };
  const url = decodeText(schemaUrl);
  if (url !== undefined) resource.schemaUrl = url;
  return countDropped(resource, source);
}

/** The scope of a ScopeSpans or ScopeLogs; absent is one with an empty name. */
export function decodeScope(wire: unknown, schemaUrl: unknown, report: Report): Scope {
  const source = wireObject(wire);
  const scope: Writable<Scope> = { name: decodeText(source.name) ?? '' };
  const version = decodeText(source.version);
  const attributes = decodeAttributes(source.attributes, report);
  const url = decodeText(schemaUrl);
  if (version !== undefined) scope.version = version;
  if (Object.keys(attributes).length > 0) scope.attributes = attributes;
  if (url !== undefined) scope.schemaUrl = url;
  return countDropped(scope, source);
}

function decodeStatus(wire: unknown, report: Report): SpanStatus {
  const source = wireObject(wire);
  const code = decodeEnum(source.code, STATUS_CODES, 'STATUS_CODE_', 'unset', report);
  const message = decodeText(source.message);
  return message === undefined ? { code } : { code, message };
}

function decodeEvent(wire: WireRecord, report: Report): SpanEvent {
  const event: Writable<SpanEvent> = {
    name: decodeText(wire.name) ?? '',
    time: decodeTime(wire.timeUnixNano ?? wire.time_unix_nano, report),
    attributes: decodeAttributes(wire.attributes, report),
  };
  return countDropped(event, wire);
}

function decodeLink(wire: WireRecord, report: Report): readonly SpanLink[] {
  const traceId = otherId(wire.traceId ?? wire.trace_id, 16, 'trace id of a link', report);
  const spanId = otherId(wire.spanId ?? wire.span_id, 8, 'span id of a link', report);
  if (traceId === undefined || spanId === undefined) return [];
  const link: Writable<SpanLink> = { traceId, spanId, attributes: decodeAttributes(wire.attributes, report) };
  const traceState = decodeText(wire.traceState ?? wire.trace_state);
  const flags = decodeCount(wire.flags);
  if (traceState !== undefined) link.traceState = traceState;
  if (flags !== undefined) link.flags = flags;
  return [countDropped(link, wire)];
}

function countDropped<T extends { droppedAttributesCount?: number }>(record: T, wire: WireRecord): T {
  const count = decodeCount(wire.droppedAttributesCount ?? wire.dropped_attributes_count);
  if (count !== undefined) record.droppedAttributesCount = count;
  return record;
}

function ownId(value: unknown, size: 16 | 8, what: string): string {
  const id = decodeId(value, size);
  if (id) return id;
  throw new UnreadableRecord(
    id === '' ? `its ${what} is missing or zero` : `its ${what} is neither hex nor base64 of ${size} bytes`,
  );
}

function otherId(value: unknown, size: 16 | 8, what: string, report: Report): string | undefined {
  const id = decodeId(value, size);
  if (id === undefined)
    report('OTLP_ID_UNREADABLE', `a ${what} is neither hex nor base64 of ${size} bytes and was left out`);
  return id || undefined;
}

function wireObject(value: unknown): WireRecord {
  return typeof value === 'object' && value !== null ? value : {};
}

function objects(value: unknown, what: string, report: Report): readonly WireRecord[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    report('OTLP_FIELD_UNREADABLE', `${what} are no list and were left out`);
    return [];
  }
  return value.filter((item) => typeof item === 'object' && item !== null);
}
