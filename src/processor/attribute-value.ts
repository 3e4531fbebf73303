import { type AnyValue, type Attributes, isPlainObject, newMap } from '../telemetry/index.js';

/** Attribute values nest no deeper than this; OTLP receivers refuse more than protobuf's default of 100 levels. */
const MAX_DEPTH = 100;

/**
 * Copies a value that an SDK accepted as an attribute, so that later changes by the application do not reach it. Values that no
 * attribute can have (functions, symbols, other classes, too deep nesting) become `undefined`.
 */
export function toAnyValue(value: unknown, depth = 0): AnyValue | undefined {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'bigint':
      return value;
    case 'object':
      return value === null ? null : copyObject(value, depth);
    default:
      return undefined;
  }
}

/** Copies attributes of an SDK object (SDK 1.x and 2.x: primitives and arrays; 3.x: also maps, bytes and null). */
export function toAttributes(source: unknown): Attributes {
  return typeof source === 'object' && source !== null ? copyMap(source, 0) : newMap();
}

function copyObject(value: object, depth: number): AnyValue | undefined {
  if (depth >= MAX_DEPTH) return undefined;
  if (value instanceof Uint8Array) return value.slice();
  if (Array.isArray(value)) return value.map((item) => toAnyValue(item, depth + 1) ?? null);
  return isPlainObject(value) ? copyMap(value, depth + 1) : undefined;
}

function copyMap(source: object, depth: number): Attributes {
  const copy = newMap();
  // This runs while the application waits: no list of the keys is made.
  for (const key in source) {
    const value = (source as Readonly<Record<string, unknown>>)[key];
    const copied = typeof value === 'string' ? value : toAnyValue(value, depth);
    if (copied !== undefined) copy[key] = copied;
  }
  return copy;
}
