import { type BridgeOptions, type BuiltVcon, createRedactor, type Redactor } from '../bridge/index.js';
import { isReplayed } from '../bridge/replayed/index.js';
import type { MappedRecord } from '../mapping/index.js';
import { type NoticeSink, OtelVconError, type SpanRecord, type TelemetryRecord } from '../telemetry/index.js';
import type { Vcon } from '../vcon/index.js';
import { redactSpan } from './redact-span.js';
import { toTraceAnalysis } from './trace-analysis.js';

interface KeptTrace {
  readonly spans: SpanRecord[];
  readonly conversations: Set<string>;
}

/**
 * Keeps the spans of a conversion, to put them into the vCons that were made of them (lossless mode;
 * docs/otel-trace-extension.md, section 2.3). Credentials are taken out of them as out of events.
 */
export class SpanKeeper {
  readonly #traces = new Map<string, KeptTrace>();
  readonly #redactor: Redactor | undefined;
  readonly #onNotice: NoticeSink | undefined;

  /**
   * @param options those of the conversion
   * @throws OtelVconError `LOSSLESS_OPTION` when they leave out or change content, which the kept spans would show.
   */
  constructor({ content, redact, redactCredentials, redactKeys = [], onNotice }: BridgeOptions = {}) {
    if (content === false) throw contradiction('content: false leaves content out');
    if (redact !== undefined) throw contradiction('redact changes content, and knows none of a span');
    this.#redactor = redactCredentials === false ? undefined : createRedactor({ keys: redactKeys });
    this.#onNotice = onNotice;
  }

  /** Takes a record and what the mappings made of it. Spans that were made from a vCon are that vCon's, and are not kept. */
  add(record: TelemetryRecord, mapped: MappedRecord): void {
    if (record.signal !== 'span' || isReplayed(record)) return;
    let trace = this.#traces.get(record.traceId);
    if (trace === undefined) {
      trace = { spans: [], conversations: new Set() };
      this.#traces.set(record.traceId, trace);
    }
    trace.spans.push(record);
    if (mapped.span?.conversation !== undefined) trace.conversations.add(mapped.span.conversation);
  }

  /**
   * The vCons with their spans. A trace goes whole into the first vCon that has an event of it, else into the first of its
   * conversation.
   */
  putInto(built: readonly BuiltVcon[]): readonly BuiltVcon[] {
    const byTrace = firstByKey(built, ({ trail }) => trail.flatMap(({ views }) => views.map(({ traceId }) => traceId)));
    const byConversation = firstByKey(built, ({ vcon }) => (vcon.sessions ?? []).map(({ conversation_id: id }) => id));
    const kept = new Map<BuiltVcon, SpanRecord[]>(built.map((one) => [one, []]));
    let homeless = 0;
    for (const [traceId, { spans, conversations }] of this.#traces) {
      const [ofConversation] = [...conversations].flatMap((id) => byConversation.get(id) ?? []);
      const home = byTrace.get(traceId) ?? ofConversation;
      const place = home && kept.get(home);
      if (place === undefined) homeless += spans.length;
      else for (const span of spans) place.push(this.#redactor === undefined ? span : redactSpan(span, this.#redactor));
    }
    if (homeless > 0) {
      const message = `${homeless} span(s) of traces without a tool call or decision are in no vCon`;
      this.#onNotice?.({ code: 'spans-without-vcon', level: 'warning', message });
    }
    return [...kept].map(([one, spans]) => (spans.length === 0 ? one : { ...one, vcon: withSpans(one.vcon, spans) }));
  }
}

/** The first of the vCons that has a key. */
function firstByKey(
  built: readonly BuiltVcon[],
  keysOf: (one: BuiltVcon) => readonly (string | undefined)[],
): ReadonlyMap<string, BuiltVcon> {
  const first = new Map<string, BuiltVcon>();
  for (const one of built) for (const key of keysOf(one)) if (key !== undefined && !first.has(key)) first.set(key, one);
  return first;
}

function withSpans(vcon: Vcon, spans: readonly SpanRecord[]): Vcon {
  return { ...vcon, analysis: [...(vcon.analysis ?? []), toTraceAnalysis(spans)] };
}

function contradiction(why: string): OtelVconError {
  return new OtelVconError('LOSSLESS_OPTION', `lossless keeps the spans with all content, but ${why}`, {
    advice: 'Choose one of them',
  });
}
