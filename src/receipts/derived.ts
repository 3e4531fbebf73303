import type { DecisionFacts } from '../mapping/index.js';
import { type HrTime, isMap, type JsonObject, type JsonValue, toNanos } from '../telemetry/index.js';
import { fromVconDate, toVconDate, type Vcon, type VconEvent } from '../vcon/index.js';
import { toUuid, uuid5 } from './ids.js';
import { hashOfJson } from './integrity.js';
import { errorOf, statusOf } from './outcome.js';
import type { SideEffectClass, ToolInvocation, ToolReceipt } from './record.js';
import type { RecordedAttempt } from './recorded.js';

/** What a vCon says of the policy decision for a call. */
export interface ObservedDecision {
  /** `undefined`: none was observed. */
  readonly decision?: DecisionFacts['decision'];
  readonly life?: 'once' | 'standing';
  readonly reason?: string;
}

/** Values that executor records need and telemetry does not have. */
export interface RecordDefaults {
  /** `scope`: its schema is not public. Default `{}`. */
  readonly scope?: JsonValue;
  /** Makes `policyDecision`, whose schema is not public. Default `{decision: "allow" | "require-approval" | "deny" | "not-observed"}`, with `life` and `reason`. */
  readonly policyDecision?: (observed: ObservedDecision) => JsonValue;
  /** `sideEffectClass` of a tool. Default: `external`, because nothing tells that a tool changes nothing. */
  readonly sideEffectClass?: SideEffectClass | ((tool: string, server: string | undefined) => SideEffectClass);
  /** `schemaVersion`. Default "1". */
  readonly schemaVersion?: string;
}

/** Where an attempt stands in its vCon. */
export interface AttemptPlace {
  readonly vcon: Vcon;
  /** Counts from 1 over the attempts of the operation, those that were denied included. */
  readonly ordinal: number;
  readonly defaults: RecordDefaults;
}

const HOST = '!host';

/** A ToolInvocation for an attempt that no executor recorded; `undefined` when its tool is not known. */
export function deriveInvocation(attempt: RecordedAttempt, place: AttemptPlace): ToolInvocation | undefined {
  const { defaults, ordinal } = place;
  const { invocation, decision } = attempt;
  const source = invocation?.event ?? decision?.event;
  if (typeof source?.tool !== 'string') return undefined;
  const server = typeof source.server === 'string' && source.server !== HOST ? source.server : undefined;
  const runId = runIdOf(source, place.vcon);
  const invocationId = invocationIdOf(attempt, place.vcon);
  const args = argumentsOf(attempt);
  const argumentsHash = hashOfJson(args);
  const agentId = agentOf(source, place.vcon);
  const observed = observedDecision(attempt);
  const isGranted = observed.decision === 'permission-required' && invocation !== undefined;
  const { sideEffectClass = 'external' } = defaults;
  return {
    invocationId,
    toolId: source.tool,
    schemaVersion: defaults.schemaVersion ?? '1',
    ...(server === undefined ? {} : { mcpServerId: server }),
    scope: defaults.scope ?? {},
    runId,
    stepId: uuid5(invocationId, 'step'),
    attemptId: uuid5(invocationId, `attempt ${ordinal}`),
    ...(agentId === undefined ? {} : { agentId }),
    sideEffectClass: typeof sideEffectClass === 'string' ? sideEffectClass : sideEffectClass(source.tool, server),
    idempotencyKey: uuid5(invocationId, `idempotency ${argumentsHash}`),
    arguments: args,
    argumentsHash,
    policyDecision: (defaults.policyDecision ?? defaultDecision)(observed),
    ...(isGranted ? { approvalId: uuid5(invocationId, `approval ${ordinal}`) } : {}),
  };
}

