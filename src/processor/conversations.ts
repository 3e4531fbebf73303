import { Bridge, type BuiltVcon } from '../bridge/index.js';
import type { MappedRecord } from '../mapping/index.js';
import { fromMillis, type NoticeSink } from '../telemetry/index.js';
import type { ContentControl } from './content-control.js';
import type { JournalKeeper } from './journal-keeper.js';
import type { ResolvedProcessorOptions } from './options.js';

/** What {@link Conversations} work with. */
export interface ConversationParts {
  readonly onNotice: NoticeSink;
  /** Decides what may be kept of content; absent when the bridge alone does. */
  readonly control: ContentControl | undefined;
  readonly journal: JournalKeeper | undefined;
}

/** The open conversations: what comes into them, and when they are written and closed. */
export class Conversations {
  readonly #bridge: Bridge;
  readonly #options: ResolvedProcessorOptions;
  readonly #control: ContentControl | undefined;
  readonly #journal: JournalKeeper | undefined;

  /** @throws OtelVconError for a wrong option of the bridge. */
  constructor(options: ResolvedProcessorOptions, parts: ConversationParts) {
    const { redact, ...rest } = options.bridge ?? {};
    this.#options = options;
    this.#control = parts.control;
    this.#journal = parts.journal;
    this.#bridge = new Bridge({
      ...rest,
      // The application's redaction is done once, by whoever sees the content first.
      ...(redact !== undefined && parts.control === undefined && { redact }),
      onNotice: parts.onNotice,
    });
    this.#bridge.onClose = parts.journal?.onClose;
  }

  get stats(): { readonly open: number; readonly records: number; readonly bytes: number } {
    return this.#bridge.stats;
  }

  /** Takes a mapped record. */
  add(mapped: MappedRecord): void {
    const record = this.#bridge.rest(this.#control?.apply(mapped) ?? mapped);
    this.#journal?.append(record);
    this.#bridge.add(record);
  }

  /** The vCons that changed, and of those conversations that are beyond the bounds or full, which are closed. */
  write(busy: ReadonlySet<string>): BuiltVcon[] {
    return [...this.closeBeyond(busy), ...this.#bridge.changed()];
  }

  /** The vCons of the conversations that are open beyond the bounds, or full. `busy` traces are known to go on. */
  closeBeyond(busy: ReadonlySet<string>): BuiltVcon[] {
    return this.#bridge.closeBeyond(this.#options.limits, busy);
  }

  /** Whether more is open than may be. */
  areTooMany(): boolean {
    const { open, records, bytes } = this.#bridge.stats;
    const { limits } = this.#options;
    return open > limits.traces || records > limits.records || bytes > limits.bytes;
  }

  /** The vCons of the conversations of which nothing came for long. */
  closeIdle(busy: ReadonlySet<string>): BuiltVcon[] {
    return this.#bridge.closeIdle(fromMillis(Date.now() - this.#options.idleMillis), busy);
  }

  /** The vCons of all that is open; nothing is open then. */
  finish(): BuiltVcon[] {
    return this.#bridge.finish();
  }

  /** Everything that is open. */
  records(): Iterable<MappedRecord> {
    return this.#bridge.records();
  }
}
