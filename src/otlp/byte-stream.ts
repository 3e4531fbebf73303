import { concatBytes } from './byte-cursor.js';

/** Bytes as a file, a socket or memory gives them. */
export type ByteSource = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Larger pieces are divided, so that what is made of one piece stays small. */
const PIECE = 256 * 1024;

/** The pieces of a source, none of them empty and none large. */
export async function* pieces(source: ByteSource): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of source instanceof Uint8Array ? [source] : source) {
    // Subclasses, such as what Node's streams give, make each part more slowly.
    const bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
  }
}

/** A stream of bytes whose beginning was looked at. Iterating it gives all bytes, those looked at included, once. */
export interface PeekedBytes extends AsyncIterable<Uint8Array> {
  readonly head: Uint8Array;
}

/** Looks at the first `size` bytes of a stream (or fewer, when it is shorter). */
export async function peek(source: AsyncIterable<Uint8Array>, size: number): Promise<PeekedBytes> {
  const iterator = source[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array(0);
  let done = false;
  while (head.length < size && !done) {
    const next = await iterator.next();
    done = next.done === true;
    // Copies: the giver may reuse its piece.
    if (!next.done) head = concatBytes([head, next.value]);
  }
  async function* all(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      if (head.length > 0) yield head;
      while (!done) {
        const next = await iterator.next();
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
  return { head, [Symbol.asyncIterator]: all };
}

/** Takes bytes from a stream in the amounts that a binary format asks for. */
export class ByteReader {
  readonly #iterator: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);
  /** Bytes taken so far. */
  offset = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#iterator = source[Symbol.asyncIterator]();
  }

  /** The next `size` bytes; fewer when the stream ends before. */
  async take(size: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let missing = size;
    while (missing > 0 && (this.#rest.length > 0 || (await this.#fill()))) {
      const part = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(part.length);
      parts.push(part.slice());
      missing -= part.length;
    }
    this.offset += size - missing;
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : concatBytes(parts);
  }

  /** Leaves out `size` bytes; false when the stream ends before. */
  async skip(size: number): Promise<boolean> {
    let missing = size;
    while (missing > 0 && (this.#rest.length > 0 || (await this.#fill()))) {
      const count = Math.min(missing, this.#rest.length);
      this.#rest = this.#rest.subarray(count);
      missing -= count;
    }
    this.offset += size - missing;
    return missing === 0;
  }

  /** Ends the stream early. */
  async close(): Promise<void> {
    await this.#iterator.return?.();
  }

  async #fill(): Promise<boolean> {
    const next = await this.#iterator.next();
    if (next.done) return false;
    this.#rest = next.value;
    return true;
  }
}
