import { groupBy } from '../telemetry/index.js';
import type { PlacedEvent } from './placed-event.js';

/** One attempt of an operation: its events in the order of their times. */
export interface Attempt {
  readonly number: number;
  readonly events: readonly PlacedEvent[];
}

/** An operation of a vCon (draft section 2.1): everything that has the same operation_id. */
export interface Operation {
  /** Absent when the events, against the draft, have none: each of them is then an operation of its own. */
  readonly id?: string;
  readonly events: readonly PlacedEvent[];
  /** By number. */
  readonly attempts: readonly Attempt[];
  readonly server?: string;
  readonly tool?: string;
}

/** What happened in a vCon, by operation. */
export interface Grouped {
  /** In the order of their first events. */
  readonly operations: readonly Operation[];
  /** Decisions that are about no single operation: the standing ones (draft section 4.1). */
  readonly standing: readonly PlacedEvent[];
}

/** Groups events, which are in the order of their times, into operations and standing decisions. */
export function groupOperations(events: readonly PlacedEvent[]): Grouped {
  const isStanding = ({ type, event }: PlacedEvent) =>
    type === 'policy-decision' && textOf(event.operation_id) === undefined;
  const ofOperations = events.filter((event) => !isStanding(event));
  return {
    operations: [...groupBy(ofOperations, operationKey).values()].map(operationOf),
    standing: events.filter(isStanding),
  };
}

/** The tool-invocation event of an attempt or operation, the first if there are several. */
export function invocationOf(events: readonly PlacedEvent[]): PlacedEvent | undefined {
  return events.find(({ type }) => type === 'tool-invocation');
}

/** Whether anything but decisions is known: the operation, or the attempt, was performed. */
export function isPerformed(events: readonly PlacedEvent[]): boolean {
  return events.some(({ type }) => type !== 'policy-decision');
}

/** A non-empty text, else `undefined`. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function operationKey({ event, index }: PlacedEvent): string {
  const id = textOf(event.operation_id);
  return id === undefined ? `#${index}` : `=${id}`;
}

function operationOf(events: readonly PlacedEvent[]): Operation {
  const byNumber = groupBy(events, ({ event }) => attemptNumber(event.attempt));
  const attempts = [...byNumber].map(([number, own]) => ({ number, events: own })).sort((a, b) => a.number - b.number);
  const id = textOf(events[0]?.event.operation_id);
  const [server, tool] = ['server', 'tool'].map((name) =>
    [invocationOf(events), ...events].map((placed) => textOf(placed?.event[name])).find((value) => value !== undefined),
  );
  return {
    ...(id === undefined ? {} : { id }),
    events,
    attempts,
    ...(server === undefined ? {} : { server }),
    ...(tool === undefined ? {} : { tool }),
  };
}

function attemptNumber(value: unknown): number {
  return Number.isSafeInteger(value) && Number(value) >= 1 ? Number(value) : 1;
}
