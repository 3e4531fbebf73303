import type { MappedRecord } from '../mapping/index.js';
import { approximateBytes, earlier, type HrTime, later, push, stringifyJson } from '../telemetry/index.js';
import { addConversations } from './grouping.js';
import { compareMaybe, compareText } from './order.js';
import { isPlain } from './plain-calls.js';
import { addCallIds } from './split-calls.js';

const TRACE_PREFIX = 'trace ';

/** The open records of one trace, or of one conversation's or service's records without a trace. */
export class Bucket {
  readonly id: string;
  readonly conversations = new Set<string>();
  /** Calls that are decided or told of in it, as long as no conversation is known: another trace may hold the rest. */
  readonly calls = new Set<string>();
  /** The traces that it goes on from. */
  readonly follows = new Set<string>();
  /** The first start and the latest time in it. */
  first: HrTime | undefined;
  last: HrTime | undefined;
  /** Something came since the last look. */
  changed = true;
  /** Something in it tells of a call. */
  tells = false;
  /** Approximate bytes of the content in it. */
  bytes = 0;
  /** When a record came last, counted in records. */
  turn = 0;
  /** By span id: all spans of a bucket are of one trace. */
  readonly #spans = new Map<string, MappedRecord>();
  readonly #logs: MappedRecord[] = [];
  #hasOnlyPlain = true;

  constructor(id: string) {
    this.id = id;
  }

  /** The bucket that a record belongs to. */
  static idOf(record: MappedRecord): string {
    const first = record.signals[0];
    const traceId = record.span?.traceId ?? record.exception?.traceId ?? first?.traceId;
    if (traceId !== undefined) return `${TRACE_PREFIX}${traceId}`;
    return first?.conversation === undefined ? `service ${first?.service ?? ''}` : `conversation ${first.conversation}`;
  }

  /** Adds the record that came as the `turn`th. A span that comes again takes the place of its earlier state, unless it says less. */
  add(record: MappedRecord, turn: number): void {
    this.turn = turn;
    addConversations(record, this.conversations);
    addCallIds(record, this.calls);
    const followed = record.span?.follows?.traceId;
    if (followed !== undefined) this.follows.add(`${TRACE_PREFIX}${followed}`);
    const { span } = record;
    const time = timeOf(record);
    this.first = earlier(this.first, span?.startTime ?? time);
    this.last = later(this.last, time);
    if (span === undefined) this.#logs.push(record);
    else {
      const before = this.#spans.get(span.spanId);
      // Only one of the two states is kept, and its conversation may be no other's.
      this.#hasOnlyPlain &&= before === undefined || areOfSameConversations(before, record);
      if (before !== undefined && !saysMore(record, before)) return;
      this.#spans.set(span.spanId, record);
    }
    this.changed = true;
    this.#hasOnlyPlain &&= isPlain(record);
    this.tells ||= record.signals.length > 0;
    for (const { content } of record.signals) this.bytes += content === undefined ? 0 : approximateBytes(content.value);
  }

  /** The trace whose records it holds. */
  get traceId(): string {
    return this.id.slice(TRACE_PREFIX.length);
  }

  /** Whether it holds one of these traces. */
  isAmong(traceIds: ReadonlySet<string>): boolean {
    return traceIds.has(this.traceId);
  }

  /** Whether all calls in it are plain, of one conversation or none, and of this trace alone. */
  get isPlain(): boolean {
    return this.#hasOnlyPlain && this.conversations.size <= 1 && this.follows.size === 0;
  }

  /** The records of its spans, in no certain order. */
  get spans(): Iterable<MappedRecord> {
    return this.#spans.values();
  }

