import { type AnyValue, type Attributes, newMap } from '../telemetry/index.js';
import { decodeBase64 } from './base64.js';
import { decodeDouble, decodeInteger, type Report } from './scalar.js';

/** Nesting of AnyValues that is read; protobuf's own limit for nested messages. */
const DEEPEST = 100;

/** A value that is nested too deeply. It loses only that value: none is cut. */
class TooDeep extends Error {}

/**
 * An AnyValue as OTLP/JSON writes it, as a dump with snake_case names or Go's oneof wrappers (`{"Value":{"StringValue":"x"}}`) has
 * it, or as protobuf decodes it. An empty one is `null`, an empty `arrayValue` is `[]`, and a bare JSON scalar is itself.
 * One that is nested deeper than 100 is reported and is `null`.
 */
export function decodeAnyValue(wire: unknown, report: Report): AnyValue {
  try {
    return decodeNested(wire, report, 0);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    report('OTLP_VALUE_UNREADABLE', `an attribute value is nested deeper than ${DEEPEST} and was left out`);
    return null;
  }
}

function decodeNested(wire: unknown, report: Report, depth: number): AnyValue {
  if (typeof wire !== 'object' || wire === null) return isScalar(wire) ? wire : null;
  const { stringValue } = wire as { readonly stringValue?: unknown };
  if (typeof stringValue === 'string') return stringValue;
  if (depth > DEEPEST) throw new TooDeep();
  for (const [name, value] of Object.entries(wire)) {
    if (value === null) continue;
    switch (name) {
      case 'stringValue':
      case 'string_value':
      case 'StringValue':
        return typeof value === 'string' ? value : String(value);
      case 'intValue':
      case 'int_value':
      case 'IntValue':
        return decodeInteger(value) ?? unread(value, 'integer', report);
      case 'boolValue':
      case 'bool_value':
      case 'BoolValue':
        return value === true || value === 'true';
      case 'doubleValue':
      case 'double_value':
      case 'DoubleValue':
        return decodeDouble(value) ?? unread(value, 'double', report);
      case 'arrayValue':
      case 'array_value':
      case 'ArrayValue':
        return list(value.values).map((item) => decodeNested(item, report, depth + 1));
      case 'kvlistValue':
      case 'kvlist_value':
      case 'KvlistValue':
        return decodePairs(value.values, report, (item) => decodeNested(item, report, depth + 1));
      case 'bytesValue':
      case 'bytes_value':
      case 'BytesValue':
        return decodeBytes(value, report);
      case 'Value':
        return decodeNested(value, report, depth + 1);
    }
  }
  return null;
}

/**
 * A list of key/value pairs; of a key that comes twice the last value counts, a pair without value is `null`, and
 * one without a key has the empty key, as protobuf leaves out what is empty.
 */
export function decodeAttributes(wire: unknown, report: Report): Attributes {
  return decodePairs(wire, report, (value) => decodeAnyValue(value, report));
}

function decodePairs(wire: unknown, report: Report, decode: (value: unknown) => AnyValue): Attributes {
  const attributes = newMap();
  if (wire !== undefined && wire !== null && !Array.isArray(wire)) {
    report('OTLP_FIELD_UNREADABLE', 'attributes are no list of keys and values and were left out');
  }
  for (const pair of list(wire)) {
    const key = pair?.key ?? '';
    if (pair !== null && typeof key === 'string') attributes[key] = decode(pair.value);
    else report('OTLP_FIELD_UNREADABLE', 'an attribute whose key is no text was left out');
  }
  return attributes;
}

interface WirePair {
  readonly key?: unknown;
  readonly value?: unknown;
}

function list(value: unknown): readonly (WirePair | null)[] {
  return Array.isArray(value) ? value : [];
}

function isScalar(value: unknown): value is string | number | boolean | bigint {
  return value !== undefined && value !== null;
}

function decodeBytes(value: unknown, report: Report): AnyValue {
  if (value instanceof Uint8Array) return new Uint8Array(value);
  return (typeof value === 'string' ? decodeBase64(value) : undefined) ?? unread(value, 'base64', report);
}

function unread(value: unknown, what: string, report: Report): AnyValue {
  report('OTLP_VALUE_UNREADABLE', `an attribute value is no ${what} and was kept as text`);
  return String(value);
}
