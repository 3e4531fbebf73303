import type { ReadableSpanLike } from './readable-span.js';

/**
 * The spans of calls and agents that have started and not ended, so that a flush can tell of them. Spans are held by reference and
 * only read; they are forgotten when they end, and the oldest when too many never do.
 */
export class OpenSpans {
  readonly #spans = new Set<ReadableSpanLike>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#spans.size;
  }

  add(span: ReadableSpanLike): void {
    this.#spans.add(span);
    if (this.#spans.size > this.#max) this.#forgetOldest();
  }

  delete(span: ReadableSpanLike): void {
    if (this.#spans.size > 0) this.#spans.delete(span);
  }

  /** Those that have not ended. Some wrappers end a span under another object than they started it with. */
  stillOpen(): readonly ReadableSpanLike[] {
    for (const span of this.#spans) if (span.ended === true) this.#spans.delete(span);
    return [...this.#spans];
  }

  clear(): void {
    this.#spans.clear();
  }

  #forgetOldest(): void {
    for (const oldest of this.#spans) {
      this.#spans.delete(oldest);
      return;
    }
  }
}
