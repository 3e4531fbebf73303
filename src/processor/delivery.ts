import type { BuiltVcon } from '../bridge/index.js';
import { Outbox, type OutboxOptions, type SinkStats } from './outbox.js';
import type { PendingContent } from './pending-content.js';
import type { ProblemReporter } from './problem.js';
import { Settlements } from './settlements.js';
import type { VconSink } from './sink.js';
import { within } from './time-limit.js';

/** All sinks of a processor. Nothing here throws or rejects. */
export class Delivery {
  readonly #outboxes: readonly Outbox[];
  readonly #live: readonly Outbox[];
  readonly #settlements: Settlements;
  readonly #content: PendingContent | undefined;
  readonly #timeoutMillis: number;

  constructor(
    sinks: readonly VconSink[],
    options: OutboxOptions,
    reporter: ProblemReporter,
    content: PendingContent | undefined,
  ) {
    this.#settlements = new Settlements(sinks.length);
    const settle = (built: BuiltVcon) => this.#settlements.settle(built);
    this.#outboxes = sinks.map((sink) => new Outbox(sink, options, reporter, settle));
    this.#live = this.#outboxes.filter((_, index) => sinks[index]?.live === true);
    this.#content = content;
    this.#timeoutMillis = options.timeoutMillis;
  }

  /** Whether a sink wants each change soon after it happens. */
  get hasLive(): boolean {
    return this.#live.length > 0;
  }

  /** Gives vCons to every sink, to be written at the next flush. */
  put(vcons: readonly BuiltVcon[]): void {
    for (const built of vcons) for (const outbox of this.#outboxes) outbox.put(built);
  }

  /** Calls `done` when every sink has written these final vCons. */
  expect(vcons: readonly BuiltVcon[], done: () => void): void {
    this.#settlements.expect(vcons, done);
  }

  /** Writes what waits, while somebody waits for it. */
  async flush(): Promise<void> {
    await this.#storeContent(false);
    await Promise.all(this.#outboxes.map((outbox) => outbox.flush()));
  }

  /** Writes what waits, without keeping the process alive. */
  async flushInBackground(which: 'all' | 'live'): Promise<void> {
    await this.#storeContent(true);
    await Promise.all((which === 'all' ? this.#outboxes : this.#live).map((outbox) => outbox.flush(true)));
  }

  /** Writes what waits and shuts the sinks down. */
  async shutdown(): Promise<void> {
    await this.#storeContent(false);
    await Promise.all(this.#outboxes.map((outbox) => outbox.shutdown()));
  }

  /** One entry a sink. */
  stats(): readonly SinkStats[] {
    return this.#outboxes.map((outbox) => outbox.stats());
  }

  /** Content is stored before a vCon refers to it. */
  async #storeContent(background: boolean): Promise<void> {
    if (this.#content === undefined || this.#content.size === 0) return;
    await within(this.#content.flush(), this.#timeoutMillis, background);
  }
}
