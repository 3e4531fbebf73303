import type { BuiltVcon } from '../bridge/index.js';
import { builtinMapper } from '../mapping/index.js';
import type { LogRecord, Notice } from '../telemetry/index.js';
import { Alarm } from './alarm.js';
import { createContentControl } from './content-control.js';
import { Conversations } from './conversations.js';
import { Delivery } from './delivery.js';
import { Intake } from './intake.js';
import { JournalKeeper } from './journal-keeper.js';
import { observe } from './metrics.js';
import { OpenSpans } from './open-spans.js';
import { type ResolvedProcessorOptions, resolveProcessorOptions, type VconProcessorOptions } from './options.js';
import { PendingContent } from './pending-content.js';
import { ProblemReporter } from './problem.js';
import { type ReadableSpanLike, SAMPLED } from './readable-span.js';
import { complete } from './recovery.js';
import { SpanCopy } from './span-copy.js';
import type { ProcessorStats } from './stats.js';
import { isTelling } from './telling.js';

/** What a processor delivers. */
export type ProcessorKind = 'spans' | 'logs';

/** Idle conversations are looked for this often within the idle time. */
const IDLE_CHECKS = 4;

/**
 * What the processors of spans and of logs share: the queue, the mapping, the open conversations and the sinks. Only its
 * construction throws; nothing else throws or rejects.
 */
export class VconRecorder {
  readonly options: ResolvedProcessorOptions;
  readonly #reporter: ProblemReporter;
  readonly #conversations: Conversations;
  readonly #intake: Intake;
  readonly #openSpans: OpenSpans;
  readonly #delivery: Delivery;
  readonly #journal: JournalKeeper | undefined;
  readonly #liveAlarm = new Alarm(() => this.#inBackground('live', () => this.#conversations.write(this.#busy())));
  readonly #writeAlarm = new Alarm(() => this.#inBackground('all', () => this.#conversations.write(this.#busy())));
  readonly #idleAlarm = new Alarm(() => this.#inBackground('all', () => this.#closeIdle()));
  #isObserved = false;
  readonly #users: ProcessorKind[] = [];
  #ending: Promise<void> | undefined;
  #lastSpan: unknown;
  #unsampled = 0;
  #late = 0;

