import type { Signal } from '../mapping/index.js';
import { earlier, type HrTime, type Notice } from '../telemetry/index.js';
import type { Vcon } from '../vcon/index.js';
import { actorOf } from './agents.js';
import type { Attempt } from './attempt.js';
import { correlate } from './correlation.js';
import { attachDecisions } from './decisions.js';
import type { Group } from './grouping.js';
import { readAnnouncements, readTransport } from './http.js';
import { operationIds } from './ids.js';
import { Joiner } from './joining.js';
import { observe } from './observation.js';
import type { Operation } from './operation.js';
import { operationEvents } from './operation-events.js';
import { compareMaybe, compareText } from './order.js';
import { assemblePlain } from './plain-vcon.js';
import { type Place, Sessions } from './sessions.js';
import { type StandingDecision, StandingDecisions } from './standing.js';
import { standingEvent } from './standing-event.js';
import { RANK, type TimedEvent } from './timed-event.js';
import { type OperationTrail, trailOf } from './trail.js';
import { type VconHead, type VconRules, vconOf } from './vcon-object.js';

/** The vCon of one group. */
export interface Assembled {
  /** Undefined when the group has no event. */
  readonly vcon: Vcon | undefined;
  /** The standing decisions in effect at its end (draft section 4.1). */
  readonly standing: readonly StandingDecision[];
  readonly trail: readonly OperationTrail[];
  readonly notices: readonly Notice[];
}

/** Makes the vCon of one group of records: a pure function, the order of the records does not matter. */
export function assemble(
  group: Group,
  head: VconHead,
  rules: VconRules,
  carried: readonly StandingDecision[] = [],
): Assembled {
  const plain = group.isPlain && carried.length === 0 ? assemblePlain(group, head, rules) : undefined;
  return plain ?? assembleAny(group, head, rules, carried);
}

function assembleAny(group: Group, head: VconHead, rules: VconRules, carried: readonly StandingDecision[]): Assembled {
  const { tree } = group;
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
    const place = sessions.place(actorOf(operation.signals, tree));
    places.set(operation, place);
    events.push(...operationEvents(operation, ids.get(operation) ?? '', place, standing.covered, rules));
  }
  const owners = new Map(operations.flatMap((one) => one.decisions.map((placed) => [placed, one] as const)));
  for (const decision of standing.observed) {
    const { placed } = decision;
    const owner = owners.get(placed);
    const place = (owner && places.get(owner)) ?? sessions.place(actorOf([placed.signal], tree));
    const { time } = placed.signal;
    if (time !== undefined) events.push(...standingEvent(decision, place, time, rules));
  }
  const start = events.reduce<HrTime | undefined>((first, { time }) => earlier(first, time), undefined);
  if (start !== undefined && carried.length > 0) {
    const place = { session: 0, party: 0 };
    events.unshift(...carried.flatMap((decision) => standingEvent(decision, place, start, rules)).map(atFront));
  }
  return {
    vcon: vconOf(head, group, sessions, events, rules),
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
