import type { HrTime } from '../telemetry/index.js';
import type { Attempt } from './attempt.js';
import type { Observation } from './observation.js';
import type { Operation } from './operation.js';
import { compareMaybe } from './order.js';

/** A record that tells of a whole call with several attempts: its start is the first one's, its outcome the last one's. */
export function partsOf(view: Observation, { attempts }: Operation): readonly Observation[] {
  const { signals, start, end } = view;
  if (view.call.attempt !== undefined || attempts.length < 2) return [view];
  const began = signals.filter(({ kind }) => kind === 'invocation');
  const ended = signals.filter(({ kind }) => kind !== 'invocation');
  if (began.length === 0 || ended.length === 0) return [view];
  return [
    { ...view, signals: began, end: start },
    { ...view, id: `${view.id}+`, signals: ended, start: end },
  ];
}

/** The attempt that a view told elsewhere belongs to; undefined when it is a further attempt. */
export function attemptFor(operation: Operation, view: Observation): Attempt | undefined {
  const { attempt: number } = view.call;
  if (number === undefined) return attemptAt(operation, view.end);
  const numbers = operation.attempts.map((attempt, index) => attempt.number ?? index + 1);
  return operation.attempts[numbers.indexOf(number)];
}

/** The attempt that was the latest at a time. */
export function attemptAt(operation: Operation, time: HrTime | undefined): Attempt | undefined {
  const started = operation.attempts.filter(({ start }) => compareMaybe(start, time) <= 0);
  return started.at(-1) ?? operation.attempts[0];
}
