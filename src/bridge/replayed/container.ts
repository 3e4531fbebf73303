import {
  type Attributes,
  isMap,
  type JsonObject,
  type JsonValue,
  newMap,
  own,
  parseJson,
  stringifyJson,
} from '../../telemetry/index.js';
import { REPLAYED } from './names.js';

/** Members that have an attribute of their own, and `analysis`, which is not sent. */
const NOT_IN_CONTAINER: ReadonlySet<string> = new Set(['events', 'parties', 'sessions', 'analysis', 'uuid']);
/** Members whose entries are sent without their content, so that the indices of other objects still mean something. */
const WITHOUT_CONTENT: ReadonlySet<string> = new Set(['dialog', 'attachments']);

/**
 * The attributes that hold what a vCon says beside its shown events: parties and sessions whole, other top-level members
 * but for Analysis Objects and the bodies of Dialog and Attachment Objects (they are the conversation, not telemetry).
 *
 * @param otherEvents Event Objects that no span shows, with their indices.
 */
export function containerAttributes(
  vcon: JsonObject,
  otherEvents: readonly (readonly [number, JsonValue])[],
): Attributes {
  const container = newMap<JsonValue>();
  for (const [name, value] of Object.entries(vcon)) {
    if (NOT_IN_CONTAINER.has(name) || value === undefined) continue;
    container[name] = WITHOUT_CONTENT.has(name) && Array.isArray(value) ? value.map(withoutBody) : value;
  }
  const events = own(vcon, 'events');
  const attributes = newMap();
  attributes[REPLAYED.container] = stringifyJson(container);
  attributes[REPLAYED.parties] = stringifyJson(own(vcon, 'parties') ?? []);
  if (own(vcon, 'sessions') !== undefined) attributes[REPLAYED.sessions] = stringifyJson(vcon.sessions);
  attributes[REPLAYED.eventCount] = Array.isArray(events) ? events.length : 0;
  if (otherEvents.length > 0) attributes[REPLAYED.otherEvents] = stringifyJson(otherEvents);
  return attributes;
}

/** What {@link containerAttributes} wrote. */
export interface Container {
  readonly members: JsonObject;
  readonly parties: readonly JsonValue[];
  readonly sessions: readonly JsonValue[] | undefined;
  readonly eventCount: number;
  readonly otherEvents: readonly (readonly [number, JsonObject])[];
}

/** Reads what {@link containerAttributes} wrote. @returns `undefined` when the attributes are not there or were cut. */
export function containerOf(attributes: Attributes): Container | undefined {
  const eventCount = own(attributes, REPLAYED.eventCount);
  try {
    const members = read(attributes, REPLAYED.container);
    const parties = read(attributes, REPLAYED.parties);
    const sessions = read(attributes, REPLAYED.sessions);
    const others = read(attributes, REPLAYED.otherEvents) ?? [];
    if (!isMap(members) || !Array.isArray(parties) || typeof eventCount !== 'number' || !Array.isArray(others))
      return undefined;
    return {
      members: members as JsonObject,
      parties,
      sessions: Array.isArray(sessions) ? sessions : undefined,
      eventCount,
      otherEvents: others.filter(isIndexedObject),
    };
  } catch {
    return undefined;
  }
}

function read(attributes: Attributes, name: string): JsonValue | undefined {
  const text = own(attributes, name);
  return typeof text === 'string' ? parseJson(text) : undefined;
}

function isIndexedObject(pair: JsonValue): pair is [number, JsonObject] {
  return Array.isArray(pair) && typeof pair[0] === 'number' && isMap(pair[1]);
}

function withoutBody(entry: JsonValue): JsonValue {
  if (!isMap(entry)) return entry;
  const { body: _body, encoding: _encoding, ...rest } = entry as JsonObject;
  return rest;
}
