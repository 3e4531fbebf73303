import { compareTime, type RecordOrigin } from '../telemetry/index.js';
import { fromVconDate } from '../vcon/index.js';
import { comparableJson } from './canonical.js';
import type { ExecutorNotices } from './notices.js';
import type { ExecutorRecord, ReceiptStatus, ToolInvocation, ToolReceipt } from './record.js';

/** A record as it was read, with its place among the others. */
export interface Placed<R extends ExecutorRecord> {
  readonly record: R;
  /** Counts from 0 over all records. */
  readonly place: number;
  readonly origin?: RecordOrigin;
}

/** One attempt as the executor recorded it: a request, its receipt, or both. At least one is present. */
export interface JoinedAttempt {
  readonly invocation?: Placed<ToolInvocation>;
  readonly receipt?: Placed<ToolReceipt>;
  /** An earlier receipt that left the outcome open, which `receipt` settled. */
  readonly unsettled?: Placed<ToolReceipt>;
  /** In place of a request that is missing: another one of the same invocation, which tells the run and the agent. */
  readonly sibling?: Placed<ToolInvocation>;
}

/** What the executor did not wait for, or does not know: a later receipt can say it. */
const OPEN_STATUSES: ReadonlySet<ReceiptStatus> = new Set(['TimedOut', 'Uncertain']);

/** The same for one receipt, read twice or given back again for a request that repeated an idempotency key. */
export function receiptIdentity(receipt: ToolReceipt): string {
  const { status, startedAt, receiptHash } = receipt;
  return comparableJson(receiptHash === undefined ? { ...receipt } : [status, startedAt, receiptHash]);
}

/**
 * Joins the requests and receipts of one `invocationId`. A receipt does not name its attempt: with as many receipts as requests
 * the order decides (receipts by `startedAt`); with fewer, a receipt answers the last open request that stands before it, or the
 * first of those that repeat its idempotency key; with more, one that follows an open outcome settles it.
 */
export function joinAttempts(
  invocations: readonly Placed<ToolInvocation>[],
  receipts: readonly Placed<ToolReceipt>[],
  notices: ExecutorNotices,
): JoinedAttempt[] {
  const requests = distinctAttempts(invocations, notices);
  const inOrder = receipts.toSorted((a, b) => compareStart(a, b) || openFirst(a, b) || a.place - b.place);
  const answers = inOrder.length > requests.length ? distinctReceipts(inOrder) : inOrder;
  if (answers.length < requests.length) return joinByPlace(requests, answers, notices);
  const [sibling] = requests;
  return settled(answers, requests.length).map((answer, index) => {
    const invocation = requests[index];
    if (invocation !== undefined) return { ...answer, invocation };
    return sibling === undefined ? answer : { ...answer, sibling };
  });
}

/** Receipts as the outcomes of so many attempts: where there are more, those that follow an open outcome settle it. */
function settled(answers: readonly Placed<ToolReceipt>[], attempts: number): JoinedAttempt[] {
  const outcomes: JoinedAttempt[] = [];
  let surplus = attempts === 0 ? 0 : answers.length - attempts;
  for (const receipt of answers) {
    const unsettled = outcomes.at(-1)?.receipt;
    if (surplus > 0 && unsettled !== undefined && isOpen(unsettled) && !isOpen(receipt)) {
      outcomes.splice(-1, 1, { receipt, unsettled });
      surplus -= 1;
    } else outcomes.push({ receipt });
  }
  return outcomes;
}

function isOpen({ record }: Placed<ToolReceipt>): boolean {
  return OPEN_STATUSES.has(record.status);
}

function openFirst(a: Placed<ToolReceipt>, b: Placed<ToolReceipt>): number {
  return Number(isOpen(b)) - Number(isOpen(a));
}

/** Whether two requests ask for the same under one idempotency key, so that one receipt answers both. */
function repeatsKey(a: ToolInvocation, b: ToolInvocation): boolean {
  return a.idempotencyKey !== undefined && keyOf(a) === keyOf(b) && a.argumentsHash === b.argumentsHash;
}

/** An idempotency key is unique for scope and tool. */
export function keyOf({ idempotencyKey, toolId, scope }: ToolInvocation): string {
  return comparableJson([idempotencyKey, toolId, scope ?? null]);
}

function joinByPlace(
  requests: readonly Placed<ToolInvocation>[],
  answers: readonly Placed<ToolReceipt>[],
  notices: ExecutorNotices,
): JoinedAttempt[] {
  const answerOf = new Map<Placed<ToolInvocation>, Placed<ToolReceipt>>();
  for (const receipt of answers) {
    const open = requests.filter((request) => !answerOf.has(request));
    const nearest = open.findLast(({ place }) => place < receipt.place) ?? open[0];
    if (nearest === undefined) continue;
    const first = open.find(({ record }) => repeatsKey(record, nearest.record)) ?? nearest;
    answerOf.set(first, receipt);
    if (open.some(({ record }) => !repeatsKey(record, nearest.record))) notices.attemptAmbiguous(receipt);
  }
  return requests.map((invocation) => {
    const receipt = answerOf.get(invocation);
    return receipt === undefined ? { invocation } : { invocation, receipt };
  });
}

/** A request read twice is one; the first counts. */
function distinctAttempts(
  invocations: readonly Placed<ToolInvocation>[],
  notices: ExecutorNotices,
): readonly Placed<ToolInvocation>[] {
  const known = new Map<string, Placed<ToolInvocation>>();
  for (const invocation of invocations) {
    const json = comparableJson({ ...invocation.record });
    const id = invocation.record.attemptId ?? json;
    const first = known.get(id);
    if (first === undefined) known.set(id, invocation);
    else if (comparableJson({ ...first.record }) !== json) notices.attemptDiffers(invocation);
  }
  return [...known.values()];
}

function distinctReceipts(receipts: readonly Placed<ToolReceipt>[]): readonly Placed<ToolReceipt>[] {
  const distinct = new Map<string, Placed<ToolReceipt>>();
  for (const receipt of receipts) {
    const identity = receiptIdentity(receipt.record);
    if (!distinct.has(identity)) distinct.set(identity, receipt);
  }
  return [...distinct.values()];
}

function compareStart(a: Placed<ToolReceipt>, b: Placed<ToolReceipt>): number {
  const [aTime, bTime] = [fromVconDate(a.record.startedAt), fromVconDate(b.record.startedAt)];
  return aTime === undefined || bTime === undefined ? 0 : compareTime(aTime, bTime);
}
