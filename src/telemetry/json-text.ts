import { parse as parseExact, stringify as stringifyExact } from 'lossless-json';

/** A JSON value in which integers beyond 2^53 are `bigint`. */
export type JsonValue = string | number | bigint | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** 16 digits in a row can be a number that a double does not hold; anything shorter it does. */
const LONG_NUMBER = /\d{16}/;
const INTEGER = /^-?\d+$/;

/**
 * Parses JSON text and keeps every digit of integers: those beyond 2^53 become `bigint`.
 *
 * @throws SyntaxError when the text is not JSON.
 */
export function parseJson(source: string): JsonValue {
  if (!LONG_NUMBER.test(source)) return JSON.parse(source) as JsonValue;
  return parseExact(source, undefined, (digits) => {
    const number = Number(digits);
    return INTEGER.test(digits) && !Number.isSafeInteger(number) ? BigInt(digits) : number;
  }) as JsonValue;
}

/** Writes a JSON value; `bigint` becomes its digits. Never writes a bare NaN or Infinity. `indent` is for people. */
export function stringifyJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent) ?? 'null';
  } catch (error) {
    // JSON.stringify refuses a bigint. To look for one beforehand would cost as much as the writing itself.
    if (!hasBigInt(value)) throw error;
    return stringifyExact(value, undefined, indent) ?? 'null';
  }
}

function hasBigInt(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) ? value.some(hasBigInt) : Object.values(value).some(hasBigInt);
}
