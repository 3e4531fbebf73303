import type { AnyValue, Attributes } from './any-value.js';
import type { HrTime } from './time.js';

/** Where a record was read from, for messages. Lines count from 1, byte offsets from 0. */
export interface RecordOrigin {
  readonly source: string;
  readonly line?: number;
  readonly offset?: number;
}

/** The resource that produced the telemetry. */
export interface Resource {
  readonly attributes: Attributes;
  readonly droppedAttributesCount?: number;
  readonly schemaUrl?: string;
}

/** The instrumentation scope. */
export interface Scope {
  readonly name: string;
  readonly version?: string;
  readonly attributes?: Attributes;
  readonly droppedAttributesCount?: number;
  readonly schemaUrl?: string;
}

/** Kind of a span, by the names of OTLP in lower case. */
export type SpanKind = 'unspecified' | 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** Span kinds in the order of their OTLP numbers (opentelemetry.proto.trace.v1 Span.SpanKind). */
export const SPAN_KINDS: readonly SpanKind[] = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];

/** Status code of a span, by the names of OTLP in lower case. */
export type StatusCode = 'unset' | 'ok' | 'error';

/** Status codes in the order of their OTLP numbers (opentelemetry.proto.trace.v1 Status.StatusCode). */
export const STATUS_CODES: readonly StatusCode[] = ['unset', 'ok', 'error'];

/** Status of a span; the message is for people. */
export interface SpanStatus {
  readonly code: StatusCode;
  readonly message?: string;
}

/** A span event. `time` is undefined when it was not set. */
export interface SpanEvent {
  readonly name: string;
  readonly time: HrTime | undefined;
  readonly attributes: Attributes;
  readonly droppedAttributesCount?: number;
}

/** A link to a span of this or another trace. */
export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceState?: string;
  readonly flags?: number;
  readonly attributes: Attributes;
  readonly droppedAttributesCount?: number;
}

/**
 * One span. Ids are lower-case hex of 32 and 16 digits; a root has no `parentSpanId`. Times are undefined when not set:
 * a span without `endTime` has not ended as far as is known.
 */
export interface SpanRecord {
  readonly signal: 'span';
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly flags?: number;
  readonly name: string;
  readonly kind: SpanKind;
  readonly startTime: HrTime | undefined;
  readonly endTime: HrTime | undefined;
  readonly status: SpanStatus;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  readonly links: readonly SpanLink[];
  readonly droppedAttributesCount?: number;
  readonly droppedEventsCount?: number;
  readonly droppedLinksCount?: number;
  readonly resource: Resource;
  readonly scope: Scope;
  readonly origin?: RecordOrigin;
  /** Only ids, name, kind and times were read, because nothing in it was telling (see TellingText). */
  readonly skimmed?: true;
}

/** One log record. `time` falls back to nothing here: a reader of `observedTime` decides. */
export interface LogRecord {
  readonly signal: 'log';
  readonly traceId?: string;
  readonly spanId?: string;
  readonly time: HrTime | undefined;
  readonly observedTime: HrTime | undefined;
  readonly eventName?: string;
  readonly severityNumber?: number;
  readonly severityText?: string;
  readonly body?: AnyValue;
  readonly attributes: Attributes;
  readonly flags?: number;
  readonly droppedAttributesCount?: number;
  readonly resource: Resource;
  readonly scope: Scope;
  readonly origin?: RecordOrigin;
}

/** Any record of telemetry that the bridge reads. */
export type TelemetryRecord = SpanRecord | LogRecord;
