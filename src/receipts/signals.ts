import type { DecisionFacts, MappedRecord, ServerFacts, Signal, SignalContent, SignalKind } from '../mapping/index.js';
import {
  compareTime,
  fromNanos,
  type HrTime,
  isMap,
  type JsonObject,
  type JsonValue,
  toNanos,
} from '../telemetry/index.js';
import { fromVconDate } from '../vcon/index.js';
import { withoutArguments } from './denied-arguments.js';
import { GOVERNED_EXECUTOR, invocationParameters, receiptParameters } from './extension.js';
import type { PerformedAttempt } from './idempotency.js';
import type { Placed } from './joined.js';
import type { ExecutorNotices } from './notices.js';
import { type PolicyReading, readPolicyDecision } from './policy.js';
import type { ReceiptStatus, ToolInvocation, ToolReceipt } from './record.js';

/** The bridge takes signals of this emitter as they are, which is right for records that say what happened in so many words. */
const EXPLICIT = 'vcon';

/**
 * What came of a performed call. `Uncertain` has no counterpart in the draft: all that is known is that the agent stopped waiting,
 * which ends nothing (draft section 5).
 */
const OUTCOMES: Readonly<Record<Exclude<ReceiptStatus, 'Denied'>, SignalKind>> = {
  Succeeded: 'result',
  Failed: 'failure',
  TimedOut: 'timeout',
  Uncertain: 'timeout',
};

/** An attempt with a receipt: only then is its time known. */
export interface AnsweredAttempt extends PerformedAttempt {
  readonly receipt: Placed<ToolReceipt>;
}

/** The signals of one attempt. `number` counts from 1. */
export function signalsOfAttempt(attempt: AnsweredAttempt, number: number, notices: ExecutorNotices): MappedRecord {
  const { receipt, invocation } = attempt;
  const { status } = receipt.record;
  const signals =
    status === 'Denied' ? denied(attempt, number, notices) : performed(attempt, OUTCOMES[status], number, notices);
  if (invocation === undefined) notices.invocationMissing(receipt, signals.length === 0);
  return { emitter: GOVERNED_EXECUTOR, rules: [status], signals, remarks: [] };
}

/** The arguments in the content of a tool-invocation, the error in that of an outcome; see `errorOfContent` for the way back. */
function performed(attempt: AnsweredAttempt, outcome: SignalKind, number: number, notices: ExecutorNotices): Signal[] {
  const { invocation, receipt, unsettled } = attempt;
  const start = fromVconDate(receipt.record.startedAt);
  const signals: Signal[] = [];
  if (invocation !== undefined) {
    const common = commonOf(attempt, number);
    const decision = decisionOf(invocation, notices);
    if (decision !== undefined) signals.push({ ...common, kind: 'decision', time: start, decision });
    signals.push({
      ...common,
      kind: 'invocation',
      time: start,
      ...(invocation.record.arguments === undefined ? {} : { content: json(invocation.record.arguments) }),
      parameters: invocationParameters(invocation.record),
    });
  }
  if (unsettled !== undefined) {
    signals.push(outcomeSignal({ ...attempt, receipt: unsettled, replays: [] }, 'timeout', number, notices));
  }
  signals.push(outcomeSignal(attempt, outcome, number, notices));
  return signals;
}

function outcomeSignal(attempt: AnsweredAttempt, kind: SignalKind, number: number, notices: ExecutorNotices): Signal {
  const { record } = attempt.receipt;
  const content = outcomeContent(record);
  const { receipt_error, ...parameters } = receiptParameters(record);
  const replayed = attempt.replays.flatMap((replay) => replay.record.attemptId ?? []);
  return {
    ...commonOf(attempt, number),
    kind,
    time: endOf(attempt, notices),
    ...(content === undefined ? {} : { content }),
    parameters: {
      ...parameters,
      ...(content === undefined && receipt_error !== undefined ? { receipt_error } : {}),
      ...(replayed.length === 0 ? {} : { replay_attempt_ids: replayed }),
    },
  };
}

