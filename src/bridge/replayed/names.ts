import { type EventType, isEventType } from '../../vcon/index.js';

/**
 * Names of the attributes that a replayed vCon travels in, beside those of our telemetry vocabulary. docs/round-trip.md
 * specifies them.
 */
export const REPLAYED = {
  /** On every span that was made from a vCon: true. */
  marker: 'vcon.replayed',
  /** On every such span: the vCon's uuid. */
  uuid: 'vcon.uuid',
  /** On one span of the vCon: its top-level members but for those below, as JSON text. */
  container: 'vcon.container',
  /** On the same span: the vCon's `parties` and `sessions`, as JSON text. */
  parties: 'vcon.parties',
  sessions: 'vcon.sessions',
  /** On the same span: how many Event Objects the vCon has. */
  eventCount: 'vcon.event_count',
  /** On the same span: the Event Objects that no span shows, as JSON text: a list of pairs of index and Event Object. */
  otherEvents: 'vcon.other_events',
  /** On a span event: the index of its Event Object in the vCon's `events`. */
  eventIndex: 'vcon.event_index',
  /** On a span event: the attribute of its span that holds the body. */
  bodyIn: 'vcon.event_body_in',
  /** On a span event: parameters whose values do not have the form that the vocabulary gives them, as JSON text of an object. */
  misfits: 'vcon.event_json',
  /** Prefix of the attributes that hold the parameters of an Event Object. */
  parameter: 'vcon.event.',
} as const;

const NAME_PREFIX = 'vcon.';
/** `tool-input-response` to `vcon.tool_input_response`. */
export function spanEventName(type: EventType): string {
  return NAME_PREFIX + type.replaceAll('-', '_');
}

/** `vcon.tool_input_response` to `tool-input-response`; `undefined` when the name is of no such event. */
export function eventTypeOf(name: string): EventType | undefined {
  const type = name.startsWith(NAME_PREFIX) ? name.slice(NAME_PREFIX.length).replaceAll('_', '-') : undefined;
  return isEventType(type) ? type : undefined;
}
