import type { JsonValue } from '../telemetry/index.js';

/** A date-time in JMAP's form (RFC 8620 section 1.4): RFC 3339, UTC, no zero fraction; up to nine fraction digits. */
export type VconDate = string;

/** The twelve Event Object types of draft-petrie-vcon-tool-invocation-00, section 6.1. */
export const EVENT_TYPES = [
  'policy-decision',
  'tool-invocation',
  'tool-pending',
  'tool-progress',
  'tool-input',
  'tool-input-response',
  'tool-result',
  'tool-failure',
  'tool-error',
  'tool-denied',
  'tool-timeout',
  'tool-cancel',
] as const;

/** One of {@link EVENT_TYPES}. */
export type EventType = (typeof EVENT_TYPES)[number];

/** Content parameters (draft section 6.1.10): inline, or external, or (redacted) neither. */
export interface Content {
  readonly body?: JsonValue;
  readonly encoding?: 'json' | 'none' | 'base64url';
  readonly mediatype?: string;
  readonly url?: string;
  readonly content_hash?: string | readonly string[];
}

/**
 * What our extension `otel-trace` keeps of an attempt's own span, so that it can be given back (docs/otel-trace-extension.md).
 * A type, not an interface, so that it is a JSON object.
 */
export type OtelSpan = {
  readonly name: string;
  readonly kind: 'unspecified' | 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  /** Absent for "unset". */
  readonly status?: 'ok' | 'error';
  /** Lower-case hex of 16 digits. Absent for a root span. */
  readonly parent_span_id?: string;
  /** Absent when it is the event's time. */
  readonly start?: VconDate;
  /** Absent when the span had no end. */
  readonly end?: VconDate;
};

/** Parameters of our extension `otel-trace` on an Event Object. */
export interface TraceParameters {
  /** Lower-case hex of 32 digits. */
  readonly trace_id?: string;
  /** Lower-case hex of 16 digits. */
  readonly span_id?: string;
  /** On a tool-invocation that was observed on the attempt's own span: what `span_id` names. */
  readonly otel_span?: OtelSpan;
  /** On a tool-invocation: the model's id of the call, whatever the operation_id is. */
  readonly tool_call_id?: string;
}

/** A policy-decision Event Object (draft Table 3). */
export interface PolicyDecisionEvent extends TraceParameters {
  readonly type: 'policy-decision';
  readonly time: VconDate;
  readonly sessions: number | readonly number[];
  readonly party: number;
  readonly decision: 'allowed' | 'permission-required' | 'disallowed';
  readonly policy_life: 'once' | 'standing';
  readonly operation: string;
  readonly reason?: string;
  readonly operation_id?: string;
  readonly attempt?: number;
  readonly server?: string;
  readonly tool?: string;
  readonly [parameter: string]: JsonValue | undefined;
}

/** A tool event type's Event Object (draft Tables 4 and 5). `server` and `tool` are in tool-invocation only. */
export interface ToolEvent extends TraceParameters, Content {
  readonly type: Exclude<EventType, 'policy-decision'>;
  readonly time: VconDate;
  readonly sessions: number | readonly number[];
  readonly party: number;
  readonly operation_id: string;
  readonly attempt: number;
  readonly server?: string;
  readonly tool?: string;
  readonly attachment?: number | readonly number[];
  readonly [parameter: string]: JsonValue | undefined;
}

/** An Event Object of another extension or of core: kept as it is. */
export interface OtherEvent {
  readonly type: string;
  readonly [parameter: string]: JsonValue | undefined;
}

/** Any Event Object. */
export type VconEvent = PolicyDecisionEvent | ToolEvent | OtherEvent;

/** Party Object (core 0.5.0). A tool is never a party. */
export interface Party {
  readonly name?: string;
  readonly type?: string;
  readonly uuid?: string;
  readonly [parameter: string]: JsonValue | undefined;
}

/** Reference from one Session Object to another. */
export interface SessionReference {
  readonly session: number;
  readonly type?: string;
  readonly description?: string;
}

/** Session Object (core 0.5.0), with `conversation_id` of our extension `otel-trace`. */
export interface Session {
  readonly start?: VconDate;
  /** Seconds. */
  readonly duration?: number;
  readonly parties?: readonly number[];
  readonly sessions?: readonly SessionReference[];
  readonly dialog?: readonly number[];
  readonly conversation_id?: string;
  readonly [parameter: string]: unknown;
}

/** Analysis Object (core 0.5.0). */
export interface Analysis {
  readonly type: string;
  readonly vendor: string;
  readonly product?: string;
  readonly schema?: string;
  readonly mediatype?: string;
  readonly encoding?: 'json' | 'none' | 'base64url';
  readonly body?: JsonValue;
  readonly [parameter: string]: unknown;
}

/** Attachment Object (core 0.5.0). */
export interface Attachment {
  readonly start?: VconDate;
  readonly party?: number;
  readonly dialog?: number;
  readonly mediatype?: string;
  readonly encoding?: 'json' | 'none' | 'base64url';
  readonly body?: JsonValue;
  readonly [parameter: string]: unknown;
}

/** A vCon in its unsigned form, syntax 0.5.0. */
export interface Vcon {
  readonly vcon?: '0.5.0';
  readonly uuid: string;
  readonly extensions?: readonly string[];
  readonly created_at: VconDate;
  readonly updated_at?: VconDate;
  readonly subject?: string;
  readonly sessions?: readonly Session[];
  readonly parties: readonly Party[];
  readonly events?: readonly VconEvent[];
  readonly dialog?: readonly unknown[];
  readonly analysis?: readonly Analysis[];
  readonly attachments?: readonly Attachment[];
  readonly [parameter: string]: unknown;
}
