import type { Signal, SpanFacts } from '../mapping/index.js';
import { compareTime, type HrTime } from '../telemetry/index.js';
import { type OtelSpan, toVconDate } from '../vcon/index.js';
import type { Attempt } from './attempt.js';
import { type ContentRules, cleanText } from './content.js';

/**
 * Parameters of the `otel-trace` extension for a tool-invocation (docs/otel-trace-extension.md, section 2.1): the model's id of
 * the call, and the attempt's own span when that is where the invocation was observed.
 *
 * @param time the event's time
 */
export function callParameters(
  callId: string | undefined,
  span: SpanFacts | undefined,
  time: HrTime | undefined,
  rules: ContentRules,
): { readonly otel_span?: OtelSpan; readonly tool_call_id?: string } {
  const parameters: { otel_span?: OtelSpan; tool_call_id?: string } = {};
  if (span !== undefined) parameters.otel_span = otelSpan(span, time, cleanText(span.name, rules));
  if (callId !== undefined) parameters.tool_call_id = cleanText(callId, rules);
  return parameters;
}

/** The attempt's own span, where a signal was observed on it. */
export function spanOf({ traceId, spanId }: Signal, attempt: Attempt): SpanFacts | undefined {
  for (const { span } of attempt.all) if (span?.traceId === traceId && span?.spanId === spanId) return span;
  return undefined;
}

function otelSpan(span: SpanFacts, time: HrTime | undefined, name: string): OtelSpan {
  const { kind, status, parentSpanId, startTime, endTime } = span;
  const isStart = startTime !== undefined && time !== undefined && compareTime(startTime, time) === 0;
  const start = startTime === undefined || isStart ? undefined : toVconDate(startTime);
  const end = endTime === undefined ? undefined : toVconDate(endTime);
  const written: { -readonly [K in keyof OtelSpan]: OtelSpan[K] } = { name, kind };
  if (status !== undefined) written.status = status;
  if (parentSpanId !== undefined) written.parent_span_id = parentSpanId;
  if (start !== undefined) written.start = start;
  if (end !== undefined) written.end = end;
  return written;
}
