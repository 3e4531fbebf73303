import type { Signal, SpanFacts } from '../mapping/index.js';
import { compareTime, type HrTime, type Writable } from '../telemetry/index.js';
import { type OtelSpan, type TraceParameters, toVconDate } from '../vcon/index.js';
import type { Attempt } from './attempt.js';
import { type ContentRules, cleanName } from './content.js';

/**
 * Adds parameters of the `otel-trace` extension for a tool-invocation (docs/otel-trace-extension.md, section 2.1): the model's id of
 * the call, and the attempt's own span when that is where the invocation was observed.
 *
 * @param callId without credentials
 * @param time the event's time
 */
export function addCallParameters(
  to: Writable<Pick<TraceParameters, 'otel_span' | 'tool_call_id'>>,
  callId: string | undefined,
  span: SpanFacts | undefined,
  time: HrTime | undefined,
  rules: ContentRules,
): void {
  if (span !== undefined) to.otel_span = otelSpan(span, time, cleanName(span.name, rules));
  if (callId !== undefined) to.tool_call_id = callId;
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
  const written: Writable<OtelSpan> = { name, kind };
  if (status !== undefined) written.status = status;
  if (parentSpanId !== undefined) written.parent_span_id = parentSpanId;
  if (start !== undefined) written.start = start;
  if (end !== undefined) written.end = end;
  return written;
}
