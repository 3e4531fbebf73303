import { readFileSync } from 'node:fs';
import type { AnyValue, SpanRecord } from '../../src/telemetry/index.js';
import { readVcon, type Vcon } from '../../src/vcon/index.js';

/** A vCon of test/fixtures, by its path there. */
export function fixture(path: string): Vcon {
  return readVcon(readFileSync(new URL(`../fixtures/${path}`, import.meta.url), 'utf8')).vcon;
}

/** A vCon with one session of two parties and the events. */
export function vconOf(events: readonly object[], others: object = {}): Vcon {
  return {
    vcon: '0.5.0',
    uuid: '0193791e-7a00-8abc-8def-0123456789ab',
    created_at: '2026-11-30T09:00:00Z',
    extensions: ['tool-invocation'],
    sessions: [{ start: '2026-11-30T09:00:00Z', parties: [0, 1] }],
    parties: [{ name: 'Alice Example' }, { name: 'planner', type: 'bot' }],
    events: events as NonNullable<Vcon['events']>,
    ...others,
  };
}

/** An Event Object of session 0 and party 1, so many seconds after 09:00:00. */
export function event(type: string, second: number, others: object = {}): Record<string, unknown> {
  const time = `2026-11-30T09:00:${String(second).padStart(2, '0')}Z`;
  return { type, time, sessions: 0, party: 1, operation_id: 'op-1', attempt: 1, ...others };
}

/** A tool-invocation of a tool of the host. */
export function invocation(second: number, others: object = {}): Record<string, unknown> {
  return event('tool-invocation', second, { server: '!host', tool: 'search', ...others });
}

/** Seconds of the epoch at 09:00:00 of the day of {@link event}. */
export const NINE = Date.parse('2026-11-30T09:00:00Z') / 1000;

export function spanNamed(spans: readonly SpanRecord[], name: string): SpanRecord {
  const found = spans.filter((span) => span.name === name);
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} spans are named ${name}`);
  return found[0];
}

export function spansOf(spans: readonly SpanRecord[], attribute: string, value: AnyValue): SpanRecord[] {
  return spans.filter((span) => span.attributes[attribute] === value);
}

/** What no backend should have to mend (FC-36). Returns what is wrong. */
export function flaws(spans: readonly SpanRecord[]): string[] {
  const byId = new Map(spans.map((span) => [span.traceId + span.spanId, span]));
  const found: string[] = byId.size === spans.length ? [] : ['span ids come twice'];
  for (const span of spans) {
    const { traceId, spanId, parentSpanId, startTime, endTime, name, resource } = span;
    const say = (what: string) => found.push(`${name} (${spanId}): ${what}`);
    if (!/^[0-9a-f]{32}$/.test(traceId) || /^0+$/.test(traceId)) say('trace id');
    if (!/^[0-9a-f]{16}$/.test(spanId) || /^0+$/.test(spanId)) say('span id');
    if (name === '') say('no name');
    if (typeof resource.attributes['service.name'] !== 'string') say('no service.name');
    if (startTime === undefined || endTime === undefined) say('no time');
    else if (nanos(endTime) < nanos(startTime)) say('ends before it starts');
    if (parentSpanId !== undefined && !byId.has(traceId + parentSpanId)) say('its parent is not in the output');
  }
  return found;
}

/** Spans that lie outside their parent. */
export function strays(spans: readonly SpanRecord[]): string[] {
  const byId = new Map(spans.map((span) => [span.traceId + span.spanId, span]));
  return spans.flatMap((span) => {
    const parent = span.parentSpanId === undefined ? undefined : byId.get(span.traceId + span.parentSpanId);
    if (parent === undefined) return [];
    const inside = nanos(span.startTime) >= nanos(parent.startTime) && nanos(span.endTime) <= nanos(parent.endTime);
    return inside ? [] : [`${span.name} lies outside ${parent.name}`];
  });
}

function nanos(time: SpanRecord['startTime']): bigint {
  return time === undefined ? 0n : BigInt(time[0]) * 1_000_000_000n + BigInt(time[1]);
}

/** What law L1 is about, in a form that compares values and not the order of keys. */
export function lawful({ events, parties, sessions, uuid, created_at }: Vcon): unknown {
  return sorted({ uuid, created_at, parties, sessions, events });
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [key, sorted(member)]);
}
