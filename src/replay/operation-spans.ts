import { attemptSpan, nameOf, sessionOf, traceOf } from './attempt-span.js';
import * as names from './conventions.js';
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
    if (owns.length === performed.length) {
      return performed.map((attempt, index) => {
        const own = owns[index];
        return span({
          attempt,
          shown: index === 0 ? [...decided, ...attempt.events] : attempt.events,
          ...(own && { own }),
        });
      });
    }
    const whole = span({ shown: decided });
    return [whole, ...performed.map((attempt) => span({ attempt, shown: attempt.events, below: whole }))];
  });
}

/**
 * The spans that attempts can have as their own. A span that several attempts name is the own span of none, unless the vCon
 * says that it is: then the first has it.
 */
function ownSpans(operations: readonly Operation[], ids: SpanIds): Map<Attempt, OwnSpan> {
  const named = new Map<Attempt, OwnSpan>();
  const counts = new Map<string, number>();
  for (const attempt of operations.flatMap(({ attempts }) => attempts)) {
    const own = ownSpanOf(attempt.events);
    if (own === undefined) continue;
    named.set(attempt, own);
    counts.set(own.traceId + own.spanId, (counts.get(own.traceId + own.spanId) ?? 0) + 1);
  }
  for (const [attempt, { traceId, spanId, details }] of named) {
    const isShared = details === undefined && counts.get(traceId + spanId) !== 1;
    if (isShared || !ids.claim(traceId, spanId)) named.delete(attempt);
  }
  return named;
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
    [names.OPERATION_ID]: id,
    [names.SERVER]: server,
    [names.TOOL]: tool,
    [names.GEN_AI.agentName]: sessions.agentName(events[0]?.event.party),
    [names.GEN_AI.conversationId]: sessions.conversationId(session),
  });
  for (const placed of events) {
    cover(draft, placed.time);
    addEvent(draft, placed);
  }
  return draft;
}
