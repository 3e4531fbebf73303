import { canonicalize } from 'json-canonicalize';
import type { JsonValue } from '../telemetry/index.js';

/** One way in which a JSON value can have been written before it was hashed. */
export interface CanonicalForm {
  readonly name: string;
  /** @throws when the form cannot hold the value (RFC 8785: lone surrogates, numbers that no double holds). */
  readonly write: (value: JsonValue) => string;
}

interface Style {
  readonly sorted: boolean;
  readonly spaced: boolean;
  readonly escape: (text: string) => string;
}

const ESCAPES: Readonly<Record<string, Style['escape']>> = {
  'as JSON.stringify': (text) => text,
  'as Python json.dumps': (text) => text.replace(/[^\x20-\x7e]/g, (char) => unicodeEscape(char)),
  'as Go encoding/json': (text) => text.replace(/[<>&\u2028\u2029]/g, (char) => unicodeEscape(char)),
  'as .NET System.Text.Json': (text) =>
    text
      .replaceAll('\\"', '\\u0022')
      .replace(/[<>&'+`]|[^\x20-\x7e]/g, (char) => unicodeEscape(char).toUpperCase().replace('U', 'u')),
};

/**
 * The forms that hashes of JSON are usually taken of, likeliest first: RFC 8785, then what the JSON writers of common
 * platforms make, compact or with blanks, members in the record's order or sorted.
 */
export const CANONICAL_FORMS: readonly CanonicalForm[] = [
  { name: 'RFC 8785', write: writeRfc8785 },
  ...[false, true].flatMap((sorted) =>
    [false, true].flatMap((spaced) =>
      Object.entries(ESCAPES).map(([name, escaped]) => ({
        name: `${name}${sorted ? ', sorted' : ''}${spaced ? ', with blanks' : ''}`,
        write: (value: JsonValue) => write(value, { sorted, spaced, escape: escaped }),
      })),
    ),
  ),
];

/** RFC 8785 (JSON Canonicalization Scheme). Integers beyond 2^53 are written as the double next to them, as it demands. */
export function writeRfc8785(value: JsonValue): string {
  return canonicalize(withDoubles(value)) ?? 'null';
}

/** One text for all JSON values that are equal, whatever the order of their members. Never throws. */
export function comparableJson(value: JsonValue): string {
  return write(value, { sorted: true, spaced: false, escape: (text) => text });
}

function withDoubles(value: JsonValue): JsonValue {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withDoubles);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withDoubles(member)]));
}

function write(value: JsonValue, style: Style): string {
  if (typeof value === 'string') return style.escape(JSON.stringify(value));
  if (typeof value !== 'object' || value === null) return String(value);
  const comma = style.spaced ? ', ' : ',';
  if (Array.isArray(value)) return `[${value.map((item) => write(item, style)).join(comma)}]`;
  const members = Object.entries(value);
  if (style.sorted) members.sort(([a], [b]) => (a < b ? -1 : 1));
  const colon = style.spaced ? ': ' : ':';
  return `{${members.map(([key, member]) => write(key, style) + colon + write(member, style)).join(comma)}}`;
}

function unicodeEscape(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
