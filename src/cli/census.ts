import type { TelemetryRecord } from '../telemetry/index.js';

const MOST_SHOWN = 6;

/** Counts the records of a run and the vocabularies that they speak, to say what was seen when nothing came of it. */
export class Census {
  #spans = 0;
  #skimmed = 0;
  #logs = 0;
  #executorRecords = 0;
  readonly #vocabularies = new Map<string, { records: number; latest: number }>();

  add(record: TelemetryRecord): void {
    const { signal, attributes } = record;
    if (signal === 'span') this.#spans += 1;
    else this.#logs += 1;
    if (signal === 'span' && record.skimmed) {
      this.#skimmed += 1;
      return;
    }
    const number = this.#spans + this.#logs;
    for (const key in attributes) this.#countKey(key, number);
  }

  /** Counts the vocabulary of a key, once a record. */
  #countKey(key: string, record: number): void {
    const name = vocabularyOf(key);
    const vocabulary = this.#vocabularies.get(name);
    if (vocabulary === undefined) this.#vocabularies.set(name, { records: 1, latest: record });
    else if (vocabulary.latest !== record) {
      vocabulary.records += 1;
      vocabulary.latest = record;
    }
  }

  addExecutorRecord(): void {
    this.#executorRecords += 1;
  }

  get isEmpty(): boolean {
    return this.#spans + this.#logs + this.#executorRecords === 0;
  }

  /** `4 span(s) and 2 log record(s)` */
  get records(): string {
    const counts = [
      { count: this.#spans, what: 'span(s)' },
      { count: this.#logs, what: 'log record(s)' },
      { count: this.#executorRecords, what: 'executor record(s)' },
    ].filter(({ count }) => count > 0);
    return counts.map(({ count, what }) => `${count} ${what}`).join(' and ') || 'no records';
  }

  /** `with openinference.* (4), http.* (1)`: how many records have attributes of each vocabulary. */
  get vocabularies(): string {
    const among = this.#skimmed === 0 ? '' : ` among the ${this.#spans - this.#skimmed} span(s) that were read in full`;
    if (this.#vocabularies.size === 0) return `without attributes${among}`;
    const most = [...this.#vocabularies].sort(([, a], [, b]) => b.records - a.records);
    const shown = most.slice(0, MOST_SHOWN).map(([vocabulary, { records }]) => `${vocabulary} (${records})`);
    return `with ${shown.join(', ')}${most.length > MOST_SHOWN ? ', ...' : ''}${among}`;
  }
}

/** The first part of an attribute key names its vocabulary. */
function vocabularyOf(key: string): string {
  const dot = key.indexOf('.');
  return dot < 0 ? key : `${key.slice(0, dot)}.*`;
}
