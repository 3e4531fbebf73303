import { isDeepStrictEqual } from 'node:util';
import { EVENT_TYPES } from '../../src/vcon/index.js';
import type { EventPattern, Expected, ExpectedOperation } from './case-file.js';

type Json = Record<string, unknown>;

/** The events of one operation_id of one vCon, or one standing decision, each with the name of its party. */
export type EventList = readonly Json[];

const OUR_TYPES: ReadonlySet<unknown> = new Set(EVENT_TYPES);

/** Operations and standing decisions of vCons, as the draft's events have them. */
export function eventsOf(vcons: readonly Json[]): { operations: EventList[]; standing: Json[] } {
  const operations: Json[][] = [];
  const standing: Json[] = [];
  for (const vcon of vcons) {
    const parties = (vcon['parties'] ?? []) as Json[];
    const byId = new Map<unknown, Json[]>();
    for (const event of (vcon['events'] ?? []) as Json[]) {
      if (!OUR_TYPES.has(event['type'])) continue;
      const named = { ...event, party_name: parties[event['party'] as number]?.['name'] };
      const id = event['operation_id'];
      if (id === undefined) standing.push(named);
      else if (byId.get(id)?.push(named) === undefined) byId.set(id, [named]);
    }
    operations.push(...byId.values());
  }
  return { operations, standing };
}

/** What is wrong, in words: expected operations that are missing and operations that nobody expected. Empty when all fits. */
export function compareOperations(expected: readonly ExpectedOperation[], found: readonly EventList[]): string[] {
  const fits = expected.map((operation) =>
    found.map((events) => lists(operation).some((list) => fitsList(list, events))),
  );
  // Operations that must be there choose first, so that an optional one never takes the place of one that must be there.
  const order = [...expected.keys()].sort(
    (a, b) => Number(expected[a]?.optional ?? 0) - Number(expected[b]?.optional ?? 0),
  );
  const owner = new Map<number, number>();
  for (const row of order) place(row, fits, owner, new Set());
  const placed = new Set(owner.values());
  const missing = [...expected.entries()].filter(([row, { optional }]) => !placed.has(row) && !optional);
  const extra = [...found.entries()].filter(([column]) => !owner.has(column));
  return [
    ...missing.map(([, operation]) => `missing: ${operation.happened ?? ''} ${JSON.stringify(operation.events)}`),
    ...extra.map(([, events]) => `not expected: ${JSON.stringify(events.map(brief))}`),
  ];
}

/** What is wrong with standing decisions or other single events. */
export function compareEvents(expected: readonly EventPattern[], found: readonly Json[]): string[] {
  return compareOperations(
    expected.map((pattern) => ({ events: [pattern] })),
    found.map((event) => [event]),
  );
}

/** Finds a column for the row, moving rows that were placed before where needed (Kuhn's bipartite matching). */
function place(row: number, fits: readonly boolean[][], owner: Map<number, number>, seen: Set<number>): boolean {
  for (const [column, ok] of (fits[row] ?? []).entries()) {
    if (!ok || seen.has(column)) continue;
    seen.add(column);
    const before = owner.get(column);
    if (before === undefined || place(before, fits, owner, seen)) {
      owner.set(column, row);
      return true;
    }
  }
  return false;
}

function lists(operation: ExpectedOperation): readonly (readonly EventPattern[])[] {
  return [operation.events, ...(operation.or ?? [])];
}

function fitsList(patterns: readonly EventPattern[], events: EventList): boolean {
  return (
    patterns.length === events.length && patterns.every((pattern, index) => fitsEvent(pattern, events[index] ?? {}))
  );
}

function fitsEvent(pattern: EventPattern, event: Json): boolean {
  return Object.entries(pattern).every(([name, expected]) => fitsValue(expected, event[name]));
}

function fitsValue(expected: Expected, value: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return equals(expected, value);
  const [key = '', argument] = Object.entries(expected)[0] ?? [];
  if (key === '$absent') return value === undefined;
  if (key === '$or_absent') return value === undefined || equals(argument, value);
  if (key === '$matches') return value !== undefined && new RegExp(argument as string, 's').test(textOf(value));
  if (key === '$one_of') return (argument as unknown[]).some((one) => equals(one, value));
  if (key === '$none_of') return !(argument as unknown[]).some((one) => equals(one, value));
  return equals(expected, value);
}

function equals(expected: unknown, value: unknown): boolean {
  if (isDeepStrictEqual(expected, value)) return true;
  if (typeof value !== 'string' || typeof expected !== 'object') return false;
  try {
    return isDeepStrictEqual(expected, JSON.parse(value));
  } catch {
    return false;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function brief(event: Json): Json {
  const { type, attempt, tool, server, decision, time, operation_id, party_name, body } = event;
  return { type, attempt, tool, server, decision, time, operation_id, party_name, body: textOf(body)?.slice(0, 200) };
}
