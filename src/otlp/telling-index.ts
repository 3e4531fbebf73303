import { SPAN_KINDS, type SpanKind, type TellingText } from '../telemetry/index.js';
import { BACKSLASH, QUOTE } from './ascii.js';

/** A set of span kinds, a bit each in the order of their OTLP numbers. */
export type KindSet = number;

export const NO_KIND: KindSet = 0;
export const ALL_KINDS: KindSet = (1 << SPAN_KINDS.length) - 1;

/** Whether a set has a kind. */
export function hasKind(kinds: KindSet, kind: SpanKind): boolean {
  return (kinds & (1 << SPAN_KINDS.indexOf(kind))) !== 0;
}

interface Pattern {
  readonly text: string;
  readonly bytes: Uint8Array;
  /** Of which spans it tells. */
  readonly kinds: KindSet;
}

/** Finds telling texts in bytes of JSON. */
export class TellingIndex {
  /** By the first two bytes of a string, the place in `#lists` of what may stand there; 0 is nothing. */
  readonly #begins = new Uint16Array(1 << 16);
  readonly #lists: Pattern[][] = [[]];
  readonly #inNames: readonly Pattern[];
  /** So many bytes of a string tell whether one of the texts begins it. */
  readonly reach: number;

  constructor(texts: readonly TellingText[]) {
    const patternsOf = (list: readonly TellingText[]) => list.map(patternOf).filter(({ text }) => text !== '');
    this.#inNames = patternsOf(texts.filter((telling) => telling.in === 'name'));
    const beginnings = patternsOf(texts.filter((telling) => telling.in !== 'name'));
    for (const pattern of beginnings) this.#index(pattern);
    this.reach = beginnings.reduce((most, { bytes }) => Math.max(most, bytes.length), 2);
  }

  /**
   * Of which spans the string tells that begins at `at`. One with an escape where a text could stand tells of all: it may be another
   * spelling of that text.
   */
  at(bytes: Uint8Array, at: number): KindSet {
    const list = this.#begins[((bytes[at] as number) << 8) | (bytes[at + 1] as number)] as number;
    return list === 0 ? NO_KIND : kindsOf(this.#lists[list] ?? [], bytes, at);
  }

  /** Of which spans JSON text of a scope or resource tells. */
  ofText(text: string): KindSet {
    const bytes = new TextEncoder().encode(text);
    let kinds = NO_KIND;
    for (const [index, byte] of bytes.entries()) if (byte === QUOTE) kinds |= this.at(bytes, index + 1);
    return kinds;
  }

  /** Of which spans a span's name tells. */
  ofName(name: string): KindSet {
    let found = NO_KIND;
    for (const { text, kinds } of this.#inNames) if (name.includes(text)) found |= kinds;
    return found;
  }

  /** Puts a pattern under each pair of bytes that it may begin with, escapes included. */
  #index(pattern: Pattern): void {
    const [first = 0, second] = pattern.bytes;
    for (let byte = 0; byte < 256; byte += 1) {
      if (second === undefined || byte === second || byte === BACKSLASH) this.#put((first << 8) | byte, pattern);
      this.#put((BACKSLASH << 8) | byte, pattern);
    }
  }

  #put(pair: number, pattern: Pattern): void {
    const list = this.#lists[this.#begins[pair] || this.#lists.length];
    if (list !== undefined) list.push(pattern);
    else this.#begins[pair] = this.#lists.push([pattern]) - 1;
  }
}

function patternOf({ text, kinds }: TellingText): Pattern {
  const bytes = new TextEncoder().encode(text);
  return { text, bytes, kinds: kinds === undefined ? ALL_KINDS : kinds.reduce(withKind, NO_KIND) };
}

function withKind(kinds: KindSet, kind: SpanKind): KindSet {
  return kinds | (1 << SPAN_KINDS.indexOf(kind));
}

function kindsOf(patterns: readonly Pattern[], bytes: Uint8Array, at: number): KindSet {
  let found = NO_KIND;
  for (const pattern of patterns) {
    const text = pattern.bytes;
    let next = 0;
    while (next < text.length && bytes[at + next] === text[next]) next += 1;
    if (next === text.length) found |= pattern.kinds;
    else if (bytes[at + next] === BACKSLASH) found |= ALL_KINDS;
  }
  return found;
}
