import type { NoticeSink } from '../../telemetry/index.js';
import { type EncodedSpans, requestBody, requestBytes, spanCount } from './encoded-spans.js';
import { partialSuccess } from './partial-success.js';
import type { Answer, Post } from './post.js';
import { packRequests } from './requests.js';
import { type Clock, isRetryable, postWithRetries } from './retry.js';
import { MAX_SPAN_BYTES } from './settings.js';

/** What became of the spans and requests of a replay. */
export interface SendSummary {
  /** Spans that the receiver took. */
  readonly accepted: number;
  /** Spans that it refused, or that got no answer. */
  readonly rejected: number;
  /** Spans that were not sent, or not sent again, because they are too large. */
  readonly skipped: number;
  /** Requests that got an answer or failed, retries not counted. */
  readonly requests: number;
  readonly retries: number;
  /** Bytes of the requests before compression. */
  readonly bytes: number;
  /** Why nothing more was sent; absent when all was tried. */
  readonly stopped?: string;
}

/** So many traces are named where spans are lost. */
const NAMED_TRACES = 3;
/** Refusals that every request would get: the settings are wrong, not the spans. */
const SETTINGS_ARE_WRONG: ReadonlySet<number> = new Set([401, 403, 404, 405, 407, 415]);

/** Sends requests one after the other, and learns from 413 how large they may be. */
export class Sender {
  readonly #post: Post;
  readonly #clock: Clock;
  readonly #onNotice: NoticeSink;
  readonly #onRetry: (message: string) => void;
  readonly #target: string;
  readonly #summary = { accepted: 0, rejected: 0, skipped: 0, requests: 0, retries: 0, bytes: 0 };
  #limit: number;
  /** A request of one span that was as large as this was refused: so would be a larger one. */
  #refused = MAX_SPAN_BYTES + 1;
  #stopped: string | undefined;

  constructor(options: {
    post: Post;
    clock: Clock;
    onNotice: NoticeSink;
    onRetry: (message: string) => void;
    target: string;
    limit: number;
  }) {
    this.#post = options.post;
    this.#clock = options.clock;
    this.#onNotice = options.onNotice;
    this.#onRetry = options.onRetry;
    this.#target = options.target;
    this.#limit = options.limit;
  }

  /** Bytes of a request, as far as is known what the receiver takes. */
  get limit(): number {
    return this.#limit;
  }

  /** Whether nothing more is to be sent. */
  get isStopped(): boolean {
    return this.#stopped !== undefined;
  }

  get summary(): SendSummary {
    return { ...this.#summary, ...(this.#stopped === undefined ? {} : { stopped: this.#stopped }) };
  }

  /** Sends pieces in one request, or in several when that turns out to be too large. */
  async send(pieces: readonly EncodedSpans[]): Promise<void> {
    let left = [...pieces];
    while (left.length > 0) {
      const [request = [], ...others] = packRequests(left, this.#limit);
      left = others.flat();
      if (!(await this.#sendOne(request))) left.unshift(...request);
    }
  }

  /** Sends a request. @returns false when the receiver takes only smaller ones. */
  async #sendOne(pieces: readonly EncodedSpans[]): Promise<boolean> {
    if (this.isStopped) {
      this.#summary.rejected += spanCount(pieces);
      return true;
    }
    const bytes = requestBytes(pieces);
    const isSingle = spanCount(pieces) === 1;
    if (isSingle && bytes >= this.#refused) return this.#skip(pieces, bytes);
    const attempted = await postWithRetries(this.#post, requestBody(pieces), this.#clock, (failed, pause) =>
      this.#onRetry(`${this.#failure(failed)}; next try in ${(pause / 1000).toFixed(1)} s`),
    );
    this.#summary.requests += 1;
    this.#summary.retries += attempted.retries;
    this.#summary.bytes += bytes;
    if ('error' in attempted) {
      this.#stop(pieces, this.#failure(attempted));
      return true;
    }
    const { status } = attempted.answer;
    if (status === 413 && !isSingle) {
      this.#limit = Math.floor(bytes / 2);
      return false;
    }
    if (status === 413) {
      this.#refused = bytes;
      return this.#skip(pieces, bytes);
    }
    if (status >= 200 && status < 300) this.#accept(pieces, attempted.answer);
    else this.#reject(pieces, attempted.answer);
    return true;
  }

  #accept(pieces: readonly EncodedSpans[], answer: Answer): void {
    const { rejected, message } = partialSuccess(answer.body);
    const spans = spanCount(pieces);
    const refused = Math.min(rejected, spans);
    this.#summary.accepted += spans - refused;
    this.#summary.rejected += refused;
    if (refused > 0 || message !== '') {
      const what = refused === 0 ? `took all of ${spans} spans` : `did not take ${refused} of ${spans} spans`;
      this.#warn('partial-success', `${this.#target} ${what}: ${message || 'no reason given'}`);
    }
  }

  #reject(pieces: readonly EncodedSpans[], answer: Answer): void {
    const { status } = answer;
    const message = this.#failure({ answer });
    if (isRetryable(status) || status < 400 || SETTINGS_ARE_WRONG.has(status)) {
      this.#stop(pieces, message);
      return;
    }
    this.#summary.rejected += spanCount(pieces);
    this.#warn('request-rejected', `${message}; ${spanCount(pieces)} spans of ${tracesOf(pieces)} are lost`);
  }

  #stop(pieces: readonly EncodedSpans[], reason: string): void {
    this.#summary.rejected += spanCount(pieces);
    this.#stopped = reason;
  }

  #skip(pieces: readonly EncodedSpans[], bytes: number): true {
    const span = pieces[0]?.spans[0];
    this.#summary.skipped += 1;
    this.#warn(
      'span-too-large',
      `span ${JSON.stringify(span?.name)} (trace ${span?.traceId}, span ${span?.spanId}) is skipped: its ${bytes} bytes are more than can be sent`,
    );
    return true;
  }

  /** What came instead of success, in words. */
  #failure(failed: { readonly answer: Answer } | { readonly error: unknown }): string {
    if ('error' in failed) return `${this.#target} cannot be reached: ${reasonOf(failed.error)}`;
    const reason = failed.answer.body.trim().slice(0, 300);
    return `${this.#target} answered ${failed.answer.status}${reason === '' ? '' : `: ${reason}`}`;
  }

  #warn(code: string, message: string): void {
    this.#onNotice({ code, level: 'warning', message });
  }
}

/** The traces of pieces in words, the first few by their ids. */
function tracesOf(pieces: readonly EncodedSpans[]): string {
  const ids = [...new Set(pieces.flatMap(({ spans }) => spans[0]?.traceId ?? []))];
  const more = ids.length > NAMED_TRACES ? ` and ${ids.length - NAMED_TRACES} more` : '';
  return `${ids.length === 1 ? 'trace' : 'traces'} ${ids.slice(0, NAMED_TRACES).join(', ')}${more}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return error.message === '' ? code : error.message;
}
