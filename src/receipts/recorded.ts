import { compareTime, type HrTime } from '../telemetry/index.js';
import { fromVconDate, type PolicyDecisionEvent, type ToolEvent, type Vcon, type VconEvent } from '../vcon/index.js';
import { receiptOf } from './extension.js';

/** An Event Object with its index in the vCon's `events`. */
export interface Indexed<E> {
  readonly event: E;
  readonly index: number;
}

/** One attempt of an operation as a vCon records it; at least one of the three is present. */
export interface RecordedAttempt {
  readonly operationId: string;
  readonly attempt: number;
  readonly decision?: Indexed<PolicyDecisionEvent>;
  readonly invocation?: Indexed<ToolEvent>;
  /** The last word on it: a late answer over the timeout before it. */
  readonly outcome?: Indexed<ToolEvent>;
  /** The standing decision that covers it, when it has none of its own. */
  readonly standing?: PolicyDecisionEvent;
}

/** What a vCon records of tools. */
export interface RecordedCalls {
  readonly attempts: readonly RecordedAttempt[];
  /** Tool events that executor records have no place for: pending, progress, input. */
  readonly others: readonly Indexed<ToolEvent>[];
}

const FINAL: ReadonlySet<string> = new Set(['tool-result', 'tool-failure', 'tool-error', 'tool-denied']);
const SOFT: ReadonlySet<string> = new Set(['tool-timeout', 'tool-cancel']);
/** Order of Event Objects of one time. */
const RANK: Readonly<Record<string, number>> = { 'policy-decision': 0, 'tool-invocation': 1 };

/** An event without a time comes first. */
const UNKNOWN: HrTime = [Number.NEGATIVE_INFINITY, 0];

/** Gathers the attempts of a vCon, in the order of their first events. A decision after which nothing was sent is an attempt too. */
export function recordedCalls(vcon: Vcon): RecordedCalls {
  const attempts: Mutable<RecordedAttempt>[] = [];
  const others: Indexed<ToolEvent>[] = [];
  const open = new Map<string, Mutable<RecordedAttempt>>();
  const standing = new Map<string, PolicyDecisionEvent>();
  const openAt = (operationId: string, attempt: number, key: string) => {
    const begun: Mutable<RecordedAttempt> = open.get(key) ?? { operationId, attempt };
    if (!open.has(key)) attempts.push(begun);
    open.set(key, begun);
    return begun;
  };
  for (const { event, index } of inTime(vcon.events ?? [])) {
    if (isDecision(event) && event.policy_life === 'standing') standing.set(targetOf(event.server, event.tool), event);
    const { operation_id: operationId, attempt } = event;
    if (typeof operationId !== 'string' || typeof attempt !== 'number') continue;
    const key = `${attempt} ${operationId}`;
    if (isDecision(event)) {
      const before = open.get(key);
      const isRefusalByExecutor = receiptOf(event).status !== undefined;
      if (isRefusalByExecutor) attempts.push({ operationId, attempt, decision: { event, index } });
      else {
        if (before?.decision !== undefined && before.invocation === undefined) open.delete(key);
        openAt(operationId, attempt, key).decision = { event, index };
      }
    } else if (event.type === 'tool-invocation') {
      const current = openAt(operationId, attempt, key);
      const tool = event as ToolEvent;
      current.invocation = { event: tool, index };
      const covering = standing.get(targetOf(tool.server, tool.tool)) ?? standing.get(targetOf(tool.server, undefined));
      if (current.decision === undefined && covering !== undefined) current.standing = covering;
    } else if (FINAL.has(event.type) || SOFT.has(event.type)) {
      const current = openAt(operationId, attempt, key);
      const isLater = current.outcome === undefined || !FINAL.has(current.outcome.event.type);
      if (isLater || FINAL.has(event.type)) current.outcome = { event: event as ToolEvent, index };
    } else if (event.type.startsWith('tool-')) others.push({ event: event as ToolEvent, index });
  }
  return { attempts, others };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function isDecision(event: VconEvent): event is PolicyDecisionEvent {
  return event.type === 'policy-decision';
}

function targetOf(server: string | undefined, tool: string | undefined): string {
  return JSON.stringify([server, tool]);
}

/** Events in the order of their times; their place in the array means nothing (core 0.5.0, `events`), but for equal times. */
function inTime(events: readonly VconEvent[]): readonly Indexed<VconEvent>[] {
  return events
    .map((event, index) => ({
      event,
      index,
      time: fromVconDate(event['time']) ?? UNKNOWN,
      rank: RANK[event.type] ?? 2,
    }))
    .sort((a, b) => compareTime(a.time, b.time) || a.rank - b.rank || a.index - b.index);
}
