import type { BuiltVcon, Redactor } from '../bridge/index.js';
import type { MappedRecord } from '../mapping/index.js';
import { toTraceAnalysis } from '../replay/index.js';
import type { Notice, SpanRecord, TelemetryRecord } from '../telemetry/index.js';
import type { Vcon } from '../vcon/index.js';

interface KeptTrace {
  readonly spans: SpanRecord[];
  readonly conversations: Set<string>;
}

/** Keeps the spans of a run, to put them into the vCons that were made of them (`--lossless`; docs/otel-trace-extension.md, section 2.3). */
export class KeptSpans {
  readonly #traces = new Map<string, KeptTrace>();

  add(record: TelemetryRecord, mapped: MappedRecord): void {
    if (record.signal !== 'span') return;
    let trace = this.#traces.get(record.traceId);
    if (trace === undefined) {
      trace = { spans: [], conversations: new Set() };
      this.#traces.set(record.traceId, trace);
    }
    trace.spans.push(record);
    if (mapped.span?.conversation !== undefined) trace.conversations.add(mapped.span.conversation);
  }

  /**
   * The vCons with their spans. A trace goes whole into the first vCon that has an event of it, else into the vCon of its
   * conversation.
   */
  putInto(
    built: readonly BuiltVcon[],
    redactor: Redactor | undefined,
    onNotice: (notice: Notice) => void,
  ): readonly BuiltVcon[] {
    const kept = new Map<BuiltVcon, SpanRecord[]>(built.map((one) => [one, []]));
    let homeless = 0;
    for (const [traceId, { spans, conversations }] of this.#traces) {
      const home =
        built.find((one) => hasEventOf(one, traceId)) ?? built.find(({ vcon }) => isAbout(vcon, conversations));
      const place = home && kept.get(home);
      if (place === undefined) homeless += spans.length;
      else place.push(...spans.map((span) => (redactor === undefined ? span : redactSpan(span, redactor))));
    }
    if (homeless > 0) {
      const message = `${homeless} span(s) of traces without a tool call or decision are in no vCon`;
      onNotice({ code: 'spans-without-vcon', level: 'warning', message });
    }
    return [...kept].map(([one, spans]) => (spans.length === 0 ? one : { ...one, vcon: withSpans(one.vcon, spans) }));
  }
}

function hasEventOf({ trail }: BuiltVcon, traceId: string): boolean {
  return trail.some(({ views }) => views.some((view) => view.traceId === traceId));
}

function isAbout({ sessions = [] }: Vcon, conversations: ReadonlySet<string>): boolean {
  return sessions.some(({ conversation_id: id }) => id !== undefined && conversations.has(id));
}

function withSpans(vcon: Vcon, spans: readonly SpanRecord[]): Vcon {
  return { ...vcon, analysis: [...(vcon.analysis ?? []), toTraceAnalysis(spans)] };
}

function redactSpan(span: SpanRecord, redactor: Redactor): SpanRecord {
  const { status, resource, scope } = span;
  return {
    ...span,
    name: redactor.text(span.name),
    attributes: redactor.attributes(span.attributes),
    events: span.events.map((event) => ({ ...event, attributes: redactor.attributes(event.attributes) })),
    links: span.links.map((link) => ({ ...link, attributes: redactor.attributes(link.attributes) })),
    status: status.message === undefined ? status : { ...status, message: redactor.text(status.message) },
    resource: { ...resource, attributes: redactor.attributes(resource.attributes) },
    scope: scope.attributes === undefined ? scope : { ...scope, attributes: redactor.attributes(scope.attributes) },
  };
}
