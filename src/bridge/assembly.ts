import type { Signal } from '../mapping/index.js';
import { earlier, type HrTime, type Notice } from '../telemetry/index.js';
import type { Vcon, VconEvent } from '../vcon/index.js';
import { actorOf } from './agents.js';
import { withAttachments } from './attachments.js';
import type { Attempt } from './attempt.js';
import { cleanText } from './content.js';
import { correlate } from './correlation.js';
import { attachDecisions } from './decisions.js';
import type { EventRules } from './event-parameters.js';
import type { Group } from './grouping.js';
import { readAnnouncements, readTransport } from './http.js';
import { operationIds } from './ids.js';
import { Joiner } from './joining.js';
import { observe } from './observation.js';
import { Operation } from './operation.js';
import { operationEvents } from './operation-events.js';
import { compareMaybe, compareText } from './order.js';
import { type Place, Sessions } from './sessions.js';
import type { SpanTree } from './span-tree.js';
import { type StandingDecision, StandingDecisions } from './standing.js';
import { standingEvent } from './standing-event.js';
import { inOrder, RANK, type TimedEvent } from './timed-event.js';

/** What is known of a vCon before its records are looked at. */
export interface VconHead {
  readonly uuid: string;
  readonly created_at: string;
}

/** How a vCon is written. */
export interface VconRules extends EventRules {
  /** Put the files of MCP content blocks into Attachment Objects. */
  readonly attachments: boolean;
}

/** Where the records of an operation went, for `explain`. */
export interface OperationTrail {
  readonly operationId: string;
  readonly tool?: string;
  /** The rules that told of it, and the records that they took. */
  readonly views: readonly Pick<Signal, 'rule' | 'traceId' | 'spanId' | 'origin'>[];
}

/** The vCon of one group. */
export interface Assembled {
  /** Absent when the group has no event. */
  readonly vcon?: Vcon;
  /** The standing decisions in effect at its end (draft section 4.1). */
  readonly standing: readonly StandingDecision[];
  readonly trail: readonly OperationTrail[];
  readonly notices: readonly Notice[];
}

/** Makes the vCon of one group of records: a pure function, the order of the records does not matter. */
export function assemble(
  group: Group,
  tree: SpanTree,
  head: VconHead,
  rules: VconRules,
  carried: readonly StandingDecision[] = [],
): Assembled {
  const observed = observe(group.records, tree);
  const operations = correlate(observed.calls, tree);
  const joiner = new Joiner(operations, tree);
  const unmatched = [
    ...observed.loose.filter((view) => joiner.joinLoose(view) === undefined).flatMap(({ signals }) => signals),
    ...observed.asides.filter((aside) => !joiner.joinAside(aside)).map(({ signal }) => signal),
  ];
  const others = attachDecisions(observed.decisions, joiner, operations);
  readTransport(operations, tree);
  readAnnouncements(operations, tree);
  operations.sort(compareOperations);
  for (const { attempts } of operations) attempts.sort(compareAttempts);

  const standing = new StandingDecisions(carried);
  standing.follow(operations, others.standing);
  const sessions = new Sessions();
  const ids = operationIds(operations, rules);
  const places = new Map<Operation, Place>();
  const events: TimedEvent[] = [];
  for (const operation of operations) {
    const place = sessions.place(actorOf(operation, tree));
    places.set(operation, place);
    events.push(...operationEvents(operation, ids.get(operation) ?? '', place, standing.covered, rules));
  }
  const owners = new Map(operations.flatMap((one) => one.decisions.map((placed) => [placed, one] as const)));
  for (const decision of standing.observed) {
    const { placed } = decision;
    const owner = owners.get(placed);
    const place = (owner && places.get(owner)) ?? sessions.place(actorOf(new Operation([], [placed]), tree));
    const { time } = placed.signal;
    if (time !== undefined) events.push(...standingEvent(decision, place, time, rules));
  }
  const start = events.reduce<HrTime | undefined>((first, { time }) => earlier(first, time), undefined);
  if (start !== undefined && carried.length > 0) {
    const place = { session: 0, party: 0 };
    events.unshift(...carried.flatMap((decision) => standingEvent(decision, place, start, rules)).map(atFront));
  }
  for (const { event, time } of events)
    if (typeof event['sessions'] === 'number') sessions.cover(event['sessions'], time);
  return {
    ...(events.length === 0 ? {} : { vcon: vconOf(head, group, sessions, inOrder(events), rules) }),
    standing: standing.inEffect(),
    trail: operations.map((operation) => trailOf(operation, ids.get(operation) ?? '', rules)),
    notices: [...unmatched, ...others.unmatched].map(unmatchedNotice),
  };
}