  /** @throws OtelVconError when an option is not what it should be. */
  constructor(options: VconProcessorOptions) {
    this.options = resolveProcessorOptions(options);
    const { mapper = builtinMapper(), sinkTimeoutMillis: timeoutMillis, journal, contentStore, ...rest } = this.options;
    const waiting = { maxVcons: rest.maxWaitingVcons, maxBytes: rest.maxWaitingBytes, drop: rest.drop };
    const reporter = new ProblemReporter(rest.onError);
    const onNotice = (notice: Notice) => this.#notice(notice);
    const store = contentStore && new PendingContent(contentStore, reporter);
    this.#reporter = reporter;
    this.#journal = journal && new JournalKeeper(journal, reporter);
    const control = createContentControl(this.options, store, onNotice);
    this.#conversations = new Conversations(this.options, { onNotice, control, journal: this.#journal });
    const conversations = this.#conversations;
    // What the journal has to keep must be in it before the application goes on.
    const intakeOptions = { ...rest, immediate: journal !== undefined };
    const onMapped = () => this.#onMapped();
    this.#intake = new Intake({ mapper, conversations, reporter, onNotice, onMapped }, intakeOptions);
    this.#openSpans = new OpenSpans(rest.maxOpenSpans);
    this.#delivery = new Delivery(rest.sinks, { timeoutMillis, waiting }, reporter, store);
    if (journal !== undefined) void complete(journal, this.#delivery, reporter, () => this.hasEnded);
  }

  /** A processor starts to deliver spans or logs. */
  attach(kind: ProcessorKind): void {
    this.#users.push(kind);
  }

  /** Whether a processor delivers spans, or logs. */
  isUsedFor(kind: ProcessorKind): boolean {
    return this.#users.includes(kind);
  }

  /** A processor was shut down: the recorder is with the last one, and flushes with the others. */
  release(kind: ProcessorKind): Promise<void> {
    this.#users.splice(this.#users.indexOf(kind), 1);
    if (this.#users.length > 0) return this.forceFlush();
    this.#ending ??= this.#end();
    return this.#ending;
  }

  /** Whether it was shut down. */
  get hasEnded(): boolean {
    return this.#ending !== undefined;
  }

  /** Notes a span that tells of a call or an agent, so that it is known even if it never ends. */
  startSpan(span: ReadableSpanLike): void {
    if (this.#ending !== undefined || !isTelling(span) || !this.#isWanted(span.spanContext())) return;
    this.#openSpans.add(span);
    if (this.#journal !== undefined) this.#intake.mapNow(new SpanCopy(span));
    this.#setAlarms();
  }

  /** Takes a span that ended. A span that two processors deliver one after the other counts once. */
  endSpan(span: ReadableSpanLike): void {
    if (span === this.#lastSpan) return;
    this.#lastSpan = span;
    if (!this.#isWanted(span.spanContext())) this.#unsampled += 1;
    else if (this.#ending !== undefined) this.leaveOut();
    else {
      this.#openSpans.delete(span);
      // The attributes of other spans are read in a moment, too: to copy them all would cost more than it is worth.
      this.#intake.push(isTelling(span) ? new SpanCopy(span) : span);
    }
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
    this.#collect(() => this.#conversations.write(this.#busy()));
    await Promise.all([this.#delivery.flush(), this.#journal?.sync()]);
  }

  /** Counts a problem and says it, at most once a kind and period. */
  report: ProblemReporter['report'] = (kind, message, cause) => this.#reporter.report(kind, message, cause);

  /** What happened so far. */
  stats(): ProcessorStats {
    const { open, records } = this.#conversations.stats;
    return {
      ...this.#intake.stats(),
      unsampled: this.#unsampled,
      late: this.#late,
      openSpans: this.#openSpans.size,
      forgottenSpans: this.#openSpans.forgotten,
      openConversations: open,
      openRecords: records,
      sinks: this.#delivery.stats(),
      problems: this.#reporter.totals(),
    };
  }

  #isWanted({ traceFlags = 0 }: { readonly traceFlags?: number | undefined }): boolean {
    return (traceFlags & SAMPLED) !== 0 || this.options.recordUnsampled;
  }

  #busy(): ReadonlySet<string> {
    return this.#openSpans.traceIds();
  }

  #onMapped(): void {
    this.#observe();
    if (this.#conversations.areTooMany())
      this.#inBackground('all', () => this.#conversations.closeBeyond(this.#busy()));
    this.#setAlarms();
  }

  /** Only now: applications set their meter provider after they have made their span processors. */
  #observe(): void {
    if (this.#isObserved) return;
    this.#isObserved = true;
    try {
      observe(() => this.stats(), this.options.maxQueue, this.options.meterProvider);
    } catch (error) {
      this.report('metrics-failed', 'the metrics of the processor cannot be offered', error);
    }
  }

  #setAlarms(): void {
    if (this.#delivery.hasLive) this.#liveAlarm.set(this.options.mapDelayMillis);
    if (!this.#writeAlarm.isSet) this.#writeAlarm.set(this.options.writeDelayMillis);
    if (!this.#idleAlarm.isSet) this.#idleAlarm.set(this.options.idleMillis / IDLE_CHECKS);
  }

  #notice(notice: Notice): void {
    if (notice.level === 'warning') this.report(`notice ${notice.code}`, notice.message);
    this.options.bridge?.onNotice?.(notice);
  }

  #closeIdle(): BuiltVcon[] {
    this.#openSpans.forgetBefore(Date.now() - this.options.maxOpenMillis);
    return this.#conversations.closeIdle(this.#busy());
  }

  #inBackground(which: 'all' | 'live', build: () => readonly BuiltVcon[]): void {
    this.#collect(build);
    void this.#delivery.flushInBackground(which);
    // Running calls may tell more without a record's coming, and what is open must be closed some day.
    if (this.#ending === undefined && (this.#openSpans.size > 0 || this.#conversations.stats.open > 0))
      this.#setAlarms();
  }

  /** Gives the sinks what is built of all that was taken, and of what is still open. */
  #collect(build: () => readonly BuiltVcon[]): void {
    try {
      this.#intake.mapAll();
      for (const span of this.#openSpans.news()) this.#intake.mapNow(new SpanCopy(span));
      const vcons = build();
      const final = vcons.filter((built) => built.final);
      if (final.length > 0) this.#openSpans.forgetWhatWasTold();
      this.#delivery.expect(final, this.#journal?.announce(vcons) ?? nothing);
      this.#delivery.put(vcons);
      void this.#journal?.tidy(this.#conversations.records());
    } catch (error) {
      this.report('bridge-failed', 'the open conversations could not be written', error);
    }
  }

  /** Closes all conversations, writes them, and shuts the sinks down. */
  async #end(): Promise<void> {
    this.#collect(() => this.#conversations.finish());
    for (const alarm of [this.#liveAlarm, this.#writeAlarm, this.#idleAlarm]) alarm.cancel();
    this.#openSpans.clear();
    await this.#delivery.shutdown();
    await this.#journal?.end();
  }
}

function nothing(): void {}
