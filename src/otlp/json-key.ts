import { BACKSLASH, COLON, QUOTE } from './ascii.js';

/** A key longer than this is nobody's. */
const LONGEST_KEY = 64 * 1024;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A key and where its value begins. */
export interface JsonKey {
  readonly name: string;
  readonly value: number;
}

/** Reads the key of an object's member at `at`, up to the first byte of the value. */
export function readKey(bytes: Uint8Array, at: number): JsonKey | 'more' | 'broken' {
  if (bytes[at] !== QUOTE) return 'broken';
  let close = at + 1;
  while (close < bytes.length && bytes[close] !== QUOTE) close += bytes[close] === BACKSLASH ? 2 : 1;
  if (close >= bytes.length) return bytes.length - at > LONGEST_KEY ? 'broken' : 'more';
  const colon = skipSpace(bytes, close + 1);
  if (colon >= bytes.length) return 'more';
  const name = parseKey(decoder.decode(bytes.subarray(at, close + 1)));
  if (name === undefined || bytes[colon] !== COLON) return 'broken';
  const value = skipSpace(bytes, colon + 1);
  return value >= bytes.length ? 'more' : { name, value };
}

function parseKey(text: string): string | undefined {
  try {
    return String(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The first index from `from` on that is no white space. */
function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] ?? 0) <= 0x20) at += 1;
  return at;
}
