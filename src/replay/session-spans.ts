import { semconv } from '../mapping/index.js';
import { compareTime } from '../telemetry/index.js';
import { nameOf } from './attempt-span.js';
import { PLACEHOLDER } from './names.js';
import type { PlacedEvent } from './placed-event.js';
import type { SessionPlan } from './session-plan.js';
import { addEvent, cover, newDraft, type SpanDraft, setAttributes } from './span-draft.js';
import type { SpanIds } from './span-ids.js';

/**
 * The spans of sessions, `invoke_agent {party}`, one for each session and trace, as the spans below them need. The first
 * parent that was observed, and that no span of the vCon is, is taken to be the session's; a further one becomes a placeholder.
 */
export class SessionSpans {
  readonly #plan: SessionPlan;
  readonly #ids: SpanIds;
  readonly #spans = new Map<string, SpanDraft>();
  /** Every span that can be a parent, by trace id and span id. */
  readonly #byId = new Map<string, SpanDraft>();
  readonly #holders: SpanDraft[] = [];

  constructor(plan: SessionPlan, ids: SpanIds) {
    this.#plan = plan;
    this.#ids = ids;
  }

  /** Gives each span its parent, makes the parents that are missing, and stretches them over what is below. */
  adopt(drafts: readonly SpanDraft[]): void {
    for (const draft of drafts) this.#byId.set(draft.traceId + draft.spanId, draft);
    const byTime = [...drafts].sort((a, b) => compareTime(a.start ?? [0, 0], b.start ?? [0, 0]));
    for (const draft of byTime) if (draft.parent === undefined) draft.parent = this.#parentOf(draft);
    for (const draft of [...drafts, ...this.#holders]) {
      for (let above = draft.parent; above !== undefined; above = above.parent) {
        if (above.holder) cover(above, draft.start, draft.end);
      }
    }
  }

  /** Shows an event on the span of its session. */
  show(placed: PlacedEvent): void {
    const draft = this.of(placed.session, placed.traceId ?? this.#plan.traceOf(placed.session));
    cover(draft, placed.time);
    addEvent(draft, placed);
  }

  /** The span of a session in a trace. */
  of(session: number, traceId: string): SpanDraft {
    const key = `${session} ${traceId}`;
    const known = this.#spans.get(key);
    if (known !== undefined) return known;
    const agent = this.#plan.agentOf(session);
    const draft = newDraft({
      traceId,
      spanId: this.#ids.derive(traceId, 'session', session),
      session,
      name: nameOf('invoke_agent', agent),
      holder: true,
    });
    this.#spans.set(key, draft);
    this.#holders.push(draft);
    setAttributes(draft, {
      [semconv.OPERATION_NAME]: 'invoke_agent',
      [semconv.AGENT_NAME]: agent,
      [semconv.CONVERSATION_ID]: this.#plan.conversationId(session),
    });
    const isHome = traceId === this.#plan.traceOf(session);
    const { start, end } = isHome ? this.#plan.stretchOf(session) : {};
    cover(draft, start, end);
    const above = this.#plan.parentOf(session);
    if (above !== undefined && traceId === this.#plan.traceOf(above)) draft.parent = this.of(above, traceId);
    return draft;
  }

  /** All spans made here: those of sessions, and placeholders. */
  get made(): readonly SpanDraft[] {
    return this.#holders;
  }

  #parentOf(draft: SpanDraft): SpanDraft | undefined {
    const { observedParent, traceId, session } = draft;
    if (observedParent === null) return undefined;
    if (observedParent === undefined) return this.of(session, traceId);
    const known = this.#byId.get(traceId + observedParent);
    if (known !== undefined) return isBelow(known, draft) ? this.of(session, traceId) : known;
    const span = this.of(session, traceId);
    const taken = this.#byId.get(traceId + span.spanId) === span;
    this.#ids.claim(traceId, observedParent);
    if (!taken) span.spanId = observedParent;
    const parent = taken ? this.#placeholder(span, observedParent) : span;
    this.#byId.set(traceId + observedParent, parent);
    return parent;
  }

  #placeholder(above: SpanDraft, spanId: string): SpanDraft {
    const draft = newDraft({
      traceId: above.traceId,
      spanId,
      session: above.session,
      name: 'not recorded',
      holder: true,
      parent: above,
      attributes: { [PLACEHOLDER]: true },
    });
    this.#holders.push(draft);
    return draft;
  }
}

/** Whether a span is another one or below it. */
function isBelow(span: SpanDraft, other: SpanDraft): boolean {
  for (let at: SpanDraft | undefined = span; at !== undefined; at = at.parent) if (at === other) return true;
  return false;
}
