import { isMap, type JsonValue, own, type SpanStatus } from '../telemetry/index.js';
import type { EventType } from '../vcon/index.js';
import type { PlacedEvent } from './placed-event.js';

/** How an attempt, as far as its events tell, ended. */
export interface Outcome {
  /** The event that ended it; undefined while it has not ended. */
  readonly event?: PlacedEvent;
  readonly status: SpanStatus;
  /** `error.type` of the general and the MCP conventions. */
  readonly errorType?: string;
}

const UNSET: SpanStatus = { code: 'unset' };
/** Longer texts stay in the span event alone: a status message is for people. */
const MAX_MESSAGE = 256;
/** "Ended" as the agent sees it: Attempt Ended, Timed Out and Cancel Requested of draft Figure 2. */
const ENDS: ReadonlySet<EventType> = new Set([
  'tool-result',
  'tool-failure',
  'tool-error',
  'tool-denied',
  'tool-timeout',
  'tool-cancel',
]);

/**
 * The outcome of an attempt from its events, which are in the order of their times. The last end counts: a tool may answer
 * after a timeout or a cancellation (draft section 5). A cancellation is no error: the conventions have no status for it, and
 * say for HTTP that an intended one is none.
 */
export function outcomeOf(events: readonly PlacedEvent[]): Outcome {
  const event = events.findLast(({ type }) => ENDS.has(type));
  if (event === undefined) return { status: UNSET };
  const errorType = errorTypeOf(event);
  if (errorType === undefined) return { event, status: UNSET };
  const { body } = event.event;
  const message = typeof body === 'string' && body.length <= MAX_MESSAGE ? { message: body } : {};
  return { event, status: { code: 'error', ...message }, errorType };
}

/** mcp.md: `tool_error` for a result with isError, the JSON-RPC code as a string; `_OTHER` is the conventions' fallback. */
function errorTypeOf({ type, event }: PlacedEvent): string | undefined {
  if (type === 'tool-failure') return 'tool_error';
  if (type === 'tool-timeout') return 'timeout';
  if (type === 'tool-denied') return 'denied';
  return type === 'tool-error' ? (jsonRpcCode(event.body) ?? '_OTHER') : undefined;
}

function jsonRpcCode(body: JsonValue | undefined): string | undefined {
  if (!isMap(body)) return undefined;
  const error = own(body, 'error');
  const code = own(isMap(error) ? error : body, 'code');
  return typeof code === 'number' && Number.isInteger(code) ? String(code) : undefined;
}
