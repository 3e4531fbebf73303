import { isSafeNumber, parse as parseExact } from 'lossless-json';
import { isMap, type JsonValue } from '../telemetry/index.js';

const INTEGER = /^-?\d+$/;
// Numbers without an exponent and of fewer than 16 signs are kept by a double. Two patterns are quicker than both in one.
const LONG_NUMBER = /\d[\d.]{15}/;
const EXPONENT = /\d[eE]/;
const SPACE = 0x20;
const QUOTE = 0x22;
/** Deeper JSON stays text: writing it again would need as many stack frames. Real arguments are a few levels deep. */
const MAX_DEPTH = 200;
/** How JSON text of an object, array or string can begin. */
const COMPOUND = /^\s*[{["]/;

/**
 * Parses JSON text when nothing of it is lost: no digit of a number, no key that came twice with different values.
 *
 * @returns `undefined` when the text is not JSON, cannot be kept exactly, or is nested deeper than 200 levels.
 */
export function parseJsonExactly(text: string): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    const keys = keysIn(value, MAX_DEPTH);
    if (Number.isNaN(keys)) return undefined;
    return isExact(text, keys) || JSON.stringify(value) === text
      ? value
      : (parseExact(text, undefined, exactNumber) as JsonValue);
  } catch {
    return undefined;
  }
}

/** Whether JSON text, parsed to a value with so many keys, has nothing that could have been lost. */
function isExact(text: string, keys: number): boolean {
  return !LONG_NUMBER.test(text) && !EXPONENT.test(text) && keysAtMost(text) === keys;
}

/** How many keys there are in a JSON value; NaN when it is nested deeper than so many levels. */
function keysIn(value: unknown, levels: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (levels === 0) return Number.NaN;
  let keys = 0;
  if (Array.isArray(value)) for (const item of value) keys += keysIn(item, levels - 1);
  else for (const key in value) keys += 1 + keysIn((value as Readonly<Record<string, unknown>>)[key], levels - 1);
  return keys;
}

/** How many keys JSON text has at most, those that come twice included: behind each stands a quote and a colon. */
function keysAtMost(text: string): number {
  let keys = 0;
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1;
    while (text.charCodeAt(before) <= SPACE) before -= 1;
    if (text.charCodeAt(before) === QUOTE) keys += 1;
  }
  return keys;
}

/**
 * The object or array that a text is the JSON of, however often it was encoded: JSON text in JSON text is unwrapped.
 *
 * @returns `undefined` when the text is anything else, a JSON scalar included, or would lose something.
 */
export function parseJsonContainer(text: string): JsonValue | undefined {
  let value: JsonValue | undefined = text;
  while (typeof value === 'string') value = COMPOUND.test(value) ? parseJsonExactly(value) : undefined;
  return Array.isArray(value) || isMap(value) ? value : undefined;
}

function exactNumber(digits: string): number | bigint {
  if (isSafeNumber(digits)) return Number(digits);
  if (INTEGER.test(digits)) return BigInt(digits);
  throw new RangeError('a number loses digits');
}

/** Whether a JSON value is nested deeper than so many levels; no deeper than that is looked. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}
