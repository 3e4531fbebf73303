import type { BuiltVcon } from '../bridge/index.js';
import type { MappedRecord } from '../mapping/index.js';
import type { VconEvent } from '../vcon/index.js';
import type { Journal, JournalMark } from './journal.js';
import type { ProblemReporter } from './problem.js';

/** Keeps the books of what is open and of what is not yet durable. Never throws: without a journal the processor goes on. */
export class JournalKeeper {
  readonly #journal: Journal;
  readonly #reporter: ProblemReporter;
  /** Of the vCons that are open, by uuid. */
  readonly #marks = new Map<string, JournalMark>();
  readonly #unsettled = new Map<number, readonly BuiltVcon[]>();
  #closing: (readonly string[])[] = [];
  #number = 0;
  #restarting = false;

  constructor(journal: Journal, reporter: ProblemReporter) {
    this.#journal = journal;
    this.#reporter = reporter;
  }

  /** Keeps a record. */
  append(record: MappedRecord): void {
    this.#guard(() => this.#journal.append(record));
  }

  /** Told by the bridge what it closed. */
  readonly onClose = (ids: readonly string[]): void => {
    this.#closing.push(ids);
  };

  /**
   * Keeps the identities of vCons before sinks see them, and what was closed to make them.
   *
   * @returns what to call when the final ones are durable.
   */
  announce(vcons: readonly BuiltVcon[]): () => void {
    for (const built of vcons) this.#mark(built);
    const lists = this.#closing;
    if (lists.length === 0) return () => undefined;
    this.#closing = [];
    this.#number += 1;
    const number = this.#number;
    this.#guard(() => this.#journal.close({ number, lists }));
    const final = vcons.filter((built) => built.final);
    for (const { vcon } of final) this.#marks.delete(vcon.uuid);
    this.#unsettled.set(number, final);
    return () => {
      this.#unsettled.delete(number);
      this.#guard(() => this.#journal.settle(number));
    };
  }

  /** Lets the journal begin anew when it has grown long. */
  async tidy(records: Iterable<MappedRecord>): Promise<void> {
    if (this.#restarting || !this.#journal.isLong()) return;
    this.#restarting = true;
    const marks = [...this.#marks.values()];
    await this.#guardAsync(() => this.#journal.restart({ records, marks, unsettled: new Map(this.#unsettled) }));
    this.#restarting = false;
  }

  /** Makes what was kept survive a power cut. */
  sync(): Promise<void> {
    return this.#guardAsync(() => this.#journal.sync());
  }

  /** Closes the journal; it is removed when everything is durable. */
  end(): Promise<void> {
    return this.#guardAsync(() => this.#journal.end(this.#unsettled.size === 0));
  }

  #mark({ vcon, key, part }: BuiltVcon): void {
    if (this.#marks.has(vcon.uuid)) return;
    const carried = part > 1 ? standingAtStart(vcon.events ?? []) : [];
    const mark = { key, part, uuid: vcon.uuid, createdAt: vcon.created_at, carried };
    this.#marks.set(vcon.uuid, mark);
    this.#guard(() => this.#journal.mark(mark));
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#fail(error);
    }
  }

  async #guardAsync(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#reporter.report(
      'journal-failed',
      'the journal could not be written: what is open would not survive the process',
      error,
    );
  }
}

function standingAtStart(events: readonly VconEvent[]): readonly VconEvent[] {
  const end = events.findIndex((event) => event['policy_life'] !== 'standing');
  return end < 0 ? events : events.slice(0, end);
}
