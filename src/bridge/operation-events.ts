import type { DecisionFacts, ServerFacts, Signal } from '../mapping/index.js';
import { compareTime, type HrTime, later, push, type Writable } from '../telemetry/index.js';
import { toVconDate, type VconEvent } from '../vcon/index.js';
import type { Attempt } from './attempt.js';
import { addCallParameters, spanOf } from './call-parameters.js';
import { cleanName, cleanText } from './content.js';
import { attemptOf, isRefused } from './decisions.js';
import { type EventRules, furtherParameters, reasonOf } from './event-parameters.js';
import { isExplicit } from './explicit.js';
import type { PlacedSignal } from './observation.js';
import type { Operation } from './operation.js';
import { serverParameter } from './server.js';
import type { Place } from './sessions.js';
import { betweenTime } from './span-clock.js';
import { RANK, RANKS_AN_ATTEMPT, type TimedEvent } from './timed-event.js';
import { type AttemptParameters, type InvocationParameters, toolEvent } from './tool-event.js';

/** What the events of one operation have in common: their parameters, and what is read of all of its attempts, read once. */
interface Subject {
  readonly operation: Operation;
  readonly id: string;
  readonly place: Place;
  readonly callId: string | undefined;
  readonly tool: string | undefined;
  readonly server: ServerFacts | undefined;
  readonly rules: EventRules;
}

/** The events of one operation, decisions that a standing one covers left out. */
export function operationEvents(
  operation: Operation,
  id: string,
  place: Place,
  covered: ReadonlySet<PlacedSignal>,
  rules: EventRules,
): TimedEvent[] {
  const { callId, tool, server } = operation;
  const subject: Subject = { operation, id, place, callId, tool, server, rules };
  const events: TimedEvent[] = [];
  const decided = new Map<number, Signal[]>();
  for (const placed of operation.decisions) {
    if (covered.has(placed)) continue;
    const attempt = attemptOf(operation, placed.signal);
    push(decided, attempt, placed.signal);
    events.push(...decisionEvent(placed.signal, attempt, subject));
  }
  if (isRefused(operation)) return events;
  let number = 0;
  let floor: HrTime | undefined;
  for (const attempt of operation.attempts) {
    number = attempt.number ?? number + 1;
    const made = attemptEvents(attempt, number, decided.get(number) ?? [], floor, subject);
    floor = made[0]?.order ?? floor;
    events.push(...made);
  }
  return events;
}

function decisionEvent(signal: Signal, attempt: number, subject: Subject): TimedEvent[] {
  const { operation, id, place, rules } = subject;
  const { decision, time = operation.start } = signal;
  const date = time && toVconDate(time);
  if (decision === undefined || time === undefined || date === undefined) return [];
  const event: VconEvent = {
    type: 'policy-decision',
    time: date,
    sessions: place.session,
    party: place.party,
    decision: decision.decision,
    policy_life: 'once',
    operation: decision.operation ?? 'tool-invocation',
    ...reasonOf(decision.reason, rules),
    operation_id: id,
    attempt,
    ...targetOfDecision(subject, decision),
    ...furtherParameters(signal, rules),
  };
  return [{ time, order: time, rank: RANK.decision, event }];
}

function attemptEvents(
  attempt: Attempt,
  number: number,
  decisions: readonly Signal[],
  floor: HrTime | undefined,
  subject: Subject,
): TimedEvent[] {
  const { id, place, callId, tool, rules } = subject;
  const invocation = attempt.invocation();
  const outcomes = attempt.outcomes();
  const sent = sentTime(invocation, outcomes[0], decisions);
  const events: TimedEvent[] = [];
  const common: AttemptParameters = { place, operationId: id, attempt: number, tool };
  const add = (signal: Signal, time: HrTime | undefined, rank: number, target?: InvocationParameters) => {
    const date = time && toVconDate(time);
    if (time === undefined || date === undefined || signal.kind === 'decision') return;
    const order = later(later(later(time, sent), floor), attempt.floorOf(signal)) ?? time;
    const event = toolEvent(signal.kind, date, common, target, signal, rules);
    events.push({ time, order, rank: rank + RANKS_AN_ATTEMPT * (number - 1), event });
  };
  if (invocation !== undefined) {
    const target = targetOf(subject);
    if (rules.traceParameters)
      addCallParameters(target, callId && cleanText(callId, rules), spanOf(invocation, attempt), sent, rules);
    add(invocation, sent, RANK.invocation, target);
  }
  for (const signal of attempt.between()) add(signal, betweenTime(signal, outcomes.at(-1)) ?? sent, RANK.between);
  for (const signal of outcomes) add(signal, signal.time ?? sent, RANK.outcome);
  return events;
}

/**
 * When the request was sent: as observed, but not before a decision that was made inside the call's own span, where the span began with
 * the waiting for it.
 */
function sentTime(
  invocation: Signal | undefined,
  outcome: Signal | undefined,
  decisions: readonly Signal[],
): HrTime | undefined {
  let sent = invocation?.time;
  if (invocation === undefined || sent === undefined || isExplicit(invocation)) return sent;
  for (const { time } of decisions) {
    const before = outcome?.time;
    if (time !== undefined && (before === undefined || compareTime(time, before) <= 0))
      sent = later(sent, time) ?? sent;
  }
  return sent;
}

function targetOf({ server, tool, rules }: Subject): Writable<InvocationParameters> {
  return { server: cleanName(serverParameter(server), rules), tool: cleanName(tool ?? 'unknown', rules) };
}

/** A decision for another kind of operation names only what is known. */
function targetOfDecision(subject: Subject, { operation }: DecisionFacts): InvocationParameters {
  const { server, tool } = targetOf(subject);
  const isTool = operation === undefined || operation === 'tool-invocation';
  return {
    ...(server !== undefined && (isTool || subject.server !== undefined) ? { server } : {}),
    ...(tool !== undefined && (isTool || subject.tool !== undefined) ? { tool } : {}),
  };
}
