import type { Signal, SignalKind } from '../mapping/index.js';
import type { JsonValue } from '../telemetry/index.js';
import type { EventType, OtelSpan, VconDate, VconEvent } from '../vcon/index.js';
import { recordedContent } from './content.js';
import { addTraceParameters, type EventRules, furtherParameters } from './event-parameters.js';
import type { Place } from './sessions.js';

/** The type of the event that a signal of a call becomes. */
const TOOL_EVENT: Readonly<Record<Exclude<SignalKind, 'decision'>, EventType>> = {
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

type Parameters = Record<string, JsonValue | undefined>;

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
  const { session: sessions, party } = place;
  const event: Parameters & { readonly type: EventType } = {
    type,
    time,
    sessions,
    party,
    operation_id: operationId,
    attempt,
  };
  if (invocation !== undefined) Object.assign(event, invocation);
  if (signal.content !== undefined)
    Object.assign(event, recordedContent(signal.content, rules, tool === undefined ? { type } : { type, tool }));
  if (signal.parameters !== undefined) return { ...event, ...furtherParameters(signal, rules) };
  addTraceParameters(event, signal, rules);
  return event;
}
