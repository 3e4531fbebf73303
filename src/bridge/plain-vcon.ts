import type { AgentFacts, Signal } from '../mapping/index.js';
import { earlier, type HrTime, later, type Writable } from '../telemetry/index.js';
import { toVconDate } from '../vcon/index.js';
import { actorOf } from './agents.js';
import type { Assembled } from './assembly.js';
import { addCallParameters } from './call-parameters.js';
import { cleanName, cleanText } from './content.js';
import type { Group } from './grouping.js';
import { compareMaybe, compareText } from './order.js';
import { type PlainCall, plainCall } from './plain-calls.js';
import { serverParameter } from './server.js';
import { type Place, Sessions } from './sessions.js';
import { RANK, type TimedEvent } from './timed-event.js';
import { type AttemptParameters, type InvocationParameters, toolEvent } from './tool-event.js';
import { trailOfSignals } from './trail.js';
import { type VconHead, type VconRules, vconOf } from './vcon-object.js';

/**
 * Makes the vCon of a group in which all calls are plain: what `assemble` makes of it, in a fraction of the time, since there is nothing to be
 * joined. Undefined when a call has no id that can be its operation_id (design rule R2).
 */
export function assemblePlain(group: Group, head: VconHead, rules: VconRules): Assembled | undefined {
  const calls = callsOf(group, rules);
  if (calls === undefined) return undefined;
  const sessions = new Sessions();
  const events: TimedEvent[] = [];
  let before: { readonly call: PlainCall; readonly place: Place } | undefined;
  for (const call of calls) {
    // Calls of one agent mostly come one after the other.
    const place =
      before !== undefined && areOfSameActor(before.call, call)
        ? before.place
        : sessions.place(actorOf(signalsOf(call), group.tree));
    addEvents(events, call, place, rules);
    before = { call, place };
  }
  return {
    vcon: vconOf(head, group, sessions, events, rules),
    standing: [],
    trail: calls.map((call) => trailOfSignals(signalsOf(call), call.callId, call.tool, rules)),
    notices: [],
  };
}

function callsOf(group: Group, rules: VconRules): readonly PlainCall[] | undefined {
  const calls: PlainCall[] = [];
  const ids = new Set<string>();
  for (const record of group.records) {
    const call = plainCall(record);
    if (call === undefined || ids.has(call.callId) || cleanText(call.callId, rules) !== call.callId) return undefined;
    ids.add(call.callId);
    calls.push(call);
  }
  return calls.sort(compareCalls);
}

/** By start, then by ids, as operations are. */
function compareCalls(a: PlainCall, b: PlainCall): number {
  return (
    compareMaybe(startOf(a), startOf(b)) ||
    compareText(a.span.traceId, b.span.traceId) ||
    compareText(a.span.spanId, b.span.spanId)
  );
}

function startOf({ span, invocation, outcome }: PlainCall): HrTime | undefined {
  return span.startTime ?? earlier(invocation.time, outcome?.time);
}

/** Both are told in the same words, below the same span. */
function areOfSameActor(a: PlainCall, b: PlainCall): boolean {
  return (
    a.span.parentSpanId === b.span.parentSpanId &&
    a.span.parentSpanId !== undefined &&
    a.span.traceId === b.span.traceId &&
    a.span.agentRun === undefined &&
    b.span.agentRun === undefined &&
    isSame(a.span.agent, b.span.agent) &&
    isSame(a.invocation.agent, b.invocation.agent) &&
    a.invocation.service === b.invocation.service
  );
}

function isSame(a: AgentFacts | undefined, b: AgentFacts | undefined): boolean {
  return a?.name === b?.name && a?.id === b?.id;
}

function signalsOf({ invocation, outcome }: PlainCall) {
  return outcome === undefined ? [invocation] : [invocation, outcome];
}

function addEvents(
  events: TimedEvent[],
  { span, callId, tool, invocation, outcome }: PlainCall,
  place: Place,
  rules: VconRules,
): void {
  const common: AttemptParameters = { place, operationId: callId, attempt: 1, tool };
  const add = (signal: Signal, rank: number, target?: InvocationParameters) => {
    const { kind, time = invocation.time } = signal;
    const date = time && toVconDate(time);
    if (time === undefined || date === undefined || kind === 'decision') return;
    const event = toolEvent(kind, date, common, target, signal, rules);
    events.push({ time, order: later(time, invocation.time) ?? time, rank, event });
  };
  const target: Writable<InvocationParameters> = {
    server: cleanName(serverParameter(invocation.call.server), rules),
    tool: cleanName(tool, rules),
  };
  if (rules.traceParameters) addCallParameters(target, callId, span, invocation.time, rules);
  add(invocation, RANK.invocation, target);
  if (outcome !== undefined) add(outcome, RANK.outcome);
}