  /** All records, in an order that is the same whatever the order in which they came. */
  *records(): Generator<MappedRecord> {
    const ids = [...this.#spans.keys()].sort(compareText);
    for (const id of ids) {
      const record = this.#spans.get(id);
      if (record !== undefined) yield record;
    }
    yield* [...this.#logs].sort(compareLogs);
  }

  get size(): number {
    return this.#spans.size + this.#logs.length;
  }
}

/** A call id that more traces than this bear is no id of one call (mock models count their calls from 1). */
const MAX_SHARED_CALL = 4;

/** Buckets that share conversations or calls, or go on from one another, in lists: what may have to go into one vCon is in one list. */
export function linked(buckets: Iterable<Bucket>): readonly (readonly Bucket[])[] {
  const all = [...buckets];
  const links = new Links(all);
  const seen = new Set<Bucket>();
  return all.flatMap((bucket) => {
    if (seen.has(bucket)) return [];
    const list = [bucket];
    seen.add(bucket);
    for (let next = 0; next < list.length; next += 1) {
      const bucket = list[next];
      if (bucket === undefined) break;
      for (const other of links.takeBeside(bucket)) {
        if (seen.has(other)) continue;
        seen.add(other);
        list.push(other);
      }
    }
    return [list];
  });
}

/** What buckets are linked by. */
class Links {
  readonly #byConversation = new Map<string, Bucket[]>();
  readonly #byCall = new Map<string, Bucket[]>();
  readonly #byTrace = new Map<string, Bucket[]>();

  constructor(buckets: readonly Bucket[]) {
    for (const bucket of buckets) {
      for (const conversation of bucket.conversations) push(this.#byConversation, conversation, bucket);
      if (bucket.conversations.size === 0) for (const call of bucket.calls) push(this.#byCall, call, bucket);
    }
    if (buckets.every(({ follows }) => follows.size === 0)) return;
    for (const bucket of buckets) {
      push(this.#byTrace, bucket.id, bucket);
      for (const followed of bucket.follows) push(this.#byTrace, followed, bucket);
    }
  }

  /** The buckets that one is linked with by anything for which they were not taken before. */
  takeBeside({ id, conversations, calls, follows }: Bucket): readonly Bucket[] {
    const found: Bucket[] = [];
    for (const conversation of conversations) take(this.#byConversation, conversation, found);
    if (conversations.size === 0) for (const call of calls) take(this.#byCall, call, found, MAX_SHARED_CALL);
    take(this.#byTrace, id, found);
    for (const followed of follows) take(this.#byTrace, followed, found);
    return found;
  }
}

function take(from: Map<string, Bucket[]>, link: string, to: Bucket[], most = Number.POSITIVE_INFINITY): void {
  const sharing = from.get(link);
  if (sharing === undefined || sharing.length < 2) return;
  if (sharing.length <= most) for (const bucket of sharing) to.push(bucket);
  from.delete(link);
}

/** Lists of buckets that belong together. Where they tell of no call, nothing can come of them. */
export function linkedThatTell(buckets: readonly Bucket[]): readonly (readonly Bucket[])[] {
  return linked(buckets).filter((list) => list.some(({ tells }) => tells));
}

/** Log records have no id: by time, else by what they say. */
function compareLogs(a: MappedRecord, b: MappedRecord): number {
  return compareMaybe(timeOf(a), timeOf(b)) || compareText(stringifyJson(wordsOf(a)), stringifyJson(wordsOf(b)));
}

function wordsOf({ signals, exception }: MappedRecord): unknown {
  return [signals.map(({ origin, ...words }) => words), exception];
}

function timeOf(record: MappedRecord): HrTime | undefined {
  const { span, signals, exception } = record;
  if (span !== undefined) return later(span.startTime, span.endTime);
  return signals.reduce<HrTime | undefined>((last, { time }) => later(last, time), exception?.time);
}

function areOfSameConversations(a: MappedRecord, b: MappedRecord): boolean {
  const [ofA, ofB, ofBoth] = [new Set<string>(), new Set<string>(), new Set<string>()];
  addConversations(a, ofA);
  addConversations(b, ofB);
  for (const record of [a, b]) addConversations(record, ofBoth);
  return ofA.size === ofBoth.size && ofB.size === ofBoth.size;
}

function saysMore(record: MappedRecord, before: MappedRecord): boolean {
  const ended = Number(record.span?.endTime !== undefined) - Number(before.span?.endTime !== undefined);
  return ended > 0 || (ended === 0 && record.signals.length > before.signals.length);
}
