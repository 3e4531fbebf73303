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
  attempt: Attempt,
  invocation: Signal,
  time: HrTime | undefined,
  rules: ContentRules,
): { readonly otel_span?: OtelSpan; readonly tool_call_id?: string } {
  const { traceId, spanId } = invocation;
  const span = attempt.all
    .map((view) => view.span)
    .find((own) => own !== undefined && own.traceId === traceId && own.spanId === spanId);
  return {
    ...(span === undefined ? {} : { otel_span: otelSpan(span, time, cleanText(span.name, rules)) }),
    ...(callId === undefined ? {} : { tool_call_id: cleanText(callId, rules) }),
  };
}

function otelSpan(span: SpanFacts, time: HrTime | undefined, name: string): OtelSpan {
  const { kind, status, parentSpanId, startTime, endTime } = span;
  const isStart = startTime !== undefined && time !== undefined && compareTime(startTime, time) === 0;
  const start = startTime === undefined || isStart ? undefined : toVconDate(startTime);
  const end = endTime === undefined ? undefined : toVconDate(endTime);
  return {
    name,
    kind,
    ...(status === undefined ? {} : { status }),
    ...(parentSpanId === undefined ? {} : { parent_span_id: parentSpanId }),
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
  };
}
