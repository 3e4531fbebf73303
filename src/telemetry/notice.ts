import type { RecordOrigin } from './record.js';

/**
 * Something that a conversion noticed: a loss, a doubt or a choice. `code` is stable and names the kind, so that notices are
 * counted and said once a kind. A `warning` counts under `--strict`; an `info` does not.
 */
export interface Notice {
  readonly code: string;
  readonly level: 'warning' | 'info';
  readonly message: string;
  readonly origin?: RecordOrigin;
  readonly traceId?: string;
  readonly spanId?: string;
}

/** Receives notices. It must not throw. */
export type NoticeSink = (notice: Notice) => void;

/** A kind of notice with how often it came and the first one. */
export interface NoticeCount {
  readonly code: string;
  readonly level: 'warning' | 'info';
  readonly count: number;
  readonly first: Notice;
}

/** Counts notices by kind and keeps the first of each. Memory is bounded by the number of kinds. */
export class NoticeCounter {
  readonly #kinds = new Map<string, { level: 'warning' | 'info'; count: number; first: Notice }>();

  /** Counts one notice. */
  readonly add: NoticeSink = (notice) => {
    const kind = this.#kinds.get(notice.code);
    if (kind === undefined) this.#kinds.set(notice.code, { level: notice.level, count: 1, first: notice });
    else kind.count += 1;
  };

  /** The counts, in the order in which the kinds first came. */
  counts(): readonly NoticeCount[] {
    return [...this.#kinds].map(([code, kind]) => ({ code, ...kind }));
  }

  /** How many warnings were counted. */
  get warnings(): number {
    let sum = 0;
    for (const kind of this.#kinds.values()) if (kind.level === 'warning') sum += kind.count;
    return sum;
  }
}
