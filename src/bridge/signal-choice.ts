import type { Signal, SignalKind } from '../mapping/index.js';
import { stringifyJson } from '../telemetry/index.js';
import { isExplicit } from './explicit.js';
import { compareMaybe } from './order.js';

// What is chosen where several views of one attempt tell the same.

/** Outcomes that end an attempt (draft section 5, "Attempt Ended"). */
const FINAL = new Set<SignalKind>(['result', 'failure', 'error', 'denied']);
/** Outcomes that do not: a response may still come (draft section 5). */
const SOFT = new Set<SignalKind>(['timeout', 'cancel']);

/** Whether a signal says how an attempt ended, or that it was given up. */
export function isOutcome(kind: SignalKind): boolean {
  return FINAL.has(kind) || SOFT.has(kind);
}

/** Whether a signal says that the request was given up. */
export function isSoft({ kind }: Signal): boolean {
  return SOFT.has(kind);
}

/** An explicit signal, else the protocol's, else any; of several the earliest. */
export function preferred(signals: readonly Signal[]): Signal | undefined {
  const explicit = signals.filter(isExplicit);
  return (explicit.length > 0 ? explicit : byProtocol(signals)).toSorted(compareTimes)[0];
}

/** The last final word: the call's own span over what another span tells, the protocol's over the framework's. */
export function finalWord(signals: readonly Signal[]): Signal | undefined {
  const all = signals.filter(({ kind }) => FINAL.has(kind));
  const own = all.filter(({ source }) => source !== 'span');
  return byProtocol(own.length > 0 ? own : all)
    .toSorted(compareTimes)
    .at(-1);
}

/** The earliest of each kind. */
export function firstOfEach(signals: readonly Signal[]): Signal[] {
  const kinds = new Map<SignalKind, Signal>();
  for (const signal of signals.toSorted(compareTimes)) if (!kinds.has(signal.kind)) kinds.set(signal.kind, signal);
  return [...kinds.values()];
}

/** Without those that another view of the same call tells again: same kind, same time, same content. */
export function distinct(signals: readonly Signal[]): readonly Signal[] {
  if (signals.length < 2) return signals;
  const seen = new Set<string>();
  return signals.filter((signal) => {
    if (isExplicit(signal)) return true;
    const key = stringifyJson([signal.kind, signal.time, signal.content?.value]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The protocol's signals, if there are any. */
function byProtocol(signals: readonly Signal[]): readonly Signal[] {
  const found = signals.filter(({ call }) => call.protocol !== undefined);
  return found.length > 0 ? found : signals;
}

function compareTimes(a: Signal, b: Signal): number {
  return compareMaybe(a.time, b.time);
}
