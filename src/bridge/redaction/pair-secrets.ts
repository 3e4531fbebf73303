import { type Edit, REDACTED } from './edits.js';
import { type KeyRule, type KeyRules, LIKELY, SECRET } from './key-rules.js';
import { isCode, isProse } from './prose.js';
import { isHarmless } from './secret-shape.js';
import { isQuote, keyBefore, quoteBefore, type TextKey } from './text-key.js';
import { type TextValue, ValueReader } from './text-value.js';

const SEPARATORS = /[=:,>]/g;
const AFTER_SEPARATOR = /(?:>|==?|:)?[ \t]*/y;
const LINES_TOO = /\s*/y;
const STRING_PREFIX = /(?:[fFrRbBuU@$]{1,2})?(?=\\*["'`])/y;
const BLOCK = /[|>][+-]?\d?[ \t]*\r?\n([ \t]+)/y;
const LIST = /\r?\n([ \t]*)- (?![^\n]{0,200}:)/y;
const LINE_START = /(?:^|[\r\n]|\\[nr])(?:[\s>*-]|export |set |declare -x )*$/;
const SINGLE_TOKEN_SCHEME = /(?:bearer|basic|token|negotiate|ntlm|apikey|key|dpop|hawk|splunk|genie-?key)[ \t]+/iy;
const ANY_SCHEME = /[A-Za-z][\w-]{1,30}[ \t]+(?=\S)/y;
const TEMPLATE = /\$?\{\{[^{}]{0,200}\}\}|\$\{[^{}]{0,200}\}|\$\([^()]{0,200}\)/y;
const ASSIGNED = /[ \t]*=(?!=)[ \t]*/y;
/** Prose and other pairs may follow on the same line; only a short rest without either is part of a value with spaces. */
const REST_OF_VALUE = /(?: (?!#)[^\s:="'`]+){1,12}(?=\s*(?:$| #|\r?\n))/y;

/**
 * The values of secret keys in a text that is not JSON as a whole: headers, .env, ini, YAML, form fields, connection
 * strings, code, XML elements, dumps of dictionaries, JSON that was cut off or escaped.
 */
export function pairEdits(text: string, rules: KeyRules): readonly Edit[] {
  return new PairScan(text, rules).run();
}

class PairScan {
  readonly #edits: Edit[] = [];
  readonly #reader: ValueReader;
  #resume = 0;

  constructor(
    readonly text: string,
    readonly rules: KeyRules,
  ) {
    this.#reader = new ValueReader(text);
  }

  run(): readonly Edit[] {
    for (const match of this.text.matchAll(SEPARATORS)) {
      if (match.index >= this.#resume) this.#pair(match.index, match[0]);
    }
    return this.#edits;
  }

  #pair(at: number, separator: string): void {
    const key = keyBefore(this.text, this.text[at - 1] === '-' ? at - 1 : at);
    const rule = key === undefined ? undefined : this.rules.of(key.name);
    if (key === undefined || rule === undefined) return;
    if (separator === '>' && this.text[at - 1] !== '-') this.#element(at, key, rule);
    else if (separator === ',') this.#argument(at, key);
    else this.#value(key, rule, this.#valueStart(at + 1, key), separator);
  }

  /** `<password>x</password>`. */
  #element(at: number, key: TextKey, rule: KeyRule): void {
    if (this.text[key.start - 1] !== '<') return;
    const cdata = this.text.startsWith('<![CDATA[', at + 1);
    const start = cdata ? at + 10 : at + 1;
    const end = this.text.indexOf(cdata ? ']]>' : '<', start);
    this.#take({ start, end: end === -1 ? this.text.length : end, quoted: true }, rule, key);
  }

  /** `setHeader("X-Api-Key", "x")` takes what looks like a secret, the tuple `("password", "x")` everything. */
  #argument(at: number, key: TextKey): void {
    if (key.quote === '' || this.text[key.start - 1] !== '(') return;
    const value = this.#reader.quoted(this.#skip(LINES_TOO, at + 1));
    if (value === undefined) return;
    this.#take(value, /[\w\])]/.test(this.text[key.start - 2] ?? '') ? LIKELY : SECRET, key);
  }

  #value(key: TextKey, rule: KeyRule, at: number, separator: string): void {
    if (this.text.startsWith(REDACTED, at)) {
      this.#resume = at + REDACTED.length;
      return;
    }
    const quoted = this.#reader.quoted(this.#skip(STRING_PREFIX, at));
    // "Password: " is a prompt: the quote around it is closed, not opened
    const around = key.quote === '' ? quoteBefore(this.text, key.start) : '';
    if (around !== '' && this.text.startsWith(around, at)) return;
    if (quoted !== undefined) this.#take(quoted, rule, key);
    else if (key.quote === '' && (rule.header === true || (around !== '' && key.name.includes('-'))))
      this.#header(key, rule, at, separator, around);
    else if (key.quote !== '' && rule.whole && /[{[]/.test(this.text[at] ?? '')) this.#container(key, at);
    else if (separator === ':' && key.quote === '' && rule.whole && this.#block(key, at)) return;
    else this.#bare(key, rule, at, separator);
  }

  /** A header's value runs to the end of the line or of the quotes around the header; the scheme stays. */
  #header(key: TextKey, rule: KeyRule, at: number, separator: string, around: string): void {
    const closing = around === '' ? undefined : this.#reader.closing(at, around);
    const start = this.#skip(SINGLE_TOKEN_SCHEME, at);
    if (this.text.startsWith(REDACTED, start)) return;
    if (closing !== undefined) {
      this.#take({ start: this.#skip(ANY_SCHEME, start), end: closing, quoted: true }, rule, key);
    } else if (start > at || separator === '=') this.#bare(key, rule, start, '=');
    else if (!isProse(this.text, at)) this.#take({ start: at, end: this.#reader.lineEnd(at), quoted: true }, rule, key);
  }

  #container(key: TextKey, at: number): void {
    const end = this.#reader.containerEnd(at);
    if (/\w/.test(this.text.slice(at, end))) this.#replace(at, end, key.quote);
  }

  /** A YAML block scalar or list: the lines that are indented further than the key. */
  #block(key: TextKey, at: number): boolean {
    const indent = this.#match(BLOCK, at)?.[1] ?? this.#match(LIST, at)?.[1];
    if (indent === undefined) return false;
    const start = this.#skip(/[|>]?[+-]?\d?\s*/y, at);
    if (this.text.startsWith(REDACTED, start)) return true;
    let end = this.#reader.lineEnd(start);
    for (let line = end; ; line = end) {
      const next = this.#skip(/\r?\n/y, line);
      if (next === line || !this.text.startsWith(indent, next)) break;
      end = Math.max(this.#reader.lineEnd(next), next);
    }
    this.#replace(start, end, key.quote);
    return true;
  }

  #bare(key: TextKey, rule: KeyRule, at: number, separator: string): void {
    if (this.#match(TEMPLATE, at) !== null) return;
    const wholeEnd = this.#startsLine(key) ? this.#reader.wordThatEndsLine(at) : undefined;
    const value = this.#reader.bare(at) ?? (wholeEnd === undefined ? undefined : { start: at, end: wholeEnd });
    if (value === undefined) return;
    const found = this.text.slice(value.start, value.end);
    if (isHarmless(found)) {
      // password: str = "x"
      const assigned = separator === ':' ? this.#skip(ASSIGNED, value.end) : value.end;
      if (assigned > value.end) this.#value(key, rule, assigned, '=');
      return;
    }
    if (found === key.name || isCode(found) || (separator === ':' && isProse(this.text, at))) return;
    const spaced = separator === ':' && this.#startsLine(key) ? this.#skip(REST_OF_VALUE, value.end) : value.end;
    this.#take({ start: at, end: Math.max(spaced, wholeEnd ?? 0), quoted: false }, rule, key);
  }

  #take(value: TextValue, rule: KeyRule, key: TextKey): void {
    const found = this.text.slice(value.start, value.end);
    if (found.startsWith(REDACTED) || !rule.takes(found)) return;
    this.#replace(value.start, value.end, value.quoted ? '' : key.quote);
  }

  /** A value that was bare after a quoted key comes back in quotes, so that what was JSON stays JSON. */
  #replace(start: number, end: number, quote: string): void {
    this.#edits.push(quote === '' ? { start, end } : { start, end, replacement: `${quote}${REDACTED}${quote}` });
    this.#resume = end;
  }

  #valueStart(at: number, key: TextKey): number {
    const start = this.#skip(AFTER_SEPARATOR, at);
    return key.quote === '' || isQuote(this.text[start]) ? start : this.#skip(LINES_TOO, start);
  }

  #startsLine(key: TextKey): boolean {
    return LINE_START.test(this.text.slice(Math.max(0, key.start - 40), key.start));
  }

  #match(pattern: RegExp, at: number): RegExpExecArray | null {
    pattern.lastIndex = at;
    return pattern.exec(this.text);
  }

  #skip(pattern: RegExp, at: number): number {
    return at + (this.#match(pattern, at)?.[0].length ?? 0);
  }
}
