import { Bridge, type BuiltVcon } from '../bridge/index.js';
import { builtinMapper } from '../mapping/index.js';
import { fromMillis, type LogRecord, type Notice } from '../telemetry/index.js';
import { Alarm } from './alarm.js';
import { Intake } from './intake.js';
import { OpenSpans } from './open-spans.js';
import { type ResolvedProcessorOptions, resolveProcessorOptions, type VconProcessorOptions } from './options.js';
import { Outbox } from './outbox.js';
import { ProblemReporter } from './problem.js';
import { type ReadableSpanLike, SAMPLED } from './readable-span.js';
import { SpanCopy } from './span-copy.js';
import type { ProcessorStats } from './stats.js';
import { isTelling } from './telling.js';

/** Idle conversations are looked for this often within the idle time. */
const IDLE_CHECKS = 4;

/**
 * What the processors of spans and of logs share: the queue, the mapping, the open conversations and the sinks. Only its
 * construction throws; nothing else throws or rejects.
 */
export class VconRecorder {
  readonly options: ResolvedProcessorOptions;
  readonly #reporter: ProblemReporter;
  readonly #bridge: Bridge;
  readonly #intake: Intake;
  readonly #openSpans: OpenSpans;
  readonly #outboxes: readonly Outbox[];
  readonly #liveOutboxes: readonly Outbox[];
  readonly #liveAlarm = new Alarm(() => this.#inBackground(() => this.#bridge.changed(), this.#liveOutboxes));
  readonly #writeAlarm = new Alarm(() => this.#inBackground(() => this.#writeChanged()));
  readonly #idleAlarm = new Alarm(() => this.#inBackground(() => this.#closeIdle()));
  #users = 0;
  #ending: Promise<void> | undefined;
  #lastSpan: unknown;
  #unsampled = 0;
  #late = 0;

