import { fingerprint } from '../mapping/index.js';
import { type AnyValue, isMap, parseJson } from '../telemetry/index.js';

/** Deeper structures are compared as different; no tool's arguments come near. */
const MAX_DEPTH = 200;

/**
 * Whether two observed arguments can be those of one call: equal as JSON values, one unknown, or one the other with further
 * members (a layer that fills in defaults or adds its own).
 */
export function compatibleArguments(a: AnyValue | undefined, b: AnyValue | undefined): boolean {
  const left = jsonValueOf(a);
  const right = jsonValueOf(b);
  if (left === undefined || right === undefined || equal(left, right)) return true;
  return isMap(left) && isMap(right) && (contains(left, right) || contains(right, left));
}

/** Whether two observed arguments are known and equal as JSON values. */
export function equalArguments(a: AnyValue | undefined, b: AnyValue | undefined): boolean {
  const left = jsonValueOf(a);
  const right = jsonValueOf(b);
  return left !== undefined && right !== undefined && equal(left, right);
}

/** A text that is the same for arguments that are known and equal as JSON values, to look them up by. */
export function argumentsKey(value: AnyValue | undefined): string | undefined {
  const known = jsonValueOf(value);
  return known === undefined ? undefined : fingerprint(known);
}

function jsonValueOf(value: AnyValue | undefined): AnyValue | undefined {
  if (typeof value !== 'string') return value ?? undefined;
  if (value === '') return undefined;
  try {
    return parseJson(value) as AnyValue;
  } catch {
    return value;
  }
}

function equal(a: AnyValue | undefined, b: AnyValue | undefined, depth = 0): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || depth > MAX_DEPTH) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  const left = a as Record<string, AnyValue>;
  const right = b as Record<string, AnyValue>;
  return keys.every((key) => Object.hasOwn(right, key) && equal(left[key], right[key], depth + 1));
}

function contains(whole: Readonly<Record<string, AnyValue>>, part: Readonly<Record<string, AnyValue>>): boolean {
  const keys = Object.keys(part);
  return keys.length > 0 && keys.every((key) => Object.hasOwn(whole, key) && equal(whole[key], part[key]));
}
