import type { MappedRecord } from '../mapping/index.js';
import { approximateBytes, earlier, type HrTime, later, stringifyJson } from '../telemetry/index.js';
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
  const [ofA, ofB] = [new Set<string>(), new Set<string>()];
  addConversations(a, ofA);
  addConversations(b, ofB);
  return ofA.size === ofB.size && [...ofA].every((id) => ofB.has(id));
}

function saysMore(record: MappedRecord, before: MappedRecord): boolean {
  const ended = Number(record.span?.endTime !== undefined) - Number(before.span?.endTime !== undefined);
  return ended > 0 || (ended === 0 && record.signals.length > before.signals.length);
}
