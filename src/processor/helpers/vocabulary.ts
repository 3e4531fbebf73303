import { REPLAYED, spanEventName } from '../../bridge/replayed/index.js';
import { semconv } from '../../mapping/index.js';
import { EVENT_TYPES, type EventType } from '../../vcon/index.js';

/** Name of the span event (or log event) for an Event Object type: `tool-input-response` is `vcon.tool_input_response`. */
export function eventName(type: EventType): string {
  return spanEventName(type);
}

/** The names of all twelve span events. */
export const EVENT_NAMES: readonly string[] = EVENT_TYPES.map(eventName);

/** Name of the attribute that holds a parameter of an Event Object: `vcon.event.operation_id`. */
export function parameterAttribute(parameter: string): string {
  return `${REPLAYED.parameter}${parameter}`;
}

/** Span attributes that refine an ordinary tool span. */
export const SPAN_ATTRIBUTES = {
  /** The operation_id of the operation (draft section 6.1.2). */
  operationId: semconv.OWN_OPERATION_ID,
  /** The attempt, an integer from 1 (draft section 6.1.3). */
  attempt: semconv.OWN_ATTEMPT,
  /** The server that provides the tool: its URL, else its name, else "!host" (draft section 6.1.8). */
  server: semconv.OWN_SERVER,
} as const;
