import type { DecisionFacts, ServerFacts, Signal, SignalKind } from '../mapping/index.js';
import { compareTime, type HrTime, type JsonObject, type JsonValue, later, newMap } from '../telemetry/index.js';
import { type EventType, toJsonValue, toVconDate, type VconEvent } from '../vcon/index.js';
import type { Attempt } from './attempt.js';
import { callParameters } from './call-parameters.js';
import { type ContentRules, cleanText, recordedContent } from './content.js';
import { attemptOf, isRefused } from './decisions.js';
import { isExplicit } from './explicit.js';
import type { PlacedSignal } from './observation.js';
import type { Operation } from './operation.js';
import { serverParameter } from './server.js';
import type { Place } from './sessions.js';
import { betweenTime } from './span-clock.js';
import { push } from './span-tree.js';
import type { StandingDecision } from './standing.js';

/** An event with what its place among the others is decided by. */
export interface TimedEvent {
  readonly time: HrTime;
  /** Where it is sorted: never before the invocation it belongs to. */
  readonly order: HrTime;
  readonly rank: number;
  readonly event: VconEvent;
}

/** How events are written. */
export interface EventRules extends ContentRules {
  /** Write the parameters of the `otel-trace` extension. */
  readonly traceParameters: boolean;
}

const TOOL_EVENT: Readonly<Record<Exclude<SignalKind, 'decision'>, EventType>> = {
  invocation: 'tool-invocation',
  pending: 'tool-pending',
  progress: 'tool-progress',
  input: 'tool-input',
  'input-response': 'tool-input-response',
  result: 'tool-result',
  failure: 'tool-failure',
  error: 'tool-error',
  denied: 'tool-denied',
  timeout: 'tool-timeout',
  cancel: 'tool-cancel',
};

/** Order of events of one time: what was decided, what was asked, what happened, what came of it. */
const RANK = { decision: 0, standing: 1, invocation: 2, between: 3, outcome: 4 } as const;
/** What happened in a later attempt comes after all of the one before. */
const RANKS_AN_ATTEMPT = 5;

/** What the events of one operation have in common: their parameters, and what is read of all of its attempts, read once. */
interface Subject {
  readonly operation: Operation;
  readonly id: string;
  readonly where: { readonly sessions: number; readonly party: number };
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
  const where = { sessions: place.session, party: place.party };
  const subject: Subject = { operation, id, where, callId, tool, server, rules };
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

/** A standing decision (draft section 4.1): no operation_id, no attempt. */
export function standingEvent(standing: StandingDecision, place: Place, time: HrTime, rules: EventRules): TimedEvent[] {
  return timed(time, time, RANK.standing, {
    type: 'policy-decision',
    sessions: place.session,
    party: place.party,
    decision: standing.decision,
    policy_life: 'standing',
    operation: standing.operation,
    ...reasonOf(standing.reason, rules),
    server: cleanText(standing.server, rules),
    ...(standing.tool === undefined ? {} : { tool: cleanText(standing.tool, rules) }),
    ...(standing.signal === undefined ? {} : furtherParameters(standing.signal, rules)),
  });
}

/** Sorts events by time; of one time in the order of `rank`, then as given. */
export function inOrder(events: readonly TimedEvent[]): VconEvent[] {
  return events
    .map((event, index) => ({ ...event, index }))
    .sort((a, b) => compareTime(a.order, b.order) || a.rank - b.rank || a.index - b.index)
    .map(({ event }) => event);
}

function decisionEvent(signal: Signal, attempt: number, subject: Subject): TimedEvent[] {
  const { operation, id, where, rules } = subject;
  const { decision, time = operation.start } = signal;
  if (decision === undefined || time === undefined) return [];
  return timed(time, time, RANK.decision, {
    type: 'policy-decision',
    ...where,
    decision: decision.decision,
    policy_life: 'once',
    operation: decision.operation ?? 'tool-invocation',
    ...reasonOf(decision.reason, rules),
    operation_id: id,
    attempt,
    ...targetOf(subject, decision),
    ...furtherParameters(signal, rules),
  });
}

function attemptEvents(
  attempt: Attempt,
  number: number,
  decisions: readonly Signal[],
  floor: HrTime | undefined,
  subject: Subject,
): TimedEvent[] {
  const { id, where, callId, tool, rules } = subject;
  const invocation = attempt.invocation();
  const outcomes = attempt.outcomes();
  const sent = sentTime(invocation, outcomes[0], decisions);
  const events: TimedEvent[] = [];
  const add = (signal: Signal, time: HrTime | undefined, rank: number, target: object) => {
    if (time === undefined || signal.kind === 'decision') return;
    const type = TOOL_EVENT[signal.kind];
    const content = recordedContent(signal.content, rules, { type, ...(tool === undefined ? {} : { tool }) });
    const order = later(later(later(time, sent), floor), attempt.floorOf(signal)) ?? time;
    const place = rank + RANKS_AN_ATTEMPT * (number - 1);
    const parameters = { type, ...where, operation_id: id, attempt: number, ...target };
    events.push(...timed(time, order, place, { ...parameters, ...content, ...furtherParameters(signal, rules) }));
  };
  if (invocation !== undefined) {
    const observed = rules.traceParameters ? callParameters(callId, attempt, invocation, sent, rules) : {};
    add(invocation, sent, RANK.invocation, { ...targetOf(subject), ...observed });
  }
  for (const signal of attempt.between()) add(signal, betweenTime(signal, outcomes.at(-1)) ?? sent, RANK.between, {});
  for (const signal of outcomes) add(signal, signal.time ?? sent, RANK.outcome, {});
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

function targetOf(
  { server, tool, rules }: Subject,
  decision?: DecisionFacts,
): { readonly server?: string; readonly tool?: string } {
  const isTool = decision?.operation === undefined || decision.operation === 'tool-invocation';
  return {
    ...(isTool || server !== undefined ? { server: cleanText(serverParameter(server), rules) } : {}),
    ...(isTool || tool !== undefined ? { tool: cleanText(tool ?? 'unknown', rules) } : {}),
  };
}

function reasonOf(reason: string | undefined, rules: EventRules): { readonly reason?: string } {
  return reason === undefined || reason === '' ? {} : { reason: cleanText(reason, rules) };
}

/** What says where and when an event is, what it is, and what it refers to in its vCon is for the bridge to say. */
const OF_THE_EVENT: ReadonlySet<string> = new Set([
  'type',
  'time',
  'sessions',
  'party',
  'dialog',
  'attachment',
  'trace_id',
  'span_id',
  'otel_span',
  'tool_call_id',
]);

/** Parameters of other extensions that our own vocabulary carries, and ours. */
function furtherParameters(signal: Signal, { redactor, traceParameters }: EventRules): JsonObject {
  const { parameters, traceId, spanId } = signal;
  const further = newMap<JsonValue>();
  for (const [name, value] of Object.entries(parameters ?? {})) {
    if (OF_THE_EVENT.has(name)) continue;
    const json = toJsonValue(value);
    further[name] = redactor === undefined ? json : (redactor.value(json) as JsonValue);
  }
  if (traceParameters && traceId !== undefined) further['trace_id'] = traceId;
  if (traceParameters && spanId !== undefined) further['span_id'] = spanId;
  return further;
}

function timed(time: HrTime, order: HrTime, rank: number, event: object): TimedEvent[] {
  const date = toVconDate(time);
  if (date === undefined) return [];
  const { type, ...rest } = event as { type: string };
  return [{ time, order, rank, event: { type, time: date, ...rest } as VconEvent }];
}
