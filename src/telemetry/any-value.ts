/**
 * An attribute value as OTLP's AnyValue can hold it. Integers that a double cannot hold exactly are `bigint`,
 * an empty AnyValue is `null`, bytes are `Uint8Array`.
 */
export type AnyValue = string | number | bigint | boolean | null | Uint8Array | readonly AnyValue[] | AnyValueMap;

/** A key/value list. Objects are made without a prototype, so that a key like `__proto__` is a key. */
export interface AnyValueMap {
  readonly [key: string]: AnyValue;
}

/** Attributes of a span, event, log record, scope or resource. Keys that came twice hold the last value. */
export type Attributes = AnyValueMap;

/** Whether a value is a key/value list (not bytes, not an array). */
export function isMap(value: unknown): value is AnyValueMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}

/** An empty map to fill: no prototype, so no inherited keys. */
export function newMap<T = AnyValue>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}

/** The own value of a key, or `undefined`; never something inherited. */
export function own<T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}

/** The string under a key when it is a non-empty string, else `undefined`. */
export function text(map: Attributes | undefined, key: string): string | undefined {
  const value = own(map, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
