import type { BuiltVcon } from '../../bridge/index.js';
import { OtelVconError } from '../../telemetry/index.js';
import { serializeVcon } from '../../vcon/index.js';
import { Alarm } from '../alarm.js';
import { ProblemReporter, type ProblemSink } from '../problem.js';
import type { VconSink } from '../sink.js';
import { untraced } from '../untraced.js';
import type { DropPolicy } from '../waiting-vcons.js';
import { DiskQueue } from './disk-queue.js';
import { post } from './post.js';

/** Options of an {@link HttpSink}. Times are milliseconds. */
export interface HttpSinkOptions {
  /** Where each vCon is posted. */
  readonly url: string;
  /** Further headers, such as `authorization`. They are never logged, and never follow a redirect. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The folder of the queue. What an earlier process left in it is sent too. */
  readonly queue: string;
  /** Most bytes in the queue. Default 268,435,456. */
  readonly maxQueueBytes?: number;
  /** What is given up beyond that. Default `oldest`. */
  readonly drop?: DropPolicy;
  /** Longest time of a request. Default 10,000 (OTEL_EXPORTER_OTLP_TIMEOUT). */
  readonly timeoutMillis?: number;
  /** First wait after a failure; it doubles up to `maxBackoffMillis`, and is shortened at random. Default 1,000. */
  readonly backoffMillis?: number;
  /** Default 60,000. */
  readonly maxBackoffMillis?: number;
  /** Receives what went wrong, at most once a kind and minute. Default: OpenTelemetry's diagnostic logger. */
  readonly onError?: ProblemSink;
}

/** What became of the vCons that an {@link HttpSink} was given. */
export interface HttpSinkStats {
  readonly queued: number;
  readonly queuedBytes: number;
  readonly sent: number;
  /** Requests that failed and were, or will be, tried again. */
  readonly retried: number;
  /** vCons that the server refused for good: they are in the folder `refused` of the queue. */
  readonly refused: number;
  /** vCons that were given up because the queue was full. */
  readonly lost: number;
}

/**
 * Posts each finished vCon to a server. A vCon is first put into a queue on disk, which is when its `write` is done; from there it is sent, and sent
 * again, until the server has taken or refused it, over restarts of the process.
 */
export class HttpSink implements VconSink {
  readonly target: string;
  readonly #options: Required<Omit<HttpSinkOptions, 'onError'>>;
  readonly #queue: DiskQueue;
  readonly #reporter: ProblemReporter;
  readonly #alarm = new Alarm(() => void this.#send());
  #sending: Promise<void> | undefined;
  #failures = 0;
  #sent = 0;
  #retried = 0;
  #refused = 0;
  #lost = 0;

  /** @throws OtelVconError `invalid-options` when the URL is not one of http or https. */
  constructor(options: HttpSinkOptions) {
    if (!URL.canParse(options.url) || !/^https?:$/.test(new URL(options.url).protocol)) {
      throw new OtelVconError('invalid-options', '`url` is no http or https URL', {
        advice: 'Give the URL that takes vCons by POST',
      });
    }
    this.#options = {
      headers: {},
      maxQueueBytes: 268_435_456,
      drop: 'oldest',
      timeoutMillis: 10_000,
      backoffMillis: 1_000,
      maxBackoffMillis: 60_000,
      ...options,
    };
    const { queue: folder, maxQueueBytes: maxBytes, drop } = this.#options;
    this.#queue = new DiskQueue({ folder, maxBytes, drop });
    this.#reporter = new ProblemReporter(options.onError);
    this.target = `http:${options.url}`;
    this.#alarm.set(0);
  }

  /** @throws the file system's error. */
  async write({ vcon, final }: BuiltVcon): Promise<void> {
    if (!final) return;
    const lost = await this.#queue.add(vcon.uuid, serializeVcon(vcon));
    if (lost > 0) this.#reporter.report('vcon-lost', `the queue is full: ${lost} vCons were given up`);
    this.#lost += lost;
    if (this.#failures === 0) this.#alarm.set(0);
  }

  /** Sends what is queued, as far as the server takes it now. */
  forceFlush(): Promise<void> {
    return this.#send();
  }

  /** Sends what is queued, as far as the server takes it now. The rest stays in the queue for the next process. */
  async shutdown(): Promise<void> {
    await this.#send();
    this.#alarm.cancel();
  }

  stats(): HttpSinkStats {
    const { files, bytes } = this.#queue.size;
    return {
      queued: files,
      queuedBytes: bytes,
      sent: this.#sent,
      retried: this.#retried,
      refused: this.#refused,
      lost: this.#lost,
    };
  }

  #send(): Promise<void> {
    this.#sending ??= untraced(() => this.#sendAll()).finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  /** Until the queue is empty or the server cannot take more now. Never rejects. */
  async #sendAll(): Promise<void> {
    try {
      for (let next = await this.#queue.first(); next !== undefined; next = await this.#queue.first()) {
        if (!(await this.#sendOne(next.name, next.text))) return;
      }
    } catch (error) {
      this.#reporter.report('sink-failed', 'the queue of vCons could not be read', error);
    }
  }

  /** @returns whether to go on with the next. */
  async #sendOne(name: string, text: string): Promise<boolean> {
    const posted = await post(text, this.#options);
    if (posted.outcome === 'retry') {
      this.#retried += 1;
      this.#reporter.report('sink-failed', `${name} could not be sent and waits: ${posted.reason}`);
      this.#alarm.set(posted.afterMillis ?? this.#backoff());
      this.#failures += 1;
      return false;
    }
    this.#failures = 0;
    if (posted.outcome === 'taken') {
      this.#sent += 1;
      await this.#queue.remove(name);
    } else {
      this.#refused += 1;
      this.#reporter.report('sink-failed', `${name} was refused: ${posted.reason}`);
      await this.#queue.refuse(name);
    }
    return true;
  }

  /** Exponential, between half and all of it, so that many processes do not come back at once. */
  #backoff(): number {
    const { backoffMillis, maxBackoffMillis } = this.#options;
    const wait = Math.min(maxBackoffMillis, backoffMillis * 2 ** Math.min(this.#failures, 30));
    return wait * (0.5 + Math.random() / 2);
  }
}
