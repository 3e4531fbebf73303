import type { IntakeStats } from './intake.js';
import type { SinkStats } from './outbox.js';
import type { ProblemKind } from './problem.js';

/** What the processors did so far. Counts are since construction, unless they say what waits or is open. */
export interface ProcessorStats extends IntakeStats {
  /** Spans and log records that were not sampled, and so not recorded. */
  readonly unsampled: number;
  /** Spans and log records that came after shutdown: they are lost. */
  readonly late: number;
  /** Calls and agent runs that have started and not ended. */
  readonly openSpans: number;
  /** Of these, how many were forgotten before they ended, because there were too many or they took too long. */
  readonly forgottenSpans: number;
  /** Open conversations, and traces without one. */
  readonly openConversations: number;
  /** Records that the open conversations hold. */
  readonly openRecords: number;
  /** One entry a sink, in the order of the option `sinks`. */
  readonly sinks: readonly SinkStats[];
  /** How often each kind of problem came. */
  readonly problems: Readonly<Partial<Record<ProblemKind, number>>>;
}
