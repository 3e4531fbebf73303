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

/** What maps inherit: an object without members and without a prototype, so that a key like `__proto__` is a key. */
const NOTHING: object = Object.freeze(Object.create(null));

/** Objects of a class keep the engine's quick form, which `Object.create(null)` does not have. */
const EmptyMap = function EmptyMap() {} as unknown as new () => Record<string, never>;
EmptyMap.prototype = NOTHING;

/** An empty map to fill, in which no key is inherited. */
export function newMap<T = AnyValue>(): Record<string, T> {
  return new EmptyMap() as Record<string, T>;
}

/** Whether an object is no instance of a class: made by `{}` in any realm, without a prototype, or by {@link newMap}. */
export function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The own value of a key, or `undefined`; never something inherited. */
export function own<T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  // Most keys that are asked for are absent, and a look for them is quicker than `hasOwn`.
  const value = map?.[key];
  return value !== undefined && Object.hasOwn(map as object, key) ? value : undefined;
}

/** The string under a key when it is a non-empty string, else `undefined`. */
export function text(map: Attributes | undefined, key: string): string | undefined {
  const value = own(map, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
