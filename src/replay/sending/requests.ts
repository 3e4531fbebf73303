import { type EncodedSpans, encodeSpans, requestBytes } from './encoded-spans.js';

/**
 * Puts pieces into requests of at most so many bytes, in their order: whole traces together where they fit, the spans of a
 * larger trace one by one. A single span above the limit is a request of its own.
 */
export function* packRequests(pieces: Iterable<EncodedSpans>, limit: number): Generator<EncodedSpans[]> {
  const packer = new RequestPacker();
  for (const piece of pieces) yield* packer.add(piece, limit);
  yield* packer.rest();
}

/** {@link packRequests} for pieces that come one after the other. */
export class RequestPacker {
  #request: EncodedSpans[] = [];
  #bytes = 0;

  /** Takes a piece. Gives the requests that are full. */
  *add(piece: EncodedSpans, limit: number): Generator<EncodedSpans[]> {
    const alone = requestBytes([piece]);
    if (piece.spans.length > 1 && alone > limit) {
      for (const span of piece.spans) yield* this.add(encodeSpans([span]), limit);
      return;
    }
    if (this.#request.length > 0 && this.#bytes + piece.bytes + 1 > limit) yield* this.rest();
    this.#bytes = this.#request.length === 0 ? alone : this.#bytes + piece.bytes + 1;
    this.#request.push(piece);
  }

  /** The request that is not full. */
  *rest(): Generator<EncodedSpans[]> {
    const request = this.#request;
    this.#request = [];
    if (request.length > 0) yield request;
  }
}
