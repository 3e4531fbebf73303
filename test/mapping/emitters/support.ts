import { Converter } from '../../../src/bridge/index.js';
import { builtinMapper, type DecisionFacts, type MappedRecord } from '../../../src/mapping/index.js';
import type {
  AnyValue,
  Attributes,
  HrTime,
  LogRecord,
  SpanRecord,
  TelemetryRecord,
} from '../../../src/telemetry/index.js';
import type { Vcon, VconEvent } from '../../../src/vcon/index.js';
import { logWith, spanWith } from '../records.js';

/** A time some milliseconds after 2026-11-30T09:00:00Z. */
export function at(millis: number): HrTime {
  return [1796029200 + Math.floor(millis / 1000), (millis % 1000) * 1e6];
}

export interface SpanOptions {
  readonly name: string;
  readonly id?: number;
  readonly parent?: number;
  readonly start?: number;
  readonly end?: number;
  readonly error?: string | true;
  readonly more?: Partial<SpanRecord>;
}

/** A span of one emitter, in milliseconds. */
export function span(options: SpanOptions, attributes: Attributes = {}): SpanRecord {
  const { name, id = 1, parent, start = 0, end = 1000, error, more } = options;
  const status = { code: 'error' as const, ...(typeof error === 'string' ? { message: error } : {}) };
  return spanWith({
    name,
    spanId: hex(id),
    ...(parent === undefined ? {} : { parentSpanId: hex(parent) }),
    startTime: at(start),
    endTime: at(end),
    ...(error === undefined ? {} : { status }),
    attributes,
    ...more,
  });
}

/** A log record of one emitter, in milliseconds, without a span of its own unless one is named. */
export function log(
  millis: number,
  attributes: Attributes,
  more: Partial<LogRecord> & { on?: number } = {},
): LogRecord {
  const { on, ...members } = more;
  const { spanId: _, ...record } = logWith({ time: at(millis), attributes, ...members });
  return on === undefined ? record : { ...record, spanId: hex(on) };
}

function hex(id: number): string {
  return id.toString(16).padStart(16, '0');
}

/** What the built-in mappings make of a record. */
export function mapped(record: TelemetryRecord): MappedRecord {
  return builtinMapper().map(record);
}

/** The decisions of a record: what was decided, and what was answered; `unknown` for a value that the mapping does not know. */
export function decisions(record: TelemetryRecord): readonly string[] {
  const { signals, remarks } = mapped(record);
  const known = signals.flatMap(({ decision }) => (decision === undefined ? [] : [words(decision)]));
  return remarks.some(({ code }) => code === 'unknown-decision') ? [...known, 'unknown'] : known;
}

function words({ decision, answer, life, presumed }: DecisionFacts): string {
  return [decision, answer, life, presumed === true ? 'presumed' : undefined].filter(Boolean).join(' ');
}

/** The vCons of records. */
export function convert(records: readonly TelemetryRecord[]): readonly Vcon[] {
  const converter = new Converter({ traceParameters: false, createdAt: 1_796_040_000_000 });
  for (const record of records) converter.add(record);
  return converter.finish().map(({ vcon }) => vcon);
}

/** The events of the only vCon of records. */
export function events(records: readonly TelemetryRecord[]): readonly VconEvent[] {
  const vcons = convert(records);
  if (vcons.length > 1) throw new Error(`${vcons.length} vCons`);
  return vcons[0]?.events ?? [];
}

/** The events of the only vCon of records in short: type, decision, operation and attempt, server and tool. */
export function story(records: readonly TelemetryRecord[]): readonly string[] {
  const letters = new Map<AnyValue | undefined, string>();
  return events(records).map(({ type, decision, policy_life, operation_id, attempt, server, tool }) => {
    if (operation_id !== undefined && !letters.has(operation_id))
      letters.set(operation_id, String.fromCharCode(65 + letters.size));
    const what = decision === undefined ? type : `${decision}${policy_life === 'standing' ? ' standing' : ''}`;
    const which = operation_id === undefined ? [] : [`${letters.get(operation_id)}${attempt}`];
    return [what, ...which, ...(server === undefined ? [] : [`${server}/${tool ?? '*'}`])].join(' ');
  });
}
