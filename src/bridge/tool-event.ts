import type { Signal, SignalKind } from '../mapping/index.js';
import type { JsonValue } from '../telemetry/index.js';
import type { Content, OtelSpan, ToolEvent, VconDate, VconEvent } from '../vcon/index.js';
import { recordedContent } from './content.js';
import { addTraceParameters, type EventRules, furtherParameters } from './event-parameters.js';
import type { Place } from './sessions.js';

/** The type of the event that a signal of a call becomes. */
const TOOL_EVENT: Readonly<Record<Exclude<SignalKind, 'decision'>, ToolEvent['type']>> = {
  invocation: 'tool-invocation',
  pending: 'tool-pending',
  progress: 'tool-progress',
  input: 'tool-input',
  'input-response': 'tool-input-response',
  result: 'tool-result',
  failure: 'tool-failure',
  error: 'tool-error',
  denied: 'tool-denied',
  timeout: 'tool-timeout',
  cancel: 'tool-cancel',
};

/** What the events of one attempt have in common. */
export interface AttemptParameters {
  readonly place: Place;
  readonly operationId: string;
  readonly attempt: number;
  /** Told to the application's redaction. */
  readonly tool: string | undefined;
}

/** What only a tool-invocation has: what is called (draft section 6.1.8), and what the extension `otel-trace` tells of it. */
export interface InvocationParameters {
  readonly server?: string;
  readonly tool?: string;
  readonly otel_span?: OtelSpan;
  readonly tool_call_id?: string;
}

/** The Event Object of a signal of a call (draft sections 6.1.1 to 6.1.10). */
export function toolEvent(
  kind: Exclude<SignalKind, 'decision'>,
  time: VconDate,
  { place, operationId, attempt, tool }: AttemptParameters,
  invocation: InvocationParameters | undefined,
  signal: Signal,
  rules: EventRules,
): VconEvent {
  const type = TOOL_EVENT[kind];
  const content = recordedContent(signal.content, rules, type, tool);
  const what = { type, time, place, operationId, attempt };
  return usualEvent(what, invocation, content, signal, rules) ?? anyEvent(what, invocation, content, signal, rules);
}

/** What every tool event has. */
interface ToolEventBase extends Omit<AttemptParameters, 'tool'> {
  readonly type: ToolEvent['type'];
  readonly time: VconDate;
}

/** An event as nearly all are, written down in one go: an object that grows member by member, or is spread, takes many times as long. */
function usualEvent(
  { type, time, place, operationId: operation_id, attempt }: ToolEventBase,
  invocation: InvocationParameters | undefined,
  { encoding, mediatype, body }: Content,
  { content, parameters, traceId: trace_id, spanId: span_id }: Signal,
  { traceParameters }: EventRules,
): ToolEvent | undefined {
  // Content that our own vocabulary gave may have its members in another order.
  if (!traceParameters || parameters !== undefined || content?.encoding !== undefined) return undefined;
  if (trace_id === undefined || span_id === undefined) return undefined;
  if (encoding === undefined || mediatype === undefined || body === undefined) return undefined;
  const { session: sessions, party } = place;
  if (invocation === undefined)
    return { type, time, sessions, party, operation_id, attempt, encoding, mediatype, body, trace_id, span_id };
  const { server, tool, otel_span, tool_call_id } = invocation;
  if (server === undefined || tool === undefined || otel_span === undefined || tool_call_id === undefined)
    return undefined;
  return {
    type,
    time,
    sessions,
    party,
    operation_id,
    attempt,
    server,
    tool,
    otel_span,
    tool_call_id,
    encoding,
    mediatype,
    body,
    trace_id,
    span_id,
  };
}

function anyEvent(
  { type, time, place, operationId, attempt }: ToolEventBase,
  invocation: InvocationParameters | undefined,
  content: Content,
  signal: Signal,
  rules: EventRules,
): VconEvent {
  const event: Record<string, JsonValue | undefined> & { readonly type: string } = {
    type,
    time,
    sessions: place.session,
    party: place.party,
    operation_id: operationId,
    attempt,
  };
  Object.assign(event, invocation, content);
  if (signal.parameters !== undefined) return { ...event, ...furtherParameters(signal, rules) };
  addTraceParameters(event, signal, rules);
  return event;
}
