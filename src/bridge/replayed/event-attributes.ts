import {
  type AnyValue,
  type Attributes,
  type JsonObject,
  type JsonValue,
  newMap,
  own,
  parseJson,
  type SpanEvent,
  stringifyJson,
} from '../../telemetry/index.js';
import { toBase64url } from '../../vcon/index.js';
import { eventTypeOf, REPLAYED } from './names.js';

/** Parameters that travel as text. All others travel as JSON text, but for `attempt` (an integer) and `body`. */
const TEXT_PARAMETERS: ReadonlySet<string> = new Set([
  'time',
  'operation_id',
  'server',
  'tool',
  'decision',
  'policy_life',
  'reason',
  'operation',
  'mediatype',
  'encoding',
  'url',
  'trace_id',
  'span_id',
]);

/**
 * The attributes that hold an Event Object on a span event, each parameter in `vcon.event.<parameter>`.
 *
 * @param bodyIn the attribute of the span that already holds the body, so that it is not sent twice.
 */
export function eventAttributes(event: JsonObject, index: number, bodyIn?: string): Attributes {
  const attributes = newMap();
  const misfits = newMap<JsonValue>();
  attributes[REPLAYED.eventIndex] = index;
  for (const [name, value] of Object.entries(event)) {
    if (name === 'type' || value === undefined) continue;
    if (name === 'body' && bodyIn !== undefined) {
      attributes[REPLAYED.bodyIn] = bodyIn;
      continue;
    }
    const attribute = parameterAttribute(name, value, event.encoding);
    if (attribute === undefined) misfits[name] = value;
    else attributes[REPLAYED.parameter + name] = attribute;
  }
  if (Object.keys(misfits).length > 0) attributes[REPLAYED.misfits] = stringifyJson(misfits);
  return attributes;
}

/** An Event Object with its place in the vCon's `events`. */
export interface IndexedEvent {
  readonly index: number;
  readonly event: JsonObject & { readonly type: string };
}

/**
 * The Event Object that a span event of a replayed vCon holds.
 *
 * @returns `undefined` when the span event is no Event Object or its attributes were cut or changed.
 */
export function eventOf(spanEvent: SpanEvent, spanAttributes: Attributes): IndexedEvent | undefined {
  const type = eventTypeOf(spanEvent.name);
  const index = own(spanEvent.attributes, REPLAYED.eventIndex);
  if (type === undefined || typeof index !== 'number') return undefined;
  const event = newMap<JsonValue>();
  event.type = type;
  try {
    const encoding = own(spanEvent.attributes, `${REPLAYED.parameter}encoding`);
    for (const [key, value] of Object.entries(spanEvent.attributes)) {
      if (!key.startsWith(REPLAYED.parameter)) continue;
      const name = key.slice(REPLAYED.parameter.length);
      event[name] = parameterValue(name, value, encoding);
    }
    const bodyIn = own(spanEvent.attributes, REPLAYED.bodyIn);
    if (typeof bodyIn === 'string') event.body = bodyValue(own(spanAttributes, bodyIn), encoding);
    const misfits = own(spanEvent.attributes, REPLAYED.misfits);
    if (typeof misfits === 'string') Object.assign(event, parseJson(misfits));
  } catch {
    return undefined;
  }
  return { index, event: event as IndexedEvent['event'] };
}

/** Whether a body of this encoding travels as the text it is; any other travels as JSON text. */
function isTextBody(encoding: unknown): boolean {
  return typeof encoding === 'string' && encoding !== 'json';
}

function parameterAttribute(name: string, value: JsonValue, encoding: unknown): AnyValue | undefined {
  if (TEXT_PARAMETERS.has(name)) return typeof value === 'string' ? value : undefined;
  if (name === 'attempt') return Number.isSafeInteger(value) ? (value as number) : undefined;
  if (name === 'body' && isTextBody(encoding)) return typeof value === 'string' ? value : undefined;
  return stringifyJson(value);
}

function parameterValue(name: string, value: AnyValue, encoding: unknown): JsonValue {
  if (TEXT_PARAMETERS.has(name) || name === 'attempt') return value as JsonValue;
  return name === 'body' ? bodyValue(value, encoding) : jsonValue(value);
}

function bodyValue(value: AnyValue | undefined, encoding: unknown): JsonValue {
  if (value instanceof Uint8Array) return toBase64url(value);
  return isTextBody(encoding) && typeof value === 'string' ? value : jsonValue(value);
}

function jsonValue(value: AnyValue | undefined): JsonValue {
  if (typeof value !== 'string') throw new TypeError('not JSON text');
  return parseJson(value);
}
