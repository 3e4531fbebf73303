import type { Attributes } from '../telemetry/index.js';
import { toAttributes } from './attribute-value.js';
import type {
  LinkLike,
  ReadableSpanLike,
  ResourceLike,
  ScopeLike,
  SpanContextLike,
  TimedEventLike,
} from './readable-span.js';

/**
 * A copy of a span as it was when it ended. Attributes and the lists are copied; members that the SDK replaces but never changes
 * (contexts, times, status, events, resource, scope) are shared. Turning it into a record is left for later: this runs in onEnd.
 */
export class SpanCopy implements ReadableSpanLike {
  readonly #context: SpanContextLike;
  readonly name: string;
  readonly kind: number;
  readonly parentSpanContext: SpanContextLike | undefined;
  readonly parentSpanId: string | undefined;
  readonly startTime: unknown;
  readonly endTime: unknown;
  readonly ended: boolean | undefined;
  readonly status: ReadableSpanLike['status'];
  readonly attributes: Attributes;
  readonly events: readonly TimedEventLike[];
  readonly links: readonly LinkLike[];
  readonly resource: ResourceLike;
  readonly instrumentationScope: ScopeLike | undefined;
  readonly droppedAttributesCount: number | undefined;
  readonly droppedEventsCount: number | undefined;
  readonly droppedLinksCount: number | undefined;

  constructor(span: ReadableSpanLike) {
    this.#context = span.spanContext();
    this.name = span.name;
    this.kind = span.kind;
    this.parentSpanContext = span.parentSpanContext;
    this.parentSpanId = span.parentSpanId;
    this.startTime = span.startTime;
    this.endTime = span.endTime;
    this.ended = span.ended;
    this.status = span.status;
    this.attributes = toAttributes(span.attributes);
    this.events = span.events.slice();
    this.links = span.links.slice();
    this.resource = span.resource;
    this.instrumentationScope = span.instrumentationScope ?? span.instrumentationLibrary;
    this.droppedAttributesCount = span.droppedAttributesCount;
    this.droppedEventsCount = span.droppedEventsCount;
    this.droppedLinksCount = span.droppedLinksCount;
  }

  spanContext(): SpanContextLike {
    return this.#context;
  }
}
