import { comparableJson } from './canonical.js';
import { type JoinedAttempt, keyOf, type Placed, receiptIdentity } from './joined.js';
import type { ExecutorNotices } from './notices.js';
import type { ToolInvocation, ToolReceipt } from './record.js';

/** An attempt that took place, with the requests that only got its receipt again. */
export interface PerformedAttempt extends JoinedAttempt {
  readonly replays: readonly Placed<ToolInvocation>[];
}

/** The attempts so far under one idempotency key and one `argumentsHash`. */
interface Use {
  /** The first that has a receipt. */
  answered: OpenAttempt | undefined;
  hasSucceeded: boolean;
  readonly byReceipt: Map<string, OpenAttempt>;
}

interface OpenAttempt extends JoinedAttempt {
  readonly replays: Placed<ToolInvocation>[];
}

/**
 * Takes out idempotent replays: a request with the key, tool, scope and `argumentsHash` of an earlier one that got the earlier
 * receipt, or none of its own, did nothing. A key that came with another hash, and one under which two calls succeeded, is
 * reported and both calls stay.
 */
export function withoutReplays(
  attempts: readonly JoinedAttempt[],
  notices: ExecutorNotices,
): readonly PerformedAttempt[] {
  const usesOfKey = new Map<string, Map<string | undefined, Use>>();
  return attempts.flatMap((attempt): OpenAttempt[] => {
    const { invocation } = attempt;
    const open = { ...attempt, replays: [] };
    if (invocation?.record.idempotencyKey === undefined) return [open];
    const key = keyOf(invocation.record);
    const uses = usesOfKey.get(key) ?? new Map<string | undefined, Use>();
    usesOfKey.set(key, uses);
    const { argumentsHash } = invocation.record;
    const use: Use = uses.get(argumentsHash) ?? { answered: undefined, hasSucceeded: false, byReceipt: new Map() };
    const original = originalOf(attempt, use);
    if (original !== undefined) {
      original.replays.push(invocation);
      notices.replay(invocation);
      return [];
    }
    const isSuccess = attempt.receipt?.record.status === 'Succeeded';
    if (uses.size > 0 && !uses.has(argumentsHash)) notices.keyConflict(invocation);
    if (isSuccess && use.hasSucceeded) notices.keyRanTwice(invocation);
    uses.set(argumentsHash, use);
    remember(open, use);
    return [open];
  });
}

/** The attempt that a replay got the receipt of; `undefined` when the attempt is no replay. */
function originalOf({ receipt }: JoinedAttempt, use: Use): OpenAttempt | undefined {
  if (receipt === undefined) return use.answered;
  const same = use.byReceipt.get(receiptIdentity(receipt.record));
  if (same !== undefined) return same;
  const alike = use.byReceipt.get(contentOf(receipt.record));
  return alike?.receipt?.record.invocationId === receipt.record.invocationId ? undefined : alike;
}

function remember(open: OpenAttempt, use: Use): void {
  if (open.receipt === undefined) return;
  const { record } = open.receipt;
  use.answered ??= open;
  use.hasSucceeded ||= record.status === 'Succeeded';
  for (const key of [receiptIdentity(record), contentOf(record)]) {
    if (!use.byReceipt.has(key)) use.byReceipt.set(key, open);
  }
}

/** A receipt without what an executor changes when it gives it back for another invocation. */
function contentOf({ invocationId: _id, receiptHash: _hash, ...rest }: ToolReceipt): string {
  return comparableJson(rest);
}
