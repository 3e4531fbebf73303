import { compareTime, type HrTime } from '../../telemetry/index.js';
import type { EncodedSpans } from './encoded-spans.js';

/** So much is held back for sorting: enough for a thousand vCons, and little beside what a process needs anyway. */
const WINDOW_BYTES = 16 * 1024 * 1024;
const NO_TIME: HrTime = [0, 0];

/**
 * Holds pieces back, up to 16 MiB, and gives the oldest first. Input within that is sorted as a whole; of more, a piece comes
 * too late only when that much that is younger came before it.
 */
export class OldestFirst {
  readonly #held: EncodedSpans[] = [];
  #bytes = 0;

  /** Takes a piece. Gives the oldest ones, as many as are over the limit. */
  *add(piece: EncodedSpans): Generator<EncodedSpans> {
    this.#held.splice(this.#placeFor(piece), 0, piece);
    this.#bytes += piece.bytes;
    while (this.#bytes > WINDOW_BYTES) yield* this.#oldest();
  }

  /** All that is left. */
  *rest(): Generator<EncodedSpans> {
    while (this.#held.length > 0) yield* this.#oldest();
  }

  *#oldest(): Generator<EncodedSpans> {
    const oldest = this.#held.pop();
    if (oldest === undefined) return;
    this.#bytes -= oldest.bytes;
    yield oldest;
  }

  /** The list is held youngest first, so that the oldest is taken from its end; among equals the first that came is the older. */
  #placeFor(piece: EncodedSpans): number {
    let low = 0;
    let high = this.#held.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const isYounger = compareTime(this.#held[middle]?.start ?? NO_TIME, piece.start ?? NO_TIME) > 0;
      if (isYounger) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
