/**
 * The members of OTLP's objects that are read, by the names of the JSON encoding and by the names of the .proto files, which dumps
 * and older tools write. One type for all objects: every member may be absent and of any type.
 */
export interface WireRecord {
  readonly traceId?: unknown;
  readonly trace_id?: unknown;
  readonly spanId?: unknown;
  readonly span_id?: unknown;
  readonly parentSpanId?: unknown;
  readonly parent_span_id?: unknown;
  readonly traceState?: unknown;
  readonly trace_state?: unknown;
  readonly flags?: unknown;
  readonly name?: unknown;
  readonly version?: unknown;
  readonly kind?: unknown;
  readonly startTimeUnixNano?: unknown;
  readonly start_time_unix_nano?: unknown;
  readonly endTimeUnixNano?: unknown;
  readonly end_time_unix_nano?: unknown;
  readonly timeUnixNano?: unknown;
  readonly time_unix_nano?: unknown;
  readonly observedTimeUnixNano?: unknown;
  readonly observed_time_unix_nano?: unknown;
  readonly status?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly attributes?: unknown;
  readonly events?: unknown;
  readonly links?: unknown;
  readonly droppedAttributesCount?: unknown;
  readonly dropped_attributes_count?: unknown;
  readonly droppedEventsCount?: unknown;
  readonly dropped_events_count?: unknown;
  readonly droppedLinksCount?: unknown;
  readonly dropped_links_count?: unknown;
  readonly eventName?: unknown;
  readonly event_name?: unknown;
  readonly severityNumber?: unknown;
  readonly severity_number?: unknown;
  readonly severityText?: unknown;
  readonly severity_text?: unknown;
  readonly body?: unknown;
}