/** The executor is the host's policy: nothing was sent, so there is the decision alone and no arguments (draft sections 4, 6.1.1). */
function denied(attempt: AnsweredAttempt, number: number, notices: ExecutorNotices): Signal[] {
  const { invocation, receipt } = attempt;
  if (invocation === undefined) return [];
  const said = readPolicyDecision(invocation.record.policyDecision);
  const { code, message } = receipt.record.error ?? {};
  const reasons = said.decision === 'allowed' ? [message, said.reason, code] : [said.reason, message, code];
  const reason = reasons.find((text): text is string => typeof text === 'string' && text !== '');
  const quotes = reason !== undefined && withoutArguments(reason, invocation.record.arguments) === undefined;
  const parameters: Record<string, JsonValue> = {};
  const carried = { ...invocationParameters(invocation.record), ...receiptParameters(receipt.record) };
  for (const [name, value] of Object.entries(carried)) {
    const kept = withoutArguments(value, invocation.record.arguments);
    if (kept !== value) notices.argumentsLeftOut(invocation, name);
    if (kept !== undefined) parameters[name] = kept;
  }
  return [
    {
      ...commonOf(attempt, number),
      kind: 'decision',
      time: fromVconDate(receipt.record.startedAt),
      decision: { decision: 'disallowed', ...(reason === undefined || quotes ? {} : { reason }) },
      parameters,
    },
  ];
}

function decisionOf(invocation: Placed<ToolInvocation>, notices: ExecutorNotices): DecisionFacts | undefined {
  const said: PolicyReading = readPolicyDecision(invocation.record.policyDecision);
  const reason = said.reason === undefined ? {} : { reason: said.reason };
  if (said.decision === 'disallowed') notices.decisionContradicted(invocation);
  else if (invocation.record.approvalId !== undefined || said.decision === 'permission-required') {
    return { decision: 'permission-required', answer: 'granted', ...reason };
  }
  if (said.decision === undefined) {
    notices.decisionUnknown(invocation);
    return undefined;
  }
  return { decision: said.decision, ...reason };
}

type Common = Omit<Signal, 'kind' | 'time'>;

function commonOf({ invocation, receipt, sibling }: AnsweredAttempt, number: number): Common {
  const request = invocation?.record;
  const { agentId, runId } = (invocation ?? sibling)?.record ?? {};
  const origin = invocation?.origin ?? receipt.origin;
  return {
    source: 'log',
    emitter: EXPLICIT,
    extension: GOVERNED_EXECUTOR,
    rule: `${GOVERNED_EXECUTOR} ${receipt.record.status}`,
    call: {
      operationId: receipt.record.invocationId,
      attempt: number,
      ...(request === undefined ? {} : { tool: request.toolId, server: serverOf(request.mcpServerId) }),
    },
    ...(agentId === undefined ? {} : { agent: { id: agentId } }),
    ...(runId === undefined ? {} : { conversation: runId }),
    ...(origin === undefined ? {} : { origin }),
  };
}

/** A server that is not named is the host (draft section 6.1.8). */
function serverOf(mcpServerId: string | undefined): ServerFacts {
  if (mcpServerId === undefined || mcpServerId === '') return { host: true };
  return /^https?:\/\//i.test(mcpServerId) ? { url: mcpServerId } : { name: mcpServerId };
}

/**
 * When the outcome was there: `finishedAt`, else the start and what is known to have passed since, else the start, before which
 * it cannot have been.
 */
function endOf({ receipt, invocation }: AnsweredAttempt, notices: ExecutorNotices): HrTime | undefined {
  const { startedAt, finishedAt, usage, status } = receipt.record;
  const start = fromVconDate(startedAt);
  const end = fromVconDate(finishedAt);
  if (end !== undefined && start !== undefined && compareTime(end, start) < 0) {
    notices.endedBeforeStart(receipt);
    return start;
  }
  if (end !== undefined || start === undefined) return end ?? start;
  const lasted = Number(usage?.['durationMs']);
  if (lasted > 0) return later(start, lasted);
  const waited = Number(invocation?.record.timeoutSeconds);
  return status === 'TimedOut' && waited > 0 ? later(start, waited * 1000) : start;
}

function later(time: HrTime, millis: number): HrTime {
  return fromNanos(toNanos(time) + BigInt(Math.round(millis)) * 1_000_000n);
}

/** The detail of what went wrong. That a call is `Uncertain` is in the content, for readers who do not know the extension. */
function outcomeContent({ status, error }: ToolReceipt): SignalContent | undefined {
  if (status === 'Uncertain') return json({ status, ...(error === undefined ? {} : { error }) });
  return status === 'Succeeded' || error === undefined ? undefined : json(error);
}

/** The `error` of a receipt from the content of its outcome. */
export function errorOfContent(status: ReceiptStatus, body: unknown): JsonObject | undefined {
  if (status === 'Succeeded' || status === 'Denied' || !isMap(body)) return undefined;
  const error = status === 'Uncertain' ? body['error'] : body;
  return isMap(error) ? (error as JsonObject) : undefined;
}

function json(value: JsonObject): SignalContent {
  return { value, encoding: 'json', mediatype: 'application/json' };
}
