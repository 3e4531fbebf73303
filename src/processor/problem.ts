import { diag } from '@opentelemetry/api';

/**
 * Kinds of problems of the live processors. Each is counted in `stats()` and said at most once a period. What the conversion warns of is a
 * kind of its own by the notice's code, such as `notice dropped-attributes`.
 */
export type ProblemKind =
  | 'span-unreadable'
  | 'log-unreadable'
  | 'bridge-failed'
  | 'sink-failed'
  | 'sink-late'
  | 'vcon-lost'
  | 'record-lost'
  | 'journal-failed'
  | 'store-failed'
  | 'late-record'
  | 'metrics-failed'
  | 'registered-twice'
  | `notice ${string}`;

/** A problem as `onError` gets it. */
export interface Problem {
  readonly kind: ProblemKind;
  readonly message: string;
  /** What was thrown or rejected, if anything. */
  readonly cause?: unknown;
  /** How many of this kind there were since the last time this kind was said. */
  readonly count: number;
}

/** Receives problems. What it throws is ignored. */
export type ProblemSink = (problem: Problem) => void;

/** Every kind is said at most once in this time: 60 s, the least that an operator's alert would poll. */
const PERIOD_MILLIS = 60_000;

/** Counts problems by kind and says each kind at most once a period. Never throws. */
export class ProblemReporter {
  readonly #say: ProblemSink;
  readonly #period: number;
  readonly #kinds = new Map<ProblemKind, { total: number; unsaid: number; saidAt: number }>();

  constructor(say: ProblemSink = sayToDiag, periodMillis = PERIOD_MILLIS) {
    this.#say = say;
    this.#period = periodMillis;
  }

  /** Counts a problem, and says it when its kind was not said for a period. */
  report(kind: ProblemKind, message: string, cause?: unknown): void {
    const now = Date.now();
    const known = this.#kinds.get(kind);
    const state = known ?? { total: 0, unsaid: 0, saidAt: Number.NEGATIVE_INFINITY };
    if (known === undefined) this.#kinds.set(kind, state);
    state.total += 1;
    state.unsaid += 1;
    if (now - state.saidAt < this.#period) return;
    const count = state.unsaid;
    state.unsaid = 0;
    state.saidAt = now;
    try {
      this.#say({ kind, message, count, ...(cause !== undefined && { cause }) });
    } catch {
      // The application's own handler failed: nothing is left to tell it to.
    }
  }

  /** How many problems of each kind there were. */
  totals(): Partial<Record<ProblemKind, number>> {
    return Object.fromEntries([...this.#kinds].map(([kind, { total }]) => [kind, total]));
  }
}

function sayToDiag({ message, cause, count }: Problem): void {
  const times = count > 1 ? ` (${count} times)` : '';
  diag.warn(`otel-vcon: ${message}${times}`, ...(cause === undefined ? [] : [cause]));
}
