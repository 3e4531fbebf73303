import { REDACTED } from './edits.js';
import { isQuote } from './text-key.js';

/** A value as it stands in a text, without its quotes. */
export interface TextValue {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

/** A bare value ends at white space, at a quote that closes something, and at a separator that another pair, or nothing, follows. */
const BARE_END =
  /[\s<>]|["'`](?=$|[\s<>,;:)\]}&\\|])|&&|\|\||&(?=\w[\w.$-]{0,40}=)|(?:[,;&|]|\\+[nrt])(?=$|[\s<>"'`]|\\*["'`]?[A-Za-z][\w.$-]{1,40}["'`\\]*[=:])/g;
const WORD_TO_LINE_END = /[^\s"'`\\]{1,2000}(?=[ \t]*(?:$|[\r\n]|[ \t]#))/y;
const OTHER_PAIR = /&\w=|[,;&|][A-Za-z][\w.$-]{1,40}[=:]/;
const CLOSERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const LINE_END = /[\r\n]|\\+[rn]/g;

/** Finds values in one text, in time that grows with the text. */
export class ValueReader {
  readonly #text: string;
  /** Quotes that nothing closes from some place on, so that they are not looked for again and again. */
  readonly #unclosed = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The value at `at` when a quote opens there; without a closing quote it goes to the end of the line. */
  quoted(at: number): TextValue | undefined {
    let open = at;
    while (this.#text[open] === '\\') open += 1;
    const mark = this.#text[open];
    if (!isQuote(mark)) return undefined;
    const triple = mark.repeat(3);
    if (open === at && this.#text.startsWith(triple, open)) {
      const close = this.#text.indexOf(triple, open + 3);
      return { start: open + 3, end: close === -1 ? this.#text.length : close, quoted: true };
    }
    const start = open + 1;
    return { start, end: this.closing(start, this.#text.slice(at, start)) ?? this.lineEnd(start), quoted: true };
  }

  /**
   * Where the quote is closed that opened before `start`, or `undefined`. In text that was escaped n times a quote bears
   * 2^n - 1 backslashes, and an inner one more; a doubled quote ('it''s') is an inner one too.
   */
  closing(start: number, quote: string): number | undefined {
    if (this.#unclosed.has(quote)) return undefined;
    const mark = quote.at(-1) ?? '"';
    const slashes = quote.length - 1;
    for (let at = this.#text.indexOf(mark, start); at !== -1; at = this.#text.indexOf(mark, at + 1)) {
      if (slashes === 0 && at > start && this.#text[at + 1] === mark) {
        at += 1;
        continue;
      }
      let run = 0;
      while (at - run > start && this.#text[at - run - 1] === '\\') run += 1;
      if (run % (2 * (slashes + 1)) === slashes) return at - slashes;
    }
    this.#unclosed.add(quote);
    return undefined;
  }

  /** The value at `at` up to white space or to what ends it; brackets that it did not open are left out. */
  bare(at: number): TextValue | undefined {
    if (this.#text.startsWith(REDACTED, at)) return { start: at, end: at + REDACTED.length, quoted: false };
    BARE_END.lastIndex = at;
    const stop = BARE_END.exec(this.#text)?.index ?? this.#text.length;
    const end = at + withoutClosers(this.#text.slice(at, stop)).length;
    return end === at ? undefined : { start: at, end, quoted: false };
  }

  /** The end of the signs without a space at `at`, when nothing but a comment follows them on the line; else `undefined`. */
  wordThatEndsLine(at: number): number | undefined {
    WORD_TO_LINE_END.lastIndex = at;
    const word = WORD_TO_LINE_END.exec(this.#text)?.[0];
    return word === undefined || OTHER_PAIR.test(word) ? undefined : at + word.replace(/[,;]$/, '').length;
  }

  /** The end of the line; a line break may be written `\n` where the text is escaped. */
  lineEnd(at: number): number {
    LINE_END.lastIndex = at;
    return LINE_END.exec(this.#text)?.index ?? this.#text.length;
  }

  /** Where the object or array that opens at `at` is closed; the end of the text when it was cut off. */
  containerEnd(at: number): number {
    let depth = 0;
    for (let i = at; i < this.#text.length; i += 1) {
      const sign = this.#text[i] ?? '';
      if (sign === '{' || sign === '[') depth += 1;
      else if (sign === '}' || sign === ']') depth -= 1;
      else if (isQuote(sign) || sign === '\\') i = Math.max(i, this.#afterQuoted(i));
      if (depth === 0) return i + 1;
    }
    return this.#text.length;
  }

  #afterQuoted(at: number): number {
    const value = this.quoted(at);
    return value === undefined ? at : value.end + (value.start - at) - 1;
  }
}

function withoutClosers(token: string): string {
  let open = new Map<string, number>();
  for (const sign of token) open = open.set(sign, (open.get(sign) ?? 0) + 1);
  let end = token.length;
  for (; end > 0; end -= 1) {
    const sign = token[end - 1] ?? '';
    const opener = CLOSERS[sign];
    if (opener === undefined ? !/[,;]/.test(sign) : (open.get(opener) ?? 0) >= (open.get(sign) ?? 0)) break;
    open.set(sign, (open.get(sign) ?? 0) - 1);
  }
  return token.slice(0, end);
}
