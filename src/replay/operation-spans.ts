import { semconv } from '../mapping/index.js';
import { attemptSpan, nameOf, sessionOf, traceOf } from './attempt-span.js';
import * as names from './names.js';
import { type Attempt, isPerformed, type Operation } from './operations.js';
import { type OwnSpan, ownSpanOf } from './own-span.js';
import type { PlacedEvent } from './placed-event.js';
import type { SessionPlan } from './session-plan.js';
import { addEvent, cover, newDraft, type SpanDraft, setAttributes } from './span-draft.js';
import type { SpanIds } from './span-ids.js';

/**
 * Makes the spans of operations. An operation is one span from its first to its last event; with several attempts each is a
 * child of it, or, when the vCon says on which spans they were observed, those spans. An operation that was not performed is
 * a span `policy_decision {tool}` of no length.
 */
export function operationSpans(operations: readonly Operation[], sessions: SessionPlan, ids: SpanIds): SpanDraft[] {
  const ownSpan = ownSpans(operations, ids);
  return operations.flatMap((operation) => {
    const performed = operation.attempts.filter(({ events }) => isPerformed(events));
    const [first] = performed;
    if (first === undefined) return [decisionSpan(operation, sessions, ids)];
    const span = (source: { attempt?: Attempt; shown: readonly PlacedEvent[]; own?: OwnSpan; below?: SpanDraft }) => {
      const { attempt, ...others } = source;
      const events = attempt?.events ?? operation.events;
      return attemptSpan(
        { operation, events, ...(attempt === undefined ? {} : { attempt: attempt.number }), ...others },
        sessions,
        ids,
      );
    };
    if (performed.length === 1) {
      const own = ownSpan.get(first);
      return [span({ attempt: { ...first, events: operation.events }, shown: operation.events, ...(own && { own }) })];
    }
    const owns = performed.flatMap((attempt) => ownSpan.get(attempt) ?? []);
    const decided = operation.attempts.flatMap((attempt) => (performed.includes(attempt) ? [] : attempt.events));
    const different = new Set(owns.map(({ traceId, spanId }) => traceId + spanId)).size;
    if (different === performed.length) {
      return performed.map((attempt, index) => {
        const own = owns[index];
        const shown = index === 0 ? [...decided, ...attempt.events] : attempt.events;
        return span({ attempt, shown, ...(own && { own }) });
      });
    }
    const common = different === 1 && owns.length === performed.length ? owns[0] : undefined;
    const whole = span({ shown: decided, ...(common && { own: common }) });
    return [whole, ...performed.map((attempt) => span({ attempt, shown: attempt.events, below: whole }))];
  });
}

/**
 * The spans that attempts have as their own: those that `otel_span` tells of. A vCon that never uses it may come from somebody
 * who knows the ids alone; there a span that only one operation names counts as its own.
 */
function ownSpans(operations: readonly Operation[], ids: SpanIds): Map<Attempt, OwnSpan> {
  const named = operations.flatMap((operation) =>
    operation.attempts.flatMap((attempt) => {
      const own = ownSpanOf(attempt.events);
      return own === undefined ? [] : [{ operation, attempt, own, key: own.traceId + own.spanId }];
    }),
  );
  const namers = new Map<string, Set<Operation>>();
  for (const { key, operation } of named) namers.set(key, (namers.get(key) ?? new Set()).add(operation));
  const isTold = named.some(({ own }) => own.details !== undefined);
  const owners = new Map<string, Operation>();
  const found = new Map<Attempt, OwnSpan>();
  for (const { operation, attempt, own, key } of named) {
    if (own.details === undefined && (isTold || namers.get(key)?.size !== 1)) continue;
    const owner = owners.get(key) ?? operation;
    owners.set(key, owner);
    if (owner !== operation) continue;
    ids.claim(own.traceId, own.spanId);
    found.set(attempt, own);
  }
  return found;
}

function decisionSpan(operation: Operation, sessions: SessionPlan, ids: SpanIds): SpanDraft {
  const { events, id, server, tool } = operation;
  const session = sessionOf(events);
  const traceId = traceOf(events) ?? sessions.traceOf(session);
  const draft = newDraft({
    traceId,
    spanId: ids.derive(traceId, 'operation', id ?? events[0]?.index ?? 0, 'decision'),
    session,
    name: nameOf('policy_decision', tool),
    holder: true,
  });
  const decision = events.at(-1)?.event.decision;
  setAttributes(draft, {
    [names.DECISION]: typeof decision === 'string' ? decision : undefined,
    [semconv.OWN_OPERATION_ID]: id,
    [semconv.OWN_SERVER]: server,
    [names.TOOL]: tool,
    [semconv.AGENT_NAME]: sessions.agentName(events[0]?.event.party),
    [semconv.CONVERSATION_ID]: sessions.conversationId(session),
  });
  for (const placed of events) {
    cover(draft, placed.time);
    addEvent(draft, placed);
  }
  return draft;
}
