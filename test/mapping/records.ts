import { readFileSync } from 'node:fs';
import {
  type AnyValue,
  type Attributes,
  fromNanos,
  type HrTime,
  type LogRecord,
  newMap,
  SPAN_KINDS,
  type SpanRecord,
  STATUS_CODES,
  type TelemetryRecord,
} from '../../src/telemetry/index.js';

/** Just enough of OTLP/JSON to read the fixtures, so that these tests depend on the mapping alone. */
interface Json {
  readonly [key: string]: Json;
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function anyValue(value: Json | undefined): AnyValue {
  const [kind, content] = Object.entries(value ?? {})[0] ?? [];
  if (kind === 'arrayValue') return list(content?.['values']).map(anyValue);
  if (kind === 'kvlistValue') return attributes(content?.['values']);
  if (kind === 'intValue') {
    const digits = String(content);
    return Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits);
  }
  return (content as AnyValue | undefined) ?? null;
}

function attributes(pairs: Json | undefined): Attributes {
  const map = newMap();
  for (const pair of list(pairs)) map[String(pair['key'])] = anyValue(pair['value']);
  return map;
}

function time(nanos: Json | undefined): HrTime | undefined {
  const value = BigInt(String(nanos ?? '0'));
  return value === 0n ? undefined : fromNanos(value);
}

const text = (value: Json | undefined) => (typeof value === 'string' && value !== '' ? value : undefined);

function span(json: Json, base: Pick<SpanRecord, 'resource' | 'scope'>): SpanRecord {
  const message = text(json['status']?.['message']);
  const parentSpanId = text(json['parentSpanId']);
  return {
    ...base,
    signal: 'span',
    traceId: String(json['traceId']),
    spanId: String(json['spanId']),
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name: String(json['name']),
    kind: SPAN_KINDS[Number(json['kind'] ?? 0)] ?? 'unspecified',
    startTime: time(json['startTimeUnixNano']),
    endTime: time(json['endTimeUnixNano']),
    status: {
      code: STATUS_CODES[Number(json['status']?.['code'] ?? 0)] ?? 'unset',
      ...(message === undefined ? {} : { message }),
    },
    attributes: attributes(json['attributes']),
    events: list(json['events']).map((event) => ({
      name: String(event['name']),
      time: time(event['timeUnixNano']),
      attributes: attributes(event['attributes']),
    })),
    links: [],
    droppedAttributesCount: Number(json['droppedAttributesCount'] ?? 0),
  };
}

function log(json: Json, base: Pick<LogRecord, 'resource' | 'scope'>): LogRecord {
  const eventName = text(json['eventName']);
  const traceId = text(json['traceId']);
  const spanId = text(json['spanId']);
  return {
    ...base,
    signal: 'log',
    ...(traceId === undefined ? {} : { traceId }),
    ...(spanId === undefined ? {} : { spanId }),
    ...(eventName === undefined ? {} : { eventName }),
    time: time(json['timeUnixNano']),
    observedTime: time(json['observedTimeUnixNano']),
    body: anyValue(json['body']),
    attributes: attributes(json['attributes']),
  };
}

function document(json: Json): readonly TelemetryRecord[] {
  return [...list(json['resourceSpans']), ...list(json['resourceLogs'])].flatMap((group) => {
    const resource = { attributes: attributes(group['resource']?.['attributes']) };
    return [...list(group['scopeSpans']), ...list(group['scopeLogs'])].flatMap((part) => {
      const base = { resource, scope: { name: String(part['scope']?.['name'] ?? '') } };
      return [
        ...list(part['spans']).map((item) => span(item, base)),
        ...list(part['logRecords']).map((item) => log(item, base)),
      ];
    });
  });
}

/** The records of one OTLP/JSON document. */
export function otlpRecords(source: string): readonly TelemetryRecord[] {
  return document(JSON.parse(source) as Json);
}

/** The records of a fixture, `traces/...` or `cases/field/...`. */
export function fixture(path: string): readonly TelemetryRecord[] {
  const source = readFileSync(new URL(`../fixtures/${path}`, import.meta.url), 'utf8');
  const documents = path.endsWith('.jsonl') ? source.trim().split('\n') : [source];
  return documents.flatMap(otlpRecords);
}

const SPAN: SpanRecord = {
  signal: 'span',
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  name: 'span',
  kind: 'internal',
  startTime: [1796029200, 0],
  endTime: [1796029201, 0],
  status: { code: 'unset' },
  attributes: {},
  events: [],
  links: [],
  resource: { attributes: { 'service.name': 'test' } },
  scope: { name: 'test' },
};

/** A span with the given members. */
export function spanWith(members: Partial<SpanRecord>): SpanRecord {
  return { ...SPAN, ...members };
}

/** A log record with the given members. */
export function logWith(members: Partial<LogRecord>): LogRecord {
  return {
    signal: 'log',
    traceId: SPAN.traceId,
    spanId: SPAN.spanId,
    time: SPAN.startTime,
    observedTime: SPAN.startTime,
    attributes: {},
    resource: SPAN.resource,
    scope: SPAN.scope,
    ...members,
  };
}
