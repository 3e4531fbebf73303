import { isSafeNumber, parse as parseExact } from 'lossless-json';
import { isMap, type JsonValue } from '../telemetry/index.js';

const INTEGER = /^-?\d+$/;
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
    const exact = JSON.stringify(value) === text ? value : (parseExact(text, undefined, exactNumber) as JsonValue);
    return isDeeperThan(exact, MAX_DEPTH) ? undefined : exact;
  } catch {
    return undefined;
  }
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
