import { EVENT_TYPES, type EventType } from '../../vcon/index.js';

/** Prefix of the names of our span events and log events. */
const EVENT_PREFIX = 'vcon.';

/** Prefix of the attributes that hold the parameters of an Event Object. */
const PARAMETER_PREFIX = 'vcon.event.';

/** Name of the span event (or log event) for an Event Object type: `tool-input-response` is `vcon.tool_input_response`. */
export function eventName(type: EventType): string {
  return `${EVENT_PREFIX}${type.replaceAll('-', '_')}`;
}

/** The names of all twelve span events. */
export const EVENT_NAMES: readonly string[] = EVENT_TYPES.map(eventName);

/** Name of the attribute that holds a parameter of an Event Object: `vcon.event.operation_id`. */
export function parameterAttribute(parameter: string): string {
  return `${PARAMETER_PREFIX}${parameter}`;
}

/** Span attributes that refine an ordinary tool span. */
export const SPAN_ATTRIBUTES = {
  /** The operation_id of the operation (draft section 6.1.2). */
  operationId: 'vcon.operation_id',
  /** The attempt, an integer from 1 (draft section 6.1.3). */
  attempt: 'vcon.attempt',
  /** The server that provides the tool: its URL, else its name, else "!host" (draft section 6.1.8). */
  server: 'vcon.server',
} as const;
