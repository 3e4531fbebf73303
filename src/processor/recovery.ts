import type { Delivery } from './delivery.js';
import type { Journal } from './journal.js';
import type { ProblemReporter } from './problem.js';

/**
 * Completes what the journals of ended processes hold, and removes each once its vCons are durable. Never rejects. What cannot be done before
 * `hasEnded`, or at all, is left for the next start.
 */
export async function complete(
  journal: Journal,
  delivery: Delivery,
  reporter: ProblemReporter,
  hasEnded: () => boolean,
): Promise<void> {
  const failed = (error: unknown) =>
    reporter.report('journal-failed', 'what an earlier process left could not be completed', error);
  try {
    for await (const { vcons, done } of journal.recover()) {
      if (hasEnded()) return;
      delivery.expect(vcons, () => void done().catch(failed));
      delivery.put(vcons);
      await delivery.flushInBackground('all');
    }
  } catch (error) {
    failed(error);
  }
}