/** A ToolReceipt for an attempt that no executor recorded; `undefined` when it has no time. */
export function deriveReceipt(attempt: RecordedAttempt, { vcon }: AttemptPlace): ToolReceipt | undefined {
  const { invocation, outcome, decision } = attempt;
  const start = fromVconDate((invocation ?? outcome ?? decision)?.event.time);
  const startedAt = start && toVconDate(start);
  if (start === undefined || startedAt === undefined) return undefined;
  const end = fromVconDate(outcome?.event.time);
  const finishedAt = end && toVconDate(end);
  const durationMs = end === undefined ? undefined : millisBetween(start, end);
  const resultRef = resultRefOf(attempt, vcon);
  const error = errorOf(attempt);
  const receipt = {
    invocationId: invocationIdOf(attempt, vcon),
    status: statusOf(attempt),
    startedAt,
    ...(finishedAt === undefined ? {} : { finishedAt }),
    ...(resultRef === undefined ? {} : { resultRef }),
    ...(durationMs === undefined ? {} : { usage: { durationMs } }),
    ...(error === undefined ? {} : { error }),
  };
  return { ...receipt, receiptHash: hashOfJson(receipt) };
}

/** Whether the arguments of an attempt can be given as the draft has them: inline and an object. */
export function hasPlainArguments({ invocation }: RecordedAttempt): boolean {
  return invocation === undefined || isMap(invocation.event.body);
}

function invocationIdOf(attempt: RecordedAttempt, vcon: Vcon): string {
  const source = (attempt.invocation ?? attempt.decision ?? attempt.outcome)?.event;
  return toUuid(attempt.operationId, 'operation', runIdOf(source, vcon));
}

/** The conversation is the run, so that the parts of one conversation agree; a vCon without one is a run of its own. */
function runIdOf(event: VconEvent | undefined, vcon: Vcon): string {
  const index = [event?.['sessions']].flat()[0];
  const session = typeof index === 'number' ? vcon.sessions?.[index] : undefined;
  const first = vcon.sessions?.find(({ conversation_id: id }) => typeof id === 'string');
  const conversation = session?.conversation_id ?? first?.conversation_id;
  return typeof conversation === 'string' ? toUuid(conversation, 'run') : toUuid(vcon.uuid, 'vcon');
}

function agentOf({ party }: VconEvent, vcon: Vcon): string | undefined {
  const agent = typeof party === 'number' ? vcon.parties?.[party] : undefined;
  return [agent?.name, agent?.uuid].find((name) => typeof name === 'string' && name !== '');
}

/** The arguments that were recorded; those that are no object as `value` of one. */
export function argumentsOf({ invocation }: RecordedAttempt): JsonObject {
  const body = invocation?.event.body;
  if (body === undefined) return {};
  return isMap(body) ? (body as JsonObject) : { value: body };
}

function observedDecision({ decision, standing }: RecordedAttempt): ObservedDecision {
  const event = decision?.event ?? standing;
  if (event === undefined) return {};
  const { reason } = event;
  return { decision: event.decision, life: event.policy_life, ...(typeof reason === 'string' ? { reason } : {}) };
}

const WORDS: Readonly<Record<DecisionFacts['decision'], string>> = {
  allowed: 'allow',
  'permission-required': 'require-approval',
  disallowed: 'deny',
};

function defaultDecision({ decision, life, reason }: ObservedDecision): JsonValue {
  return {
    decision: decision === undefined ? 'not-observed' : WORDS[decision],
    ...(life === 'standing' ? { life } : {}),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Results are never inline: the receipt refers to the Event Object that has it, or to where the vCon says that it is. */
function resultRefOf({ outcome }: RecordedAttempt, vcon: Vcon): string | undefined {
  if (outcome?.event.type !== 'tool-result') return undefined;
  if (typeof outcome.event.url === 'string') return outcome.event.url;
  return outcome.event.body === undefined ? undefined : `urn:uuid:${vcon.uuid}#/events/${outcome.index}`;
}

/** Whole milliseconds; `undefined` when the clocks disagree. */
function millisBetween(start: HrTime, end: HrTime): number | undefined {
  const millis = Number((toNanos(end) - toNanos(start)) / 1_000_000n);
  return millis < 0 ? undefined : millis;
}
