import { setTimeout as sleep } from 'node:timers/promises';
import { retryAfter } from '../../http/index.js';
import { type Answer, PermanentFailure, type Post } from './post.js';

/** Waiting, which tests replace. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  wait(milliseconds: number): Promise<void>;
  /** 0 to 1. */
  random(): number;
}

/** The clock of the machine. */
export const SYSTEM_CLOCK: Clock = {
  now: Date.now,
  wait: (milliseconds) => sleep(milliseconds),
  random: Math.random,
};

/** What became of one request after its retries. */
export type Attempted =
  | { readonly answer: Answer; readonly retries: number }
  | { readonly error: unknown; readonly retries: number };

/** OTLP/HTTP "Retryable Response Codes": all others must not be retried. */
const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const MAX_RETRIES = 5;
/** The first wait, doubled each time up to the last one; the same order of size as the OpenTelemetry SDKs'. */
const FIRST_WAIT = 1000;
const LAST_WAIT = 30_000;
/** Up or down, so that clients that failed together do not come back together. */
const JITTER = 0.2;
/** A server that asks for a longer pause is not waited for. */
const MAX_RETRY_AFTER = 300_000;

/**
 * Sends a request, again after a connection failure or a retryable answer, five times at most. Never rejects.
 *
 * @param onRetry is told before each wait, with its milliseconds.
 */
export async function postWithRetries(
  post: Post,
  body: string,
  clock: Clock,
  onRetry: (failed: Attempted, pause: number) => void = () => {},
): Promise<Attempted> {
  for (let retries = 0; ; retries++) {
    const attempted: Attempted = await post(body).then(
      (answer) => ({ answer, retries }),
      (error: unknown) => ({ error, retries }),
    );
    if ('answer' in attempted ? !isRetryable(attempted.answer.status) : attempted.error instanceof PermanentFailure)
      return attempted;
    const asked = 'answer' in attempted ? retryAfter(attempted.answer.headers['retry-after'], clock.now()) : undefined;
    if (retries === MAX_RETRIES || (asked ?? 0) > MAX_RETRY_AFTER) return attempted;
    const backOff = Math.min(FIRST_WAIT * 2 ** retries, LAST_WAIT) * (1 + JITTER * (2 * clock.random() - 1));
    const pause = asked ?? backOff;
    onRetry(attempted, pause);
    await clock.wait(pause);
  }
}

/** Whether OTLP lets a client try again after this answer. */
export function isRetryable(status: number): boolean {
  return RETRYABLE.has(status);
}
