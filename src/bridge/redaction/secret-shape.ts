import { REDACTED } from './edits.js';

const HARMLESS_WORDS = new Set(
  (
    'required optional none null nil undefined true false yes no on off string str text number integer int boolean bool ' +
    'object array any unknown invalid expired missing empty valid hidden masked filtered removed omitted redacted ' +
    'include omit same-origin bearer basic digest oauth oauth2 apikey approved pending denied granted n/a ok ' +
    'secretstr securestring optional[str] bytes'
  ).split(' '),
);
const SCHEME = /^(?:bearer|basic|token) +(?=\S)/i;
const MASK = /^[*•●.…-]+(?:[A-Za-z ]{1,20}[*•●]+)?$/;
const PLACEHOLDER =
  /^(?:<[^<>]{0,80}>|\{[\w.]{1,60}\}|\[[A-Za-z _-]{1,40}\]|\{\{[^{}]{0,200}\}\}|your[-_ ][\w -]{1,60}|\.\.\.)$/i;
const REFERENCE =
  /^(?:\$[A-Z_][A-Z0-9_]*|\$\{[^{}]{1,200}\}|\$\{\{[^{}]{1,200}\}\}|\$\([^()]{1,200}\)|%[A-Z_][A-Z0-9_]*%|(?:process\.env|import\.meta\.env|os\.environ|os\.getenv|ENV)\b[\w.()['"\]]{0,100})$/;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const PLAIN_SEGMENT = /^(?:[A-Za-z]?[a-z]*|[A-Z]+|\d+)$/;
const LETTER_THEN_DIGIT = /[A-Za-z].*\d|\d.*[A-Za-z]/s;
const CASE_CHANGE = /[a-z](?=[A-Z])/g;
const NO_TOKEN = /\s|^(?:[\w.-]*\/\/|~?\/|\.{1,2}\/|[A-Za-z]:\\|\d{4}-\d\d-\d\dT|[^@]+@[^@]+\.\w+$)/;

/** Random text of this length cannot be guessed (12 of 62 signs are 71 bits); shorter things are mostly words. */
const MIN_RANDOM = 12;
/** So many signs must be in segments that mix letters and digits: more than `2024a`, `v2` and `x86` have. */
const MIN_MIXED = 8;
/** Letters alone are taken for a secret only from this length on, since identifiers look alike. */
const MIN_RANDOM_LETTERS = 24;

/** Whether text under a secret key holds no secret: empty, a word such as "required", a mask, a placeholder, a reference. */
export function isHarmless(value: string): boolean {
  const trimmed = value.trim().replace(SCHEME, '');
  if (trimmed === '' || trimmed === REDACTED) return true;
  if (trimmed.length > 250) return false;
  return (
    HARMLESS_WORDS.has(trimmed.toLowerCase()) ||
    MASK.test(trimmed) ||
    PLACEHOLDER.test(trimmed) ||
    REFERENCE.test(trimmed)
  );
}

/**
 * Whether text looks random enough to be a token: at least 12 signs without spaces, 8 of them in segments that mix letters
 * and digits (so that `gpt-4-turbo-2024`, paths, dates and mail addresses are not), or at least 24 letters of changing case.
 */
export function looksRandom(value: string): boolean {
  if (value.length < MIN_RANDOM || value.length > 8192 || isHarmless(value) || NO_TOKEN.test(value)) return false;
  if (!LETTER_THEN_DIGIT.test(value)) {
    return value.length >= MIN_RANDOM_LETTERS && (value.match(CASE_CHANGE)?.length ?? 0) >= value.length / 8;
  }
  const mixed = value.split(/[-_.:/+=~%]/).filter((segment) => !PLAIN_SEGMENT.test(segment));
  return mixed.join('').length >= MIN_MIXED;
}

/** Whether text is a UUID, which names things more often than it opens them. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/** Whether text is `user:password` in base64, as HTTP Basic (RFC 7617) and Docker's config.json have it. */
export function isBasicCredential(value: string): boolean {
  if (value.length < 4 || value.length > 4096 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return false;
  try {
    return /^[\x20-\x7e\x80-\xff]*:[\x20-\x7e\x80-\xff]*$/.test(atob(value.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return false;
  }
}
