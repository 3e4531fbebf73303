/** A span context as every SDK has it. */
export interface SpanContextLike {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags?: number;
  readonly traceState?: { serialize(): string };
  readonly isRemote?: boolean;
}

/** The instrumentation scope as every SDK has it. */
export interface ScopeLike {
  readonly name: string;
  readonly version?: string | undefined;
  readonly schemaUrl?: string | undefined;
}

/** A resource as every SDK has it. Attributes may still be promises: `getRawAttributes` of SDK 2.x and 3.x shows them. */
export interface ResourceLike {
  readonly attributes: unknown;
  readonly schemaUrl?: string | undefined;
  readonly asyncAttributesPending?: boolean | undefined;
  getRawAttributes?(): Iterable<readonly [string, unknown]>;
}

/** A span event (SDK: TimedEvent). */
export interface TimedEventLike {
  readonly name: string;
  readonly time: unknown;
  readonly attributes?: unknown;
  readonly droppedAttributesCount?: number | undefined;
}

/** A span link. */
export interface LinkLike {
  readonly context: SpanContextLike;
  readonly attributes?: unknown;
  readonly droppedAttributesCount?: number | undefined;
}

/**
 * What the processor reads of a span: the members of ReadableSpan that the SDKs 1.x (`parentSpanId`, `instrumentationLibrary`),
 * 2.x and 3.x (`parentSpanContext`, `instrumentationScope`) have in common. It is a structural type, so a span of any copy of any
 * of them fits. Nothing is ever written to a span.
 */
export interface ReadableSpanLike {
  spanContext(): SpanContextLike;
  readonly name: string;
  readonly kind: number;
  readonly parentSpanContext?: SpanContextLike | undefined;
  readonly parentSpanId?: string | undefined;
  readonly startTime: unknown;
  readonly endTime: unknown;
  readonly ended?: boolean | undefined;
  readonly status: { readonly code: number; readonly message?: string | undefined };
  readonly attributes: unknown;
  readonly events: readonly TimedEventLike[];
  readonly links: readonly LinkLike[];
  readonly resource: ResourceLike;
  readonly instrumentationScope?: ScopeLike | undefined;
  readonly instrumentationLibrary?: ScopeLike | undefined;
  readonly droppedAttributesCount?: number | undefined;
  readonly droppedEventsCount?: number | undefined;
  readonly droppedLinksCount?: number | undefined;
}

/** W3C trace flag "sampled". */
export const SAMPLED = 1;