  /** @throws OtelVconError when an option is not what it should be. */
  constructor(options: VconProcessorOptions) {
    this.options = resolveProcessorOptions(options);
    const { mapper = builtinMapper(), sinkTimeoutMillis: timeoutMillis, ...limits } = this.options;
    const waiting = { maxVcons: limits.maxWaitingVcons, maxBytes: limits.maxWaitingBytes, drop: limits.drop };
    this.#reporter = new ProblemReporter(limits.onError);
    const onNotice = (notice: Notice) => this.#notice(notice);
    this.#bridge = new Bridge({ ...limits.bridge, onNotice });
    this.#intake = new Intake(
      { mapper, bridge: this.#bridge, reporter: this.#reporter, onNotice, onMapped: () => this.#onMapped() },
      limits,
    );
    this.#openSpans = new OpenSpans(limits.maxOpenSpans);
    const outboxes = limits.sinks.map((sink) => new Outbox(sink, { timeoutMillis, waiting }, this.#reporter));
    this.#outboxes = outboxes;
    this.#liveOutboxes = outboxes.filter((_, index) => limits.sinks[index]?.live === true);
  }

  /** A processor starts to deliver. */
  attach(): void {
    this.#users += 1;
  }

  /** A processor was shut down: the recorder is with the last one, and flushes with the others. */
  release(): Promise<void> {
    this.#users -= 1;
    return this.#users > 0 ? this.forceFlush() : this.#shutdown();
  }

  /** Whether it was shut down. */
  get hasEnded(): boolean {
    return this.#ending !== undefined;
  }

  /** Notes a span that tells of a call or an agent, so that it is known even if it never ends. */
  startSpan(span: ReadableSpanLike): void {
    if (this.#ending !== undefined || !isTelling(span) || !this.#isWanted(span.spanContext())) return;
    this.#openSpans.add(span);
    this.#setAlarms();
  }

  /** Takes a span that ended. A span that two processors deliver one after the other counts once. */
  endSpan(span: ReadableSpanLike): void {
    if (span === this.#lastSpan) return;
    this.#lastSpan = span;
    if (!this.#isWanted(span.spanContext())) this.#unsampled += 1;
    else if (this.#ending !== undefined) this.leaveOut();
    else this.#pushSpan(span);
  }

  #pushSpan(span: ReadableSpanLike): void {
    this.#openSpans.delete(span);
    // The attributes of other spans are read in a moment, too: to copy them all would cost more than it is worth.
    this.#intake.push(isTelling(span) ? new SpanCopy(span) : span);
  }

  /** Takes a log record. One without a span is never unsampled. */
  addLog(log: LogRecord): void {
    if (log.traceId !== undefined && !this.#isWanted({ traceFlags: log.flags })) this.#unsampled += 1;
    else if (this.#ending !== undefined) this.leaveOut();
    else this.#intake.push(log);
  }

  /** Counts a record that came after shutdown. */
  leaveOut(): void {
    this.#late += 1;
    this.report('late-record', 'a record came after shutdown and was left out');
  }

  /**
   * Makes durable what was taken so far, calls that still run included. Resolves when each sink has it, failed, or let the time
   * limit pass: what it did not take waits for the next flush.
   */
  async forceFlush(): Promise<void> {
    if (this.#ending !== undefined) return this.#ending;
    this.#collect(() => this.#writeChanged());
    await Promise.all(this.#outboxes.map((outbox) => outbox.flush()));
  }

  /** Counts a problem and says it, at most once a kind and period. */
  report: ProblemReporter['report'] = (kind, message, cause) => this.#reporter.report(kind, message, cause);

  /** What happened so far. */
  stats(): ProcessorStats {
    const { open, records } = this.#bridge.stats;
    return {
      ...this.#intake.stats(),
      unsampled: this.#unsampled,
      late: this.#late,
      openSpans: this.#openSpans.size,
      forgottenSpans: this.#openSpans.forgotten,
      openConversations: open,
      openRecords: records,
      sinks: this.#outboxes.map((outbox) => outbox.stats()),
      problems: this.#reporter.totals(),
    };
  }

  #isWanted({ traceFlags = 0 }: { readonly traceFlags?: number | undefined }): boolean {
    return this.options.recordUnsampled || (traceFlags & SAMPLED) !== 0;
  }

  #onMapped(): void {
    const { open, records, bytes } = this.#bridge.stats;
    const { limits } = this.options;
    if (open > limits.traces || records > limits.records || bytes > limits.bytes)
      this.#inBackground(() => this.#closeBeyond());
    this.#setAlarms();
  }

  #setAlarms(): void {
    if (this.#liveOutboxes.length > 0) this.#liveAlarm.set(this.options.mapDelayMillis);
    if (!this.#writeAlarm.isSet) this.#writeAlarm.set(this.options.writeDelayMillis);
    if (!this.#idleAlarm.isSet) this.#idleAlarm.set(this.options.idleMillis / IDLE_CHECKS);
  }

  #notice(notice: Notice): void {
    if (notice.level === 'warning') this.report(`notice ${notice.code}`, notice.message);
    this.options.bridge?.onNotice?.(notice);
  }

  #writeChanged(): BuiltVcon[] {
    return [...this.#closeBeyond(), ...this.#bridge.changed()];
  }

  #closeBeyond(): BuiltVcon[] {
    const built = this.#bridge.closeBeyond(this.options.limits, this.#openSpans.traceIds());
    if (built.length > 0) this.#openSpans.forgetWhatWasTold();
    return built;
  }

  #closeIdle(): BuiltVcon[] {
    const { idleMillis, maxOpenMillis } = this.options;
    const now = Date.now();
    this.#openSpans.forgetBefore(now - maxOpenMillis);
    return this.#bridge.closeIdle(fromMillis(now - idleMillis), this.#openSpans.traceIds());
  }

  #inBackground(build: () => readonly BuiltVcon[], outboxes = this.#outboxes): void {
    this.#collect(build);
    for (const outbox of outboxes) void outbox.flush(true);
    // Running calls may tell more without a record's coming, and what is open must be closed some day.
    if (this.#ending === undefined && (this.#openSpans.size > 0 || this.#bridge.stats.open > 0)) this.#setAlarms();
  }

  /** Gives the sinks what the bridge builds of all that was taken, and of what is still open. */
  #collect(build: () => readonly BuiltVcon[]): void {
    try {
      this.#intake.mapAll();
      for (const span of this.#openSpans.news()) this.#intake.mapNow(new SpanCopy(span));
      for (const built of build()) for (const outbox of this.#outboxes) outbox.put(built);
    } catch (error) {
      this.report('bridge-failed', 'the open conversations could not be written', error);
    }
  }

  #shutdown(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  /** Closes all conversations, writes them, and shuts the sinks down. */
  async #end(): Promise<void> {
    this.#collect(() => this.#bridge.finish());
    this.#liveAlarm.cancel();
    this.#writeAlarm.cancel();
    this.#idleAlarm.cancel();
    this.#openSpans.clear();
    await Promise.all(this.#outboxes.map((outbox) => outbox.shutdown()));
  }
}
