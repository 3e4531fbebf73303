import {
  type HrTime,
  isMap,
  isSpanId,
  isTraceId,
  own,
  SPAN_KINDS,
  type SpanKind,
  STATUS_CODES,
  type StatusCode,
} from '../telemetry/index.js';
import { invocationOf, textOf } from './operations.js';
import { otlpTime, type PlacedEvent } from './placed-event.js';

/** What the extension `otel-trace` keeps of the span that an attempt was observed on. */
export interface OwnSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Absent when the vCon has only the ids. */
  readonly details?: SpanDetails;
}

/** What the vCon says of such a span beside its ids. */
export interface SpanDetails {
  readonly name: string;
  readonly kind: SpanKind;
  readonly status: StatusCode;
  /** Absent for a root span. */
  readonly parentSpanId?: string;
  /** Absent when it is the time of the tool-invocation. */
  readonly start?: HrTime;
  /** Absent when the span had no end. */
  readonly end?: HrTime;
}

/** The span of an attempt, if its tool-invocation (or, without one, another event of it) names one. */
export function ownSpanOf(events: readonly PlacedEvent[]): OwnSpan | undefined {
  const tools = events.filter(({ type }) => type !== 'policy-decision');
  for (const placed of [invocationOf(tools), ...tools]) {
    const traceId = placed?.event.trace_id;
    const spanId = placed?.event.span_id;
    if (!isTraceId(traceId) || !isSpanId(spanId)) continue;
    const details = detailsOf(placed?.event.otel_span, spanId);
    return { traceId, spanId, ...(details === undefined ? {} : { details }) };
  }
  return undefined;
}

function detailsOf(value: unknown, spanId: string): SpanDetails | undefined {
  if (!isMap(value)) return undefined;
  const name = textOf(own(value, 'name'));
  const kind = SPAN_KINDS.find((known) => known === own(value, 'kind'));
  if (name === undefined || kind === undefined) return undefined;
  const parent = own(value, 'parent_span_id');
  const start = otlpTime(own(value, 'start'));
  const end = otlpTime(own(value, 'end'));
  return {
    name,
    kind,
    status: STATUS_CODES.find((known) => known === own(value, 'status')) ?? 'unset',
    ...(isSpanId(parent) && parent !== spanId ? { parentSpanId: parent } : {}),
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
  };
}
