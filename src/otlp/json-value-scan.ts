import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, COMMA, NEWLINE, OPEN_BRACE, OPEN_BRACKET, QUOTE } from './ascii.js';
import { DOCUMENT_START_BYTES, startsDocument } from './envelope.js';
import { ALL_KINDS, type KindSet, NO_KIND, type TellingIndex } from './telling-index.js';

/** Answers of {@link JsonValueScan.scan} that are no index. */
export const MORE = -1;
export const CUT = -2;

const latin1 = new TextDecoder('latin1');

/** Whether a new document begins at `at`; `undefined` when that cannot be told before more bytes are there. */
export function documentBeginsAt(
  bytes: Uint8Array,
  at: number,
  final: boolean,
  mayBeResource = false,
): boolean | undefined {
  if (at >= bytes.length) return final ? false : undefined;
  if (bytes[at] !== OPEN_BRACE) return false;
  if (bytes.length - at < DOCUMENT_START_BYTES && !final) return undefined;
  return startsDocument(latin1.decode(bytes.subarray(at, at + DOCUMENT_START_BYTES)), mayBeResource);
}

/** The bytes at which scanning stops, outside of strings and in them. */
const IN_STRUCTURE = table(QUOTE, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, NEWLINE);
const IN_STRING = table(QUOTE, BACKSLASH, NEWLINE);

/** So many bytes of a string are looked at one by one before the native search is called, which costs as much. */
const NEAR = 48;

/**
 * Finds the end of one JSON value in bytes that come in pieces, without parsing it: strings, braces and brackets only. It notices when
 * the value cannot go on because its line was cut off.
 */
export class JsonValueScan {
  readonly #telling: TellingIndex | undefined;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #scalar = false;
  /** Where the next backslash and line end in `#bytes` are, as far as they were looked up. */
  #bytes: Uint8Array | undefined;
  #backslash = 0;
  #newline = 0;
  /** Line ends seen within the value so far. */
  lines = 0;
  /** Of which spans the strings seen within the value so far tell. */
  kinds: KindSet = NO_KIND;
  /** Where the last scan stopped. */
  at = 0;

  constructor(telling?: TellingIndex) {
    this.#telling = telling;
  }

  /** Prepares for a value whose first byte is `first`. */
  begin(first: number | undefined): void {
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
    this.#scalar = first !== QUOTE && first !== OPEN_BRACE && first !== OPEN_BRACKET;
    this.lines = 0;
    this.kinds = NO_KIND;
  }

  /**
   * Scans on from `from`. Gives the index after the value; `MORE` when bytes are missing (those before `at` are done with); `CUT` when
   * the value is cut off by the line end at `at`.
   */
  scan(bytes: Uint8Array, from: number, final: boolean): number {
    return this.#scalar ? this.#scanScalar(bytes, from) : this.#scanNested(bytes, from, final);
  }

  #scanScalar(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte <= 0x20 || byte === COMMA || byte === CLOSE_BRACKET || byte === CLOSE_BRACE) return at;
    }
    return this.#stop(MORE, bytes.length);
  }

  #scanNested(bytes: Uint8Array, from: number, final: boolean): number {
    const end = bytes.length;
    const telling = this.#telling;
    let depth = this.#depth;
    let kinds = this.kinds;
    let at = from;
    if (this.#inString) {
      at = this.#closeString(bytes, at);
      if (at < 0 || depth === 0) return at;
    }
    for (;;) {
      while (at < end && IN_STRUCTURE[bytes[at] as number] === 0) at += 1;
      if (at >= end) break;
      const byte = bytes[at];
      if (byte === QUOTE) {
        if (telling !== undefined && kinds !== ALL_KINDS) {
          if (end - at <= telling.reach && !final) break;
          kinds |= telling.at(bytes, at + 1);
        }
        at += 1;
        const near = Math.min(at + NEAR, end);
        while (at < near && IN_STRING[bytes[at] as number] === 0) at += 1;
        if (at < near && bytes[at] === QUOTE) at += 1;
        else {
          this.#depth = depth;
          this.kinds = kinds;
          at = this.#closeString(bytes, at);
          if (at < 0) return at;
        }
        if (depth === 0) return at;
      } else if (byte === NEWLINE) {
        const begins = documentBeginsAt(bytes, at + 1, final);
        if (begins !== false) {
          this.#depth = depth;
          this.kinds = kinds;
          return this.#stop(begins ? CUT : MORE, at);
        }
        this.lines += 1;
        at += 1;
      } else {
        at += 1;
        depth += byte === OPEN_BRACE || byte === OPEN_BRACKET ? 1 : -1;
        if (depth === 0) {
          this.kinds = kinds;
          return at;
        }
      }
    }
    this.#depth = depth;
    this.kinds = kinds;
    return this.#stop(MORE, at);
  }

  /** The index after the closing quote. A line end within a string is no JSON: the line was cut off. */
  #closeString(bytes: Uint8Array, from: number): number {
    const end = bytes.length;
    let at = this.#escaped && bytes[from] !== NEWLINE ? from + 1 : from;
    this.#escaped = false;
    this.#inString = true;
    for (;;) {
      const near = Math.min(at + NEAR, end);
      while (at < near && IN_STRING[bytes[at] as number] === 0) at += 1;
      if (at === near && at < end) at = this.#farStop(bytes, at);
      if (at >= end) break;
      const byte = bytes[at];
      if (byte === QUOTE) {
        this.#inString = false;
        return at + 1;
      }
      if (byte === NEWLINE) return this.#stop(CUT, at);
      at += byte === BACKSLASH && bytes[at + 1] !== NEWLINE ? 2 : 1;
    }
    this.#escaped = at > end;
    return this.#stop(MORE, end);
  }

  /** In a long string, where the next quote, backslash or line end is; the native search is faster there. */
  #farStop(bytes: Uint8Array, at: number): number {
    const quote = nextIndex(bytes, QUOTE, at);
    // What is searched for lies behind the quote more often than not, so it is looked up again only once it has been passed.
    if (this.#bytes !== bytes || this.#backslash < at) this.#backslash = nextIndex(bytes, BACKSLASH, at);
    if (this.#bytes !== bytes || this.#newline < at) this.#newline = nextIndex(bytes, NEWLINE, at);
    this.#bytes = bytes;
    return Math.min(quote, this.#backslash, this.#newline);
  }

  #stop(answer: typeof MORE | typeof CUT, at: number): number {
    this.at = at;
    return answer;
  }
}

function nextIndex(bytes: Uint8Array, byte: number, from: number): number {
  const index = bytes.indexOf(byte, from);
  return index === -1 ? bytes.length : index;
}

function table(...stops: readonly number[]): Uint8Array {
  const marked = new Uint8Array(256);
  for (const byte of stops) marked[byte] = 1;
  return marked;
}
