import type { PerformedAttempt } from './idempotency.js';
import type { ExecutorNotices } from './notices.js';
import { SIDE_EFFECT_CLASSES, type SideEffectClass } from './record.js';

/** From this class on a call changes what others see. */
const FIRST_SHARED: SideEffectClass = 'shared-write';

/**
 * Warns where a performed call breaks what the records' schema says only in words: `approvalId` is required for `shared-write` and
 * above, `effect` for side-effecting classes. A call that was denied needs neither, and only a success must know its effect.
 */
export function checkSchemaWords({ invocation, receipt }: PerformedAttempt, notices: ExecutorNotices): void {
  if (invocation === undefined || receipt === undefined || receipt.record.status === 'Denied') return;
  const { sideEffectClass, approvalId } = invocation.record;
  if (SIDE_EFFECT_CLASSES.indexOf(sideEffectClass) < SIDE_EFFECT_CLASSES.indexOf(FIRST_SHARED)) return;
  if (approvalId === undefined) notices.approvalMissing(invocation, sideEffectClass);
  if (receipt.record.status === 'Succeeded' && receipt.record.effect === undefined) {
    notices.effectMissing(receipt, sideEffectClass);
  }
}