function atFront(event: TimedEvent): TimedEvent {
  return { ...event, rank: RANK.carried };
}

/** By number where our own vocabulary gives one, else by start. */
function compareAttempts(a: Attempt, b: Attempt): number {
  if (a.number !== undefined && b.number !== undefined) return a.number - b.number;
  return compareMaybe(a.start, b.start);
}

function compareOperations(a: Operation, b: Operation): number {
  const anchorOf = ({ anchor }: Operation) => `${anchor?.traceId ?? ''}:${anchor?.spanId ?? ''}`;
  return compareMaybe(a.start, b.start) || compareText(anchorOf(a), anchorOf(b));
}

function vconOf(
  head: VconHead,
  group: Group,
  sessions: Sessions,
  events: readonly VconEvent[],
  rules: VconRules,
): Vcon {
  const withTrace = rules.traceParameters;
  const conversation = group.conversation && cleanText(group.conversation, rules);
  const written = rules.attachments ? withAttachments(events) : { events, attachments: [] };
  return {
    vcon: '0.5.0',
    uuid: head.uuid,
    extensions: ['tool-invocation', ...(withTrace ? ['otel-trace'] : []), ...extensionsOf(group)],
    created_at: head.created_at,
    sessions: sessions.sessions(withTrace ? conversation : undefined),
    parties: sessions.parties((name) => cleanText(name, rules)),
    events: written.events,
    ...(written.attachments.length === 0 ? {} : { attachments: written.attachments }),
  };
}

/** The extensions whose parameters the signals carry. */
function extensionsOf(group: Group): readonly string[] {
  const names = group.records.flatMap(({ signals }) => signals.flatMap(({ extension }) => extension ?? []));
  return [...new Set(names)].sort(compareText);
}

function trailOf(operation: Operation, operationId: string, rules: VconRules): OperationTrail {
  const views: Mutable<OperationTrail['views'][number]>[] = [];
  const add = ({ traceId, spanId, origin, rule }: Signal): void => {
    const view: Mutable<OperationTrail['views'][number]> = { rule };
    if (traceId !== undefined) view.traceId = traceId;
    if (spanId !== undefined) view.spanId = spanId;
    if (origin !== undefined) view.origin = origin;
    views.push(view);
  };
  for (const { signals } of operation.views) for (const signal of signals) add(signal);
  for (const { asides, provider } of operation.attempts) {
    for (const signal of asides) add(signal);
    for (const { signals } of provider) for (const signal of signals) add(signal);
  }
  for (const { signal } of operation.decisions) add(signal);
  const { tool } = operation;
  return { operationId, ...(tool === undefined ? {} : { tool: cleanText(tool, rules) }), views };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Says that a signal was left out because nothing tells which operation it belongs to. */
export function unmatchedNotice(signal: Signal): Notice {
  return {
    code: 'BRIDGE_UNMATCHED_SIGNAL',
    level: 'info',
    message: `a ${signal.kind} that belongs to no known operation was left out`,
    ...(signal.origin === undefined ? {} : { origin: signal.origin }),
    ...(signal.traceId === undefined ? {} : { traceId: signal.traceId }),
    ...(signal.spanId === undefined ? {} : { spanId: signal.spanId }),
  };
}
