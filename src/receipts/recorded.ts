import { compareTime, type HrTime, stringifyJson, type Writable } from '../telemetry/index.js';
import {
  fromVconDate,
  isEventType,
  type PolicyDecisionEvent,
  type ToolEvent,
  type Vcon,
  type VconEvent,
} from '../vcon/index.js';
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
  /** Types of the tool events that records cannot tell of: pending, progress and input, and those that name no attempt. */
  readonly others: readonly string[];
}

const FINAL: ReadonlySet<string> = new Set(['tool-result', 'tool-failure', 'tool-error', 'tool-denied']);
const SOFT: ReadonlySet<string> = new Set(['tool-timeout', 'tool-cancel']);
/** Order of Event Objects of one time. */
const RANK: Readonly<Record<string, number>> = { 'policy-decision': 0, 'tool-invocation': 1 };

/** An event without a time comes first. */
const UNKNOWN: HrTime = [Number.NEGATIVE_INFINITY, 0];

/** Gathers the attempts of a vCon, in the order of their first events. A decision after which nothing was sent is an attempt too. */
export function recordedCalls(vcon: Vcon): RecordedCalls {
  const reader = new CallReader();
  for (const indexed of inTime(vcon.events ?? [])) reader.add(indexed);
  return reader;
}

class CallReader implements RecordedCalls {
  readonly attempts: Writable<RecordedAttempt>[] = [];
  readonly others: string[] = [];
  readonly #open = new Map<string, Writable<RecordedAttempt>>();
  readonly #standing = new Map<string, PolicyDecisionEvent>();

  /** Takes the next event in the order of time. */
  add({ event, index }: Indexed<VconEvent>): void {
    const { type, operation_id: operationId, attempt } = event;
    if (isDecision(event) && event.policy_life === 'standing') {
      this.#standing.set(targetOf(event.server, event.tool), event);
    } else if (typeof operationId !== 'string' || typeof attempt !== 'number') {
      if (isEventType(type)) this.others.push(type);
    } else if (isDecision(event)) this.#decided({ event, index }, { operationId, attempt });
    else if (type === 'tool-invocation') this.#sent({ event: event as ToolEvent, index }, { operationId, attempt });
    else if (FINAL.has(type) || SOFT.has(type)) {
      const current = this.#current({ operationId, attempt });
      const isSettled = current.outcome !== undefined && FINAL.has(current.outcome.event.type);
      if (!isSettled || FINAL.has(type)) current.outcome = { event: event as ToolEvent, index };
    } else if (isEventType(type)) this.others.push(type);
  }

  /** A refusal that an executor recorded stands alone, and a decision after another means that nothing was sent after that one. */
  #decided(decision: Indexed<PolicyDecisionEvent>, key: AttemptKey): void {
    if (receiptOf(decision.event).status !== undefined) {
      this.attempts.push({ ...key, decision });
      return;
    }
    const before = this.#open.get(keyText(key));
    if (before?.decision !== undefined && before.invocation === undefined) this.#open.delete(keyText(key));
    this.#current(key).decision = decision;
  }

  #sent(invocation: Indexed<ToolEvent>, key: AttemptKey): void {
    const { server, tool } = invocation.event;
    const current = this.#current(key);
    const standing = this.#standing.get(targetOf(server, tool)) ?? this.#standing.get(targetOf(server, undefined));
    current.invocation = invocation;
    if (current.decision === undefined && standing !== undefined) current.standing = standing;
  }

  /** The attempt that events of this operation and number belong to now. */
  #current(key: AttemptKey): Writable<RecordedAttempt> {
    const open = this.#open.get(keyText(key));
    if (open !== undefined) return open;
    const begun: Writable<RecordedAttempt> = { ...key };
    this.attempts.push(begun);
    this.#open.set(keyText(key), begun);
    return begun;
  }
}

type AttemptKey = Pick<RecordedAttempt, 'operationId' | 'attempt'>;

function keyText({ operationId, attempt }: AttemptKey): string {
  return `${attempt} ${operationId}`;
}

function isDecision(event: VconEvent): event is PolicyDecisionEvent {
  return event.type === 'policy-decision';
}

function targetOf(server: string | undefined, tool: string | undefined): string {
  return stringifyJson([server, tool]);
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
