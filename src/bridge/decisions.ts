import type { DecisionFacts, Signal } from '../mapping/index.js';
import { isExplicit } from './explicit.js';
import type { Joiner } from './joining.js';
import type { PlacedSignal } from './observation.js';
import { Operation } from './operation.js';
import { compareMaybe, compareText } from './order.js';

/** A person's answer over a rule's refusal over a rule's permission: what says most about one call is kept. */
const WEIGHT: Readonly<Record<DecisionFacts['decision'], number>> = {
  allowed: 0,
  disallowed: 1,
  'permission-required': 2,
};

/** Decisions that are for no operation of this vCon. */
export interface OtherDecisions {
  readonly standing: readonly PlacedSignal[];
  /** Permissions of which nothing says for what. A refusal is recorded all the same. */
  readonly unmatched: readonly Signal[];
}

/** Gives each decision for one call to its operation, or makes an operation of it; returns the others. */
export function attachDecisions(
  decisions: readonly PlacedSignal[],
  joiner: Joiner,
  operations: Operation[],
): OtherDecisions {
  const standing: PlacedSignal[] = [];
  const unmatched: Signal[] = [];
  const presumedLast = [...decisions].sort((a, b) => Number(isPresumed(a)) - Number(isPresumed(b)));
  for (const placed of presumedLast) {
    if (placed.signal.decision?.life === 'standing') {
      standing.push(placed);
      continue;
    }
    const { operationId, callId } = placed.signal.call;
    const known = joiner.forDecision(placed);
    if (known === undefined && (operationId ?? callId) === undefined && permitsNothing(placed.signal)) {
      unmatched.push(placed.signal);
      continue;
    }
    const operation = known ?? new Operation([]);
    if (known === undefined) operations.push(operation);
    operation.decisions.push(placed);
    joiner.noteDecision(operation);
  }
  for (const operation of operations) operation.decisions = settle(operation);
  return { standing, unmatched };
}

function permitsNothing({ call, decision }: Signal): boolean {
  return decision?.decision === 'allowed' && decision.operation === undefined && call.tool === undefined;
}

/** One decision an attempt, where several records tell of it. */
function settle(operation: Operation): PlacedSignal[] {
  const { decisions } = operation;
  const explicit = decisions.filter(({ signal }) => isExplicit(signal));
  if (explicit.length > 0) return explicit;
  const byAttempt = new Map<number, PlacedSignal>();
  for (const placed of [...decisions].sort(compareWeight)) {
    const attempt = attemptOf(operation, placed.signal);
    const before = byAttempt.get(attempt);
    byAttempt.set(attempt, before === undefined ? placed : combine(before, placed));
  }
  return [...byAttempt.values()];
}

/** The number of the attempt that a decision is for: the one it was observed in, else the next that starts after it. */
export function attemptOf(operation: Operation, { call, time }: Signal): number {
  if (call.attempt !== undefined) return call.attempt;
  const { attempts } = operation;
  const index = attempts.findIndex(({ start, end }) => compareMaybe(start, time) >= 0 || compareMaybe(time, end) <= 0);
  return index >= 0 ? index + 1 : Math.max(attempts.length, 1);
}

/** The weightiest first; what was only presumed last; then by time, then by place. */
function compareWeight(a: PlacedSignal, b: PlacedSignal): number {
  return (
    Number(isPresumed(a)) - Number(isPresumed(b)) ||
    WEIGHT[decisionOf(b)] - WEIGHT[decisionOf(a)] ||
    compareMaybe(a.signal.time, b.signal.time) ||
    compareText(a.record, b.record) ||
    a.index - b.index
  );
}

/** The first, with the answer and the reason that another record of the same decision knows. */
function combine(first: PlacedSignal, other: PlacedSignal): PlacedSignal {
  const facts = first.signal.decision;
  const more = other.signal.decision;
  if (facts === undefined || more === undefined) return first;
  const sameDecision = facts.decision === more.decision;
  const answer = facts.answer ?? (isPresumed(other) && !sameDecision ? undefined : more.answer);
  const reason = facts.reason ?? (sameDecision ? more.reason : undefined);
  const decision: DecisionFacts = {
    ...facts,
    ...(answer === undefined ? {} : { answer }),
    ...(reason === undefined ? {} : { reason }),
  };
  return { ...first, signal: { ...first.signal, decision } };
}

function isPresumed({ signal }: PlacedSignal): boolean {
  return signal.decision?.presumed === true;
}

function decisionOf({ signal }: PlacedSignal): DecisionFacts['decision'] {
  return signal.decision?.decision ?? 'allowed';
}

/**
 * Whether the operation was refused and so was not performed. Its tool events are then not written, because the arguments of a call
 * that was not performed are recorded nowhere (draft section 6.1.1); a result, or our own vocabulary, shows that it was performed.
 * On a span that itself says that the call was refused, the mere end is no result.
 */
export function isRefused(operation: Operation): boolean {
  const refusals = operation.decisions.map(({ signal }) => signal).filter(({ decision }) => refuses(decision));
  if (refusals.length === 0) return false;
  const refusing = new Set(refusals.filter(({ source }) => source === 'call').map(({ spanId }) => spanId));
  const signals = operation.views.flatMap((view) => view.signals);
  return !signals.some(
    (signal) =>
      isExplicit(signal) ||
      (signal.kind === 'result' && (signal.content !== undefined || !refusing.has(signal.spanId))),
  );
}

function refuses(decision: Signal['decision']): boolean {
  return decision?.decision === 'disallowed' || decision?.answer === 'refused';
}
