import type { BuiltVcon } from '../bridge/index.js';
import type { ProblemReporter } from './problem.js';
import type { VconSink } from './sink.js';
import { within } from './time-limit.js';
import { untraced } from './untraced.js';
import { type WaitingLimits, WaitingVcons } from './waiting-vcons.js';

/** Options of an {@link Outbox}. */
export interface OutboxOptions {
  /** Longest time that a flush or shutdown waits for the sink, in milliseconds. */
  readonly timeoutMillis: number;
  readonly waiting: WaitingLimits;
}

/** What became of the vCons that were given to one sink. */
export interface SinkStats {
  /** vCons that wait for their first or next try. */
  readonly waiting: number;
  /** Their approximate bytes. */
  readonly waitingBytes: number;
  /** Successful writes. A vCon that is written again counts again. */
  readonly written: number;
  /** Failed tries. The vCon waits for the next flush. */
  readonly failed: number;
  /** vCons that were given up: beyond the bounds, or not written when the processor was shut down. */
  readonly lost: number;
}

/**
 * One sink with what waits for it. Writes are one after another, never two at a time, also when one hangs: then the others wait behind it
 * within the bounds. Nothing here throws or rejects.
 */
export class Outbox {
  readonly #sink: VconSink;
  readonly #options: OutboxOptions;
  readonly #reporter: ProblemReporter;
  readonly #settled: (built: BuiltVcon) => void;
  readonly #waiting: WaitingVcons;
  /** Those that failed in the run of writes that is under way: they wait for the next. */
  readonly #retry: WaitingVcons;
  #inFlight: BuiltVcon | undefined;
  #writing: Promise<void> | undefined;
  /** The sink was waited for in vain: no later flush waits for that same write again. */
  #stuck = false;
  #written = 0;
  #failed = 0;
  #lost = 0;

  /** `settled` is told each vCon that was written or, beyond the bounds, given up. */
  constructor(
    sink: VconSink,
    options: OutboxOptions,
    reporter: ProblemReporter,
    settled: (built: BuiltVcon) => void = () => undefined,
  ) {
    this.#settled = settled;
    this.#sink = sink;
    this.#options = options;
    this.#reporter = reporter;
    const lose = (built: BuiltVcon) => {
      this.#lose(built);
      settled(built);
    };
    this.#waiting = new WaitingVcons(options.waiting, lose);
    this.#retry = new WaitingVcons(options.waiting, lose);
  }

  /** Adds a vCon, in place of an older version of it that still waits. */
  put(built: BuiltVcon): void {
    this.#waiting.put(built);
  }

  /** Tries each waiting vCon once. Resolves when that is done, at the latest after the time limit. */
  async flush(background = false): Promise<void> {
    if (this.#stuck) return;
    const done = await this.#wait(() => this.#writeWaiting(), background);
    if (done && this.#sink.forceFlush !== undefined) await this.#wait(() => this.#sink.forceFlush?.(), background);
  }

  /** Flushes, and shuts the sink down. What is not written by then is lost, and counted. */
  async shutdown(): Promise<void> {
    await this.flush();
    if (this.#sink.shutdown !== undefined) await this.#wait(() => this.#sink.shutdown?.(), false);
    // Older versions of what waits are not lost with it a second time.
    this.#retry.takeAll((built) => this.#waiting.putIfMissing(built));
    if (this.#inFlight !== undefined) this.#waiting.putIfMissing(this.#inFlight);
    this.#waiting.takeAll((built) => this.#lose(built));
  }

  stats(): SinkStats {
    return {
      waiting: this.#waiting.size + this.#retry.size,
      waitingBytes: this.#waiting.bytes + this.#retry.bytes,
      written: this.#written,
      failed: this.#failed,
      lost: this.#lost,
    };
  }

  async #writeWaiting(): Promise<void> {
    if (this.#writing === undefined && this.#waiting.size === 0) return;
    this.#writing ??= this.#writeAll();
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    for (let built = this.#waiting.take(); built !== undefined; built = this.#waiting.take()) {
      this.#inFlight = built;
      await this.#write(built);
      this.#inFlight = undefined;
    }
    this.#retry.takeAll((built) => this.#waiting.put(built));
    this.#writing = undefined;
    this.#stuck = false;
  }

  async #write(built: BuiltVcon): Promise<void> {
    try {
      await untraced(() => this.#sink.write(built));
      this.#written += 1;
      this.#settled(built);
      this.#retry.remove(built);
    } catch (error) {
      this.#failed += 1;
      this.#retry.put(built);
      this.#reporter.report(
        'sink-failed',
        `vCon ${built.vcon.uuid} could not be written and waits for the next flush`,
        error,
      );
    }
  }

  /** Does work of the sink within the time limit. @returns whether it was done. */
  async #wait(work: () => unknown, background: boolean): Promise<boolean> {
    const { timeoutMillis } = this.#options;
    try {
      const settled = await within(Promise.resolve(untraced(work)), timeoutMillis, background);
      if (settled === 'done') return true;
      this.#stuck = this.#writing !== undefined;
      this.#reporter.report('sink-late', `a sink did not answer within ${timeoutMillis} ms`);
    } catch (error) {
      this.#reporter.report('sink-failed', 'a sink could not be flushed or shut down', error);
    }
    return false;
  }

  #lose(built: BuiltVcon): void {
    this.#lost += 1;
    this.#reporter.report('vcon-lost', `vCon ${built.vcon.uuid} was given up`);
  }
}
