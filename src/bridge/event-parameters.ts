import type { Signal } from '../mapping/index.js';
import { type JsonObject, type JsonValue, newMap } from '../telemetry/index.js';
import { toJsonValue } from '../vcon/index.js';
import { type ContentRules, cleanText } from './content.js';

/** How events are written. */
export interface EventRules extends ContentRules {
  /** Write the parameters of the `otel-trace` extension. */
  readonly traceParameters: boolean;
}

/** The `reason` parameter (draft section 4). */
export function reasonOf(reason: string | undefined, rules: EventRules): { readonly reason?: string } {
  return reason === undefined || reason === '' ? {} : { reason: cleanText(reason, rules) };
}

/** What says where and when an event is, what it is, and what it refers to in its vCon is for the bridge to say. */
const OF_THE_EVENT: ReadonlySet<string> = new Set([
  'type',
  'time',
  'sessions',
  'party',
  'dialog',
  'attachment',
  'trace_id',
  'span_id',
  'otel_span',
  'tool_call_id',
]);

/** Parameters of other extensions that our own vocabulary carries, and ours. */
export function furtherParameters(signal: Signal, rules: EventRules): JsonObject {
  const { parameters } = signal;
  const { redactor } = rules;
  const further = newMap<JsonValue>();
  for (const [name, value] of Object.entries(parameters ?? {})) {
    if (OF_THE_EVENT.has(name)) continue;
    const json = toJsonValue(value);
    further[name] = redactor === undefined ? json : (redactor.value(json) as JsonValue);
  }
  addTraceParameters(further, signal, rules);
  return further;
}

/** Adds where a signal was observed (docs/otel-trace-extension.md). */
export function addTraceParameters(
  event: Record<string, JsonValue | undefined>,
  { traceId, spanId }: Signal,
  { traceParameters }: EventRules,
): void {
  if (traceParameters && traceId !== undefined) event['trace_id'] = traceId;
  if (traceParameters && spanId !== undefined) event['span_id'] = spanId;
}
