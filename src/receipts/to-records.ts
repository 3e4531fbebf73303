import type { JsonObject, NoticeSink } from '../telemetry/index.js';
import type { Vcon } from '../vcon/index.js';
import {
  type AttemptPlace,
  argumentsOf,
  deriveInvocation,
  deriveReceipt,
  hasPlainArguments,
  type RecordDefaults,
} from './derived.js';
import { invocationOf, receiptOf } from './extension.js';
import { INVOCATION_MEMBERS, type Member, RECEIPT_MEMBERS } from './members.js';
import type { ExecutorRecord, ToolInvocation, ToolReceipt } from './record.js';
import { type RecordedAttempt, recordedCalls } from './recorded.js';
import { errorOfContent } from './signals.js';

/** Options of {@link vconToReceipts}. */
export interface VconToReceiptsOptions extends RecordDefaults {
  /** Receives what was noticed: what records cannot say, and what had to be assumed. Default: nothing. */
  readonly onNotice?: NoticeSink;
}

/**
 * Writes the tool calls of a vCon as executor records: a ToolInvocation and a ToolReceipt for each attempt, in the order of time.
 * What the extension `governed-executor` carries comes back as it was; calls of ordinary telemetry get deterministic UUIDs, hashes
 * of their RFC 8785 form, and the defaults of the options. All records follow the executor's schema. Never throws.
 */
export function vconToReceipts(vcon: Vcon, options: VconToReceiptsOptions = {}): readonly ExecutorRecord[] {
  const { attempts, others } = recordedCalls(vcon);
  const say = (code: string, message: string) => options.onNotice?.({ code, level: 'info', message });
  for (const type of others)
    say('receipts-event-left-out', `a ${type} was left out: executor records cannot tell of it`);
  const ordinals = new Map<string, number>();
  return attempts.flatMap((attempt) => {
    const ordinal = (ordinals.get(attempt.operationId) ?? 0) + 1;
    ordinals.set(attempt.operationId, ordinal);
    const place: AttemptPlace = { vcon, ordinal, defaults: options };
    return recordsOf(attempt, place, say);
  });
}

type Say = (code: string, message: string) => void;

function recordsOf(attempt: RecordedAttempt, place: AttemptPlace, say: Say): ExecutorRecord[] {
  const { decision, invocation, outcome, operationId } = attempt;
  if (invocation === undefined && outcome === undefined && decision?.event.decision === 'allowed') {
    say('receipts-not-performed', `operation ${operationId} was allowed, but no invocation of it was observed`);
    return [];
  }
  const receipt = receiptFor(attempt, place);
  if (receipt === undefined) {
    say('receipts-time-unknown', `operation ${operationId} has no time that can be read, so it was left out`);
    return [];
  }
  if (invocation === undefined && outcome !== undefined && receiptOf(outcome.event).status !== undefined)
    return [receipt];
  const carried = invocationOf((invocation ?? decision)?.event ?? {});
  const request =
    carried.invocationId === undefined
      ? deriveInvocation(attempt, place)
      : completed({ ...carried, arguments: argumentsOf(attempt) }, INVOCATION_MEMBERS, () =>
          deriveInvocation(attempt, place),
        );
  if (request === undefined) {
    say('receipts-tool-unknown', `operation ${operationId} does not name its tool, so it was left out`);
    return [];
  }
  if (carried.invocationId === undefined) sayAssumptions(attempt, place, say);
  return [{ ...request, invocationId: receipt.invocationId }, receipt];
}

function receiptFor(attempt: RecordedAttempt, place: AttemptPlace): ToolReceipt | undefined {
  const event = attempt.outcome?.event ?? (attempt.invocation === undefined ? attempt.decision?.event : undefined);
  const carried = event === undefined ? {} : receiptOf(event);
  if (event === undefined || carried.status === undefined) return deriveReceipt(attempt, place);
  const error: JsonObject | undefined = carried.error ?? errorOfContent(carried.status, event['body']);
  const whole = { ...carried, ...(error === undefined ? {} : { error }) };
  return completed(whole, RECEIPT_MEMBERS, () => deriveReceipt(attempt, place));
}

/** What was carried, in the form that the schema demands, with what it requires and was not carried. */
function completed<R extends ToolInvocation | ToolReceipt>(
  carried: Partial<R>,
  members: readonly Member<keyof R & string>[],
  derive: () => R | undefined,
): R | undefined {
  const record = new Map<string, unknown>(Object.entries(carried));
  for (const { name, strict } of members) if (record.has(name)) record.set(name, strict(record.get(name)));
  const missing = members.filter(({ name, required }) => required && !record.has(name));
  const derived = missing.length === 0 ? undefined : derive();
  if (missing.length > 0 && derived === undefined) return undefined;
  for (const { name } of missing) record.set(name, derived?.[name]);
  return Object.fromEntries(record) as unknown as R;
}

function sayAssumptions(attempt: RecordedAttempt, { defaults }: AttemptPlace, say: Say): void {
  const { operationId, outcome, invocation } = attempt;
  if (defaults.sideEffectClass === undefined) {
    say(
      'receipts-class-assumed',
      `operation ${operationId}: nothing tells its sideEffectClass; "external" was assumed`,
    );
  }
  if (!hasPlainArguments(attempt)) {
    say(
      'receipts-arguments',
      `operation ${operationId}: its arguments are not inline, or no object; they were wrapped or left out`,
    );
  }
  if (invocation !== undefined && outcome === undefined) {
    say('receipts-no-outcome', `operation ${operationId}: no outcome was observed; its receipt says "Uncertain"`);
  }
}
