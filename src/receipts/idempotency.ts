import { isSameReceipt, type JoinedAttempt, keyOf, type Placed } from './joined.js';
import type { ExecutorNotices } from './notices.js';
import type { ToolInvocation } from './record.js';

/** An attempt that took place, with the requests that only got its receipt again. */
export interface PerformedAttempt extends JoinedAttempt {
  readonly replays: readonly Placed<ToolInvocation>[];
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
  const performed: { attempt: JoinedAttempt; replays: Placed<ToolInvocation>[] }[] = [];
  const byKey = new Map<string, typeof performed>();
  for (const attempt of attempts) {
    const { invocation } = attempt;
    const entry = { attempt, replays: [] };
    if (invocation?.record.idempotencyKey === undefined) {
      performed.push(entry);
      continue;
    }
    const key = keyOf(invocation.record);
    const earlier = byKey.get(key) ?? [];
    const original = earlier.find((candidate) => isReplay(candidate.attempt, attempt));
    if (original !== undefined) {
      original.replays.push(invocation);
      notices.replay(invocation);
      continue;
    }
    reportMisuse(
      earlier.map((candidate) => candidate.attempt),
      attempt,
      notices,
    );
    byKey.set(key, [...earlier, entry]);
    performed.push(entry);
  }
  return performed.map(({ attempt, replays }) => ({ ...attempt, replays }));
}

function isReplay(original: JoinedAttempt, later: JoinedAttempt): boolean {
  if (original.receipt === undefined || !hasSameArguments(original, later)) return false;
  return later.receipt === undefined || isSameReceipt(original.receipt.record, later.receipt.record);
}

function reportMisuse(earlier: readonly JoinedAttempt[], attempt: JoinedAttempt, notices: ExecutorNotices): void {
  if (attempt.invocation === undefined) return;
  if (earlier.some((other) => !hasSameArguments(other, attempt))) notices.keyConflict(attempt.invocation);
  const succeeded = ({ receipt }: JoinedAttempt) => receipt?.record.status === 'Succeeded';
  if (succeeded(attempt) && earlier.some((other) => succeeded(other) && hasSameArguments(other, attempt))) {
    notices.keyRanTwice(attempt.invocation);
  }
}

function hasSameArguments(a: JoinedAttempt, b: JoinedAttempt): boolean {
  return a.invocation?.record.argumentsHash === b.invocation?.record.argumentsHash;
}
