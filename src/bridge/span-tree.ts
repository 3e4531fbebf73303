import type { SpanFacts } from '../mapping/index.js';
import { push } from '../telemetry/index.js';
import { compareMaybe, compareText } from './order.js';

/** Deeper chains than this are taken for a cycle or an attack; real traces stay far below. */
const MAX_DEPTH = 10_000;

/** The spans of some traces as trees. A parent that was never seen makes its child a root. */
export class SpanTree {
  /** By trace id, then by span id: a key of both would have to be put together for each look. */
  readonly #spans = new Map<string, Map<string, SpanFacts>>();
  /** Only made when it is asked for: most conversations do not need it. */
  #byStart: SpansByStart | undefined;

  constructor(spans: Iterable<SpanFacts>) {
    for (const span of spans) {
      const trace = this.#spans.get(span.traceId);
      if (trace === undefined) this.#spans.set(span.traceId, new Map([[span.spanId, span]]));
      else trace.set(span.spanId, span);
    }
  }

  /** The spans that announce a server, by start. */
  get announcing(): readonly SpanFacts[] {
    return this.#sorted.announcing;
  }

  /** The span of these ids, if it was seen. */
  get(traceId: string | undefined, spanId: string | undefined): SpanFacts | undefined {
    return traceId === undefined || spanId === undefined ? undefined : this.#spans.get(traceId)?.get(spanId);
  }

  /** The span's parent, else what it goes on from unless it is an agent's run of its own, if that was seen. */
  parent(span: SpanFacts): SpanFacts | undefined {
    const { traceId, spanId, parentSpanId, follows, agentRun } = span;
    if (parentSpanId !== undefined) return parentSpanId === spanId ? undefined : this.get(traceId, parentSpanId);
    return agentRun === true ? undefined : this.get(follows?.traceId, follows?.spanId);
  }

  /** The trace that the span belongs to: that of the root above it. */
  traceOf(span: SpanFacts): string {
    let root = span;
    for (const around of this.lineage(span)) root = around;
    return root.traceId;
  }

  /** The span itself, then its parent, and so on up. */
  *lineage(span: SpanFacts | undefined): Generator<SpanFacts> {
    let current = span;
    for (let depth = 0; current !== undefined && depth < MAX_DEPTH; depth += 1) {
      yield current;
      current = this.parent(current);
    }
  }

  /** The span's children, by start. */
  children(span: SpanFacts): readonly SpanFacts[] {
    const known = this.get(span.traceId, span.spanId);
    return (known && this.#sorted.children.get(known)) ?? [];
  }

  /** Everything below the span, nearest first; `enter` says whether to look below a span. */
  *descendants(span: SpanFacts, enter: (below: SpanFacts) => boolean = () => true): Generator<SpanFacts> {
    const queue = [...this.children(span)];
    const seen = new Set<SpanFacts>([span]);
    for (let next = 0; next < queue.length; next += 1) {
      const below = queue[next];
      if (below === undefined || seen.has(below)) continue;
      seen.add(below);
      yield below;
      if (enter(below)) queue.push(...this.children(below));
    }
  }

  /** All spans. */
  *all(): Generator<SpanFacts> {
    for (const trace of this.#spans.values()) yield* trace.values();
  }

  get #sorted(): SpansByStart {
    this.#byStart ??= this.#sort();
    return this.#byStart;
  }

  #sort(): SpansByStart {
    const sorted = [...this.all()].sort(compareSpans);
    const children = new Map<SpanFacts, SpanFacts[]>();
    for (const span of sorted) {
      const parent = this.parent(span);
      if (parent !== undefined) push(children, parent, span);
    }
    return { announcing: sorted.filter(({ announces }) => announces !== undefined), children };
  }
}

/** Lists of spans, each in the order of their starts. */
interface SpansByStart {
  readonly announcing: readonly SpanFacts[];
  readonly children: ReadonlyMap<SpanFacts, readonly SpanFacts[]>;
}

/** One string for a span's two ids. */
export function spanKey(traceId: string, spanId: string): string {
  return `${traceId}:${spanId}`;
}

/** Order of spans: by start (unknown last), then by ids, so that the order of the input does not matter. */
export function compareSpans(a: SpanFacts, b: SpanFacts): number {
  return compareMaybe(a.startTime, b.startTime) || compareText(a.traceId, b.traceId) || compareText(a.spanId, b.spanId);
}
