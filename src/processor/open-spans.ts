import { toMillis } from '../telemetry/index.js';
import type { ReadableSpanLike } from './readable-span.js';
import { toTime } from './span-record.js';

/**
 * The spans of calls and agents that have started and not ended, so that a flush can tell of them and their conversations stay open.
 * Spans are held by reference and only read; they are forgotten when they end, and the oldest when too many never do.
 */
export class OpenSpans {
  /** With how much each had told when it was last asked. */
  readonly #spans = new Map<ReadableSpanLike, number>();
  readonly #max: number;
  #forgotten = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#spans.size;
  }

  /** How many were forgotten before they ended. Nothing is lost when they end after all. */
  get forgotten(): number {
    return this.#forgotten;
  }

  add(span: ReadableSpanLike): void {
    this.#spans.set(span, NOTHING);
    if (this.#spans.size > this.#max) this.#forgetOldest();
  }

  delete(span: ReadableSpanLike): void {
    if (this.#spans.size > 0) this.#spans.delete(span);
  }

  /** Those that told more since they were last asked. */
  *news(): Generator<ReadableSpanLike> {
    for (const [span, before] of this.#spans) {
      const told = amountTold(span);
      if (span.ended === true) this.#spans.delete(span);
      else if (told !== before) {
        this.#spans.set(span, told);
        yield span;
      }
    }
  }

  /** What they told counts as news again. */
  forgetWhatWasTold(): void {
    for (const span of this.#spans.keys()) this.#spans.set(span, NOTHING);
  }

  /** Forgets those that started before a time, in milliseconds since the epoch. */
  forgetBefore(millis: number): void {
    for (const span of this.#spans.keys()) {
      const start = toTime(span.startTime);
      if (start === undefined || toMillis(start) < millis) this.#forget(span);
    }
  }

  /** The traces of those that are open. */
  traceIds(): Set<string> {
    const ids = new Set<string>();
    for (const span of this.#spans.keys()) ids.add(span.spanContext().traceId);
    return ids;
  }

  clear(): void {
    this.#spans.clear();
  }

  #forgetOldest(): void {
    for (const oldest of this.#spans.keys()) {
      this.#forget(oldest);
      return;
    }
  }

  #forget(span: ReadableSpanLike): void {
    this.#spans.delete(span);
    this.#forgotten += 1;
  }
}

const NOTHING = -1;

/** Grows with what a span tells. */
function amountTold({ attributes, events, droppedEventsCount = 0 }: ReadableSpanLike): number {
  return Object.keys(attributes as object).length + events.length + droppedEventsCount;
}
