import type { RecordOrigin } from '../telemetry/index.js';
import { COMMA, NEWLINE, OPEN_BRACE } from './ascii.js';
import { documentBeginsAt } from './json-value-scan.js';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const NOTHING: Uint8Array = new Uint8Array(0);

/** Bytes of an input that come in pieces, with the place in it: byte offset from 0 and line from 1. */
export class ByteCursor {
  readonly #source: string;
  /** Offset in the input of the first of `bytes`. */
  #base = 0;
  /** Offset in the input of the beginning of the line. */
  #lineStart = 0;
  line = 1;
  bytes: Uint8Array = NOTHING;
  at = 0;
  /** All of `bytes` as text, when each byte is a character; looked up when it is first asked for. */
  #text: string | false | undefined;
  /** No more bytes will come. */
  final = false;

  constructor(source: string) {
    this.#source = source;
  }

  /** Adds a piece to what was left. */
  add(piece: Uint8Array): void {
    this.bytes = this.bytes.length === 0 ? piece : concatBytes([this.bytes, piece]);
    this.#text = undefined;
  }

  /** Lets go of the bytes before the cursor and copies the rest, so that the piece can be reused by whoever gave it. */
  release(): void {
    this.#base += this.at;
    this.bytes = this.at === this.bytes.length ? NOTHING : this.bytes.slice(this.at);
    this.at = 0;
    this.#text = undefined;
  }

  /** The text of a part of `bytes`. To decode all of them once, which ASCII allows, is much faster than part by part. */
  text(from: number, end: number): string {
    if (this.#text === undefined) {
      const all = decodeText(this.bytes);
      this.#text = all.length === this.bytes.length ? all : false;
    }
    return this.#text === false ? decodeText(this.bytes.subarray(from, end)) : this.#text.slice(from, end);
  }

  get atEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  /** The byte at the cursor; undefined at the end of what is there. */
  get byte(): number | undefined {
    return this.bytes[this.at];
  }

  /** The place of the cursor. */
  here(): RecordOrigin {
    return { source: this.#source, line: this.line, offset: this.#base + this.at };
  }

  /** Moves to `at` and counts the lines on the way. */
  moveTo(at: number): void {
    for (let index = this.at; index < at; index += 1) {
      if (this.bytes[index] !== NEWLINE) continue;
      this.line += 1;
      this.#lineStart = this.#base + index + 1;
    }
    this.at = at;
  }

  /** Moves to the next line end; false when it is not there yet. */
  moveToLineEnd(): boolean {
    const end = this.bytes.indexOf(NEWLINE, this.at);
    this.at = end === -1 ? this.bytes.length : end;
    return end !== -1;
  }

  /** Moves over text of a log up to its line end or to what may be an object; always true. */
  skipText(): true {
    const { bytes } = this;
    let at = this.at;
    while (at < bytes.length && bytes[at] !== NEWLINE && bytes[at] !== OPEN_BRACE) at += 1;
    this.at = at;
    return true;
  }

  /** Moves over white space and commas. */
  skipFiller(): void {
    const from = this.at;
    let lines = 0;
    let at = from;
    for (; at < this.bytes.length; at += 1) {
      const byte = this.bytes[at];
      if (byte === NEWLINE) lines += 1;
      else if (byte !== 0x20 && byte !== COMMA && byte !== 0x09 && byte !== 0x0d) break;
    }
    if (lines > 0) this.moveTo(at);
    else this.at = at;
  }

  /**
   * Whether a new document begins at the cursor, at the beginning of a line; undefined when more bytes are needed to tell. See `startsDocument`
   * for `mayBeResource`.
   */
  documentBegins(mayBeResource = false): boolean | undefined {
    if (this.#base + this.at !== this.#lineStart) return false;
    return documentBeginsAt(this.bytes, this.at, this.final, mayBeResource);
  }
}

/** UTF-8 as text; what is none becomes U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Joins pieces of bytes. */
export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
