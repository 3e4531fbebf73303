const QUOTES = '"\'`';
const WORD_SIGN = /[\w.$\u0080-\uffff-]/;
const QUOTED_END = /["'`\n\r\\]/;
/** Words that name a credential only together with the word before: "API key", "access token". */
const SECOND_WORD = /^(?:keys?|tokens?|phrase|secret|code|word)$/i;
/** Longer runs are not names. */
const MAX_KEY = 120;

/** A key that stands before a separator in a text. */
export interface TextKey {
  readonly name: string;
  /** Where the key starts, its quote included. */
  readonly start: number;
  /** The closing quote as it is written, with its backslashes when the text is escaped (`\"`); empty without quotes. */
  readonly quote: string;
}

/** Whether a sign is a quotation mark. */
export function isQuote(sign: string | undefined): sign is string {
  return sign !== undefined && sign !== '' && QUOTES.includes(sign);
}

/** The quote that ends just before `end`, with the backslashes before it; empty when there is none. */
export function quoteBefore(text: string, end: number): string {
  if (!isQuote(text[end - 1])) return '';
  let start = end - 1;
  while (start > 0 && end - start < 64 && text[start - 1] === '\\') start -= 1;
  return text.slice(start, end);
}

/** The key that ends before the separator at `end`, as in `"key":`, `key =`, `map["key"] =`, `key?:`. */
export function keyBefore(text: string, end: number): TextKey | undefined {
  let at = end;
  while (at > 0 && end - at < 8 && (text[at - 1] === ' ' || text[at - 1] === '\t')) at -= 1;
  if (text[at - 1] === ']' || text[at - 1] === '?') at -= 1;
  const quote = quoteBefore(text, at);
  return quote === '' ? bareKey(text, at) : quotedKey(text, at - quote.length, quote);
}

function quotedKey(text: string, end: number, quote: string): TextKey | undefined {
  let start = end;
  while (start > 0 && end - start < MAX_KEY && !QUOTED_END.test(text[start - 1] ?? '')) start -= 1;
  const opening = start - quote.length;
  if (start === end || opening < 0 || text.slice(opening, start) !== quote) return undefined;
  return { name: text.slice(start, end), start: opening, quote };
}

function bareKey(text: string, end: number): TextKey | undefined {
  const start = wordStart(text, end);
  // "/etc/passwd:" is a path, not a key
  if (start === end || text[start - 1] === '/') return undefined;
  const name = text.slice(start, end);
  if (text[start - 1] !== ' ' || !SECOND_WORD.test(name)) return { name, start, quote: '' };
  const before = wordStart(text, start - 1);
  return before === start - 1
    ? { name, start, quote: '' }
    : { name: text.slice(before, end), start: before, quote: '' };
}

function wordStart(text: string, end: number): number {
  let start = end;
  while (start > 0 && end - start < MAX_KEY && WORD_SIGN.test(text[start - 1] ?? '')) start -= 1;
  return start;
}
