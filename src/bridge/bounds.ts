import { compareTime, earlier, type HrTime, later } from '../telemetry/index.js';
import type { Bucket } from './bucket.js';

/** How much may be open in all. */
export interface TotalLimits {
  /** Traces, and conversations without a trace. */
  readonly traces: number;
  readonly records: number;
  /** Approximate bytes of content. */
  readonly bytes: number;
}

/** How much may be open. What is beyond is closed: first what tells of no call, then what was longest without news. */
export interface OpenLimits extends TotalLimits {
  /** Records of one conversation. */
  readonly conversationRecords: number;
  /** Approximate bytes of content of one conversation. */
  readonly conversationBytes: number;
  /** Seconds from the first record of a conversation to the latest. */
  readonly conversationSeconds: number;
}

/** Closing goes on to this share of the limits, so that it need not be done for every record. */
const ENOUGH = 0.9;

/** Chooses what to close of lists of buckets that belong together. `busy` says whether a trace is known to go on. */
export function beyond(
  lists: readonly (readonly Bucket[])[],
  limits: OpenLimits,
  busy: ReadonlySet<string>,
): readonly (readonly Bucket[])[] {
  const weighed = lists.map((list) => weigh(list, busy));
  const open = sumOf(weighed);
  const chosen = weighed.filter((each) => isFull(each, limits));
  for (const each of chosen) add(open, each, -1);
  if (!isWithin(open, limits, 1)) {
    const others = weighed.filter((each) => !isFull(each, limits)).sort(compareWorth);
    chosen.push(...untilWithin(others, open, limits));
  }
  return chosen.map(({ list }) => list);
}

/** Chooses what to close of lists of buckets that belong together: those whose latest record came first. */
export function oldest(lists: readonly (readonly Bucket[])[], limits: TotalLimits): readonly (readonly Bucket[])[] {
  const weighed = lists.map((list) => weigh(list, NONE)).sort((a, b) => a.turn - b.turn);
  return untilWithin(weighed, sumOf(weighed), limits).map(({ list }) => list);
}

/** The first ones, without which what is open is well within the limits. */
function untilWithin(weighed: readonly Weighed[], open: Size, limits: TotalLimits): Weighed[] {
  const first: Weighed[] = [];
  for (const each of weighed) {
    if (isWithin(open, limits, ENOUGH)) break;
    first.push(each);
    add(open, each, -1);
  }
  return first;
}

function sumOf(weighed: readonly Weighed[]): Size {
  const sum = { traces: 0, records: 0, bytes: 0 };
  for (const each of weighed) add(sum, each, 1);
  return sum;
}

const NONE: ReadonlySet<string> = new Set();

interface Size {
  traces: number;
  records: number;
  bytes: number;
}

interface Weighed extends Size {
  readonly list: readonly Bucket[];
  /** 0: tells of no call, 1: tells of calls, 2: is known to go on. */
  readonly worth: number;
  readonly first: HrTime | undefined;
  readonly last: HrTime | undefined;
  /** When a record came last, counted in records. */
  readonly turn: number;
}

function weigh(list: readonly Bucket[], busy: ReadonlySet<string>): Weighed {
  const size = { traces: list.length, records: 0, bytes: 0 };
  let first: HrTime | undefined;
  let last: HrTime | undefined;
  let turn = 0;
  for (const bucket of list) {
    size.records += bucket.size;
    size.bytes += bucket.bytes;
    first = earlier(first, bucket.first);
    last = later(last, bucket.last);
    turn = Math.max(turn, bucket.turn);
  }
  const worth = list.some((bucket) => bucket.isAmong(busy)) ? 2 : Number(list.some(({ tells }) => tells));
  return { ...size, list, worth, first, last, turn };
}

function isFull({ records, bytes, first, last }: Weighed, limits: OpenLimits): boolean {
  const seconds = first === undefined || last === undefined ? 0 : last[0] - first[0];
  return (
    records > limits.conversationRecords || bytes > limits.conversationBytes || seconds > limits.conversationSeconds
  );
}

function compareWorth(a: Weighed, b: Weighed): number {
  if (a.worth !== b.worth) return a.worth - b.worth;
  if (a.last === undefined || b.last === undefined) return Number(a.last !== undefined) - Number(b.last !== undefined);
  return compareTime(a.last, b.last);
}

function add(sum: Size, size: Size, sign: 1 | -1): void {
  sum.traces += sign * size.traces;
  sum.records += sign * size.records;
  sum.bytes += sign * size.bytes;
}

function isWithin(size: Size, limits: TotalLimits, share: number): boolean {
  return (
    size.traces <= Math.max(1, limits.traces * share) &&
    size.records <= limits.records * share &&
    size.bytes <= limits.bytes * share
  );
}
