import type { CallFacts, MappedRecord, Signal, SpanFacts } from '../mapping/index.js';
import { earlier, type HrTime, later, push } from '../telemetry/index.js';
import { withCallNames } from './call-names.js';
import { compareMaybe, compareText } from './order.js';
import { Repeats } from './repeats.js';
import { type SpanTree, spanKey } from './span-tree.js';

/** One view of one call: what its own span says, or what one log record or span event says of it. */
export interface Observation {
  /** The same for the same input, unique among the observations of a vCon. */
  readonly id: string;
  /** The record, and what it names its call by: a decision with the same key was told with it. */
  readonly key: string;
  /** In the order of their times. */
  readonly signals: readonly Signal[];
  readonly call: CallFacts;
  /** The call's own span. */
  readonly span?: SpanFacts;
  readonly traceId?: string;
  readonly spanId?: string;
  readonly start: HrTime | undefined;
  readonly end: HrTime | undefined;
}

/** A signal with the place it has among the signals of its record, which keeps orders stable. */
export interface PlacedSignal {
  readonly signal: Signal;
  readonly record: string;
  readonly index: number;
}

/** The signals of some records, those of a call's own span put together. */
export interface Observed {
  /** Views by the call's own span, by start. */
  readonly calls: readonly Observation[];
  /** Invocations and outcomes told by log records or by events of other spans, one observation a record and call. */
  readonly loose: readonly Observation[];
  /** Decisions, and what happens in between, told elsewhere than on the call's own span. */
  readonly asides: readonly PlacedSignal[];
  readonly decisions: readonly PlacedSignal[];
}

const OUTSIDE_CALL = new Set<Signal['kind']>(['progress', 'input', 'input-response', 'pending', 'cancel', 'timeout']);

/** The signals of some views, in order. Nearly always there is one view, and no list has to be made. */
export function signalsOf(views: readonly Observation[]): readonly Signal[] {
  const [only] = views;
  return only !== undefined && views.length === 1 ? only.signals : views.flatMap(({ signals }) => signals);
}

/** Sorts the signals of records into observations. */
export function observe(records: readonly MappedRecord[], tree: SpanTree): Observed {
  const own = new Map<string, PlacedSignal[]>();
  const told = new Map<string, PlacedSignal[]>();
  const asides: PlacedSignal[] = [];
  const decisions: PlacedSignal[] = [];
  const repeats = new Repeats();
  for (const [number, record] of records.entries()) {
    const key = record.span === undefined ? `log:${number}` : spanKey(record.span.traceId, record.span.spanId);
    for (const [index, signal] of record.signals.entries()) {
      if (repeats.isRepeat(signal)) continue;
      const placed = { signal: withCallNames(signal, tree), record: key, index };
      if (signal.kind === 'decision') decisions.push(placed);
      else if (signal.source === 'call' && isOfItsSpan(signal, record.signals)) push(own, key, placed);
      else if (OUTSIDE_CALL.has(signal.kind) && signal.call.operationId === undefined) asides.push(placed);
      else push(told, callKey(placed), placed);
    }
  }
  const toObservations = ([key, placed]: [string, PlacedSignal[]]) =>
    byAttempt(placed.sort(comparePlaced)).map((part, index) => observationOf(key, index, part, tree));
  return {
    calls: [...own].flatMap(toObservations).sort(compareObservations),
    loose: [...told].flatMap(toObservations).sort(compareLoose),
    asides: asides.sort(comparePlaced),
    decisions: decisions.sort(comparePlaced),
  };
}

/** What the signals of one record about one call have in common. */
export function callKey({ signal, record }: PlacedSignal): string {
  return `${record}#${signal.call.operationId ?? signal.call.callId ?? ''}`;
}

/** Order of observations: by start, then by id. */
function compareObservations(a: Observation, b: Observation): number {
  return compareMaybe(a.start, b.start) || compareText(a.id, b.id);
}

/** What numbers its attempt comes first, so that what does not can be put to the attempts that there were. */
function compareLoose(a: Observation, b: Observation): number {
  return Number(a.call.attempt === undefined) - Number(b.call.attempt === undefined) || compareObservations(a, b);
}

function comparePlaced(a: PlacedSignal, b: PlacedSignal): number {
  return compareMaybe(a.signal.time, b.signal.time) || compareText(a.record, b.record) || a.index - b.index;
}

function observationOf(key: string, part: number, placed: readonly PlacedSignal[], tree: SpanTree): Observation {
  const signals = placed.map(({ signal }) => signal);
  const first = signals[0];
  const isCall = first?.source === 'call';
  const span = isCall ? tree.get(first?.traceId, first?.spanId) : undefined;
  let call: CallFacts = first?.call ?? {};
  let start: HrTime | undefined;
  let end: HrTime | undefined;
  for (const signal of signals) {
    // The signals of one rule share what they say of the call.
    if (signal.call !== first?.call) call = { ...signal.call, ...call };
    start = earlier(start, signal.time);
    end = later(end, signal.time);
  }
  return {
    id: `${key}/${part}`,
    key,
    signals,
    call,
    ...(span === undefined ? {} : { span }),
    ...(first?.traceId === undefined ? {} : { traceId: first.traceId }),
    ...(first?.spanId === undefined ? {} : { spanId: first.spanId }),
    start: span?.startTime ?? start,
    end: span === undefined ? end : span.endTime,
  };
}

/** An event on a call's span may name another operation than the span does; it is then about that one. */
function isOfItsSpan(signal: Signal, all: readonly Signal[]): boolean {
  const named = signal.call.operationId;
  if (named === undefined) return true;
  const span = all.find(({ source, call }) => source === 'call' && call.operationId !== undefined);
  return span === undefined || span.call.operationId === named;
}

/**
 * One list an attempt, where our own vocabulary numbers several on one record. What was read from the span itself has no number:
 * its start belongs to the first attempt, its outcome to the last.
 */
function byAttempt(placed: readonly PlacedSignal[]): readonly (readonly PlacedSignal[])[] {
  const numbers = [...new Set(placed.flatMap(({ signal }) => signal.call.attempt ?? []))].sort((a, b) => a - b);
  if (numbers.length < 2) return [placed];
  const first = numbers[0];
  const last = numbers.at(-1);
  return numbers.map((number) =>
    placed.filter(({ signal }) => (signal.call.attempt ?? (signal.kind === 'invocation' ? first : last)) === number),
  );
}
