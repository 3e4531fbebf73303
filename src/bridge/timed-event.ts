import { compareTime, type HrTime } from '../telemetry/index.js';
import type { VconEvent } from '../vcon/index.js';

/** An event with what its place among the others is decided by. */
export interface TimedEvent {
  readonly time: HrTime;
  /** Where it is sorted: never before the invocation it belongs to. */
  readonly order: HrTime;
  readonly rank: number;
  readonly event: VconEvent;
}

/** Order of events of one time: what was in effect before, what was decided, what was asked, what happened, what came of it. */
export const RANK = { carried: -1, decision: 0, standing: 1, invocation: 2, between: 3, outcome: 4 } as const;
/** What happened in a later attempt comes after all of the one before. */
export const RANKS_AN_ATTEMPT = 5;

/** Sorts events by time; of one time in the order of `rank`, then as given. */
export function inOrder(events: readonly TimedEvent[]): VconEvent[] {
  return events.toSorted((a, b) => compareTime(a.order, b.order) || a.rank - b.rank).map(({ event }) => event);
}
