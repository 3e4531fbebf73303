import type { MappedRecord, SpanFacts } from '../mapping/index.js';
import { push } from '../telemetry/index.js';
import type { GroupBy } from './options.js';
import { compareText } from './order.js';
import type { SpanTree } from './span-tree.js';
import { joinSplitCalls } from './split-calls.js';

/** The records of one vCon. */
export interface Group {
  /** The same for the same input: what the vCon is about. */
  readonly key: string;
  readonly conversation?: string;
  readonly records: readonly MappedRecord[];
  /** The tree of their spans and of others. */
  readonly tree: SpanTree;
  /** All calls in it are plain. */
  readonly isPlain: boolean;
}

/**
 * Puts records into groups, one a vCon (design rule R10): by conversation, else by trace. The conversation's id may sit on any span of
 * the trace; a trace may hold several conversations, and a conversation several traces.
 */
export function groupRecords(records: readonly MappedRecord[], tree: SpanTree, groupBy: GroupBy): Group[] {
  const finder = new ConversationFinder(records, tree);
  const groups = new Map<string, { conversation: string | undefined; records: MappedRecord[] }>();
  for (const record of records) {
    if (record.signals.length === 0) continue;
    const conversation = finder.of(record);
    const key = groupBy === 'trace' ? keyOf(record) : keyOf(record, conversation, tree);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { conversation, records: [record] });
    else {
      group.records.push(record);
      // A trace that holds several conversations is none of them as a whole.
      if (group.conversation !== conversation) group.conversation = undefined;
    }
  }
  const all = [...groups].map(([key, group]) => ({
    key,
    ...(group.conversation === undefined ? {} : { conversation: group.conversation }),
    records: group.records,
    tree,
    isPlain: false,
  }));
  return groupBy === 'trace' ? all : joinSplitCalls(all);
}

/** With a tree, the trace is the one that the record's goes on from. */
function keyOf(record: MappedRecord, conversation?: string, tree?: SpanTree): string {
  if (conversation !== undefined) return `conversation:${conversation}`;
  const first = record.signals[0];
  const span = record.span ?? tree?.get(first?.traceId, first?.spanId);
  const traceId = (span && tree?.traceOf(span)) ?? record.span?.traceId ?? first?.traceId;
  return traceId === undefined ? `service:${first?.service ?? ''}` : `trace:${traceId}`;
}

/** Adds the conversations that a record names. */
export function addConversations({ span, signals }: MappedRecord, to: Set<string>): void {
  if (span?.conversation !== undefined) to.add(span.conversation);
  for (const { conversation } of signals) if (conversation !== undefined) to.add(conversation);
}

class ConversationFinder {
  readonly #tree: SpanTree;
  readonly #byTrace = new Map<string, Set<string>>();
  readonly #below = new Map<SpanFacts, ReadonlySet<string>>();
  readonly #byCall = new Map<string, MappedRecord[]>();

  constructor(records: readonly MappedRecord[], tree: SpanTree) {
    this.#tree = tree;
    for (const record of records) {
      const traceId = record.span?.traceId ?? record.signals[0]?.traceId;
      if (traceId === undefined) continue;
      const ids = this.#byTrace.get(traceId) ?? new Set();
      addConversations(record, ids);
      if (ids.size > 0) this.#byTrace.set(traceId, ids);
      for (const { call } of record.signals) if (call.callId !== undefined) push(this.#byCall, call.callId, record);
    }
  }

  of(record: MappedRecord): string | undefined {
    const named = record.signals.find(({ conversation }) => conversation !== undefined)?.conversation;
    if (named !== undefined) return named;
    const first = record.signals[0];
    const span = record.span ?? this.#tree.get(first?.traceId, first?.spanId);
    const traceId = span?.traceId ?? first?.traceId;
    if (traceId === undefined) return this.#ofCall(record);
    const ids = this.#byTrace.get(traceId) ?? (span && this.#byTrace.get(this.#tree.traceOf(span)));
    if (ids === undefined) return undefined;
    if (ids.size === 1) return [...ids][0];
    return span === undefined ? undefined : this.#around(span);
  }

  /** Own id, else the nearest span above with one; at each step up, one that all spans below agree on. */
  #around(span: SpanFacts): string | undefined {
    for (const around of this.#tree.lineage(span)) {
      if (around.conversation !== undefined) return around.conversation;
      const below = this.#idsBelow(around);
      if (below.size === 1) return [...below][0];
    }
    return undefined;
  }

  #idsBelow(span: SpanFacts): ReadonlySet<string> {
    const known = this.#below.get(span);
    if (known !== undefined) return known;
    const ids = new Set<string>();
    for (const { conversation } of this.#tree.descendants(span)) if (conversation !== undefined) ids.add(conversation);
    this.#below.set(span, ids);
    return ids;
  }

  /** A record without trace goes where another record of the same call is, when there is just one such place. */
  #ofCall(record: MappedRecord): string | undefined {
    const callIds = record.signals.flatMap(({ call }) => call.callId ?? []);
    const others = callIds.flatMap((id) => this.#byCall.get(id) ?? []).filter((other) => other !== record);
    const found = new Set(others.map((other) => this.of(other)));
    return found.size === 1 ? [...found][0] : undefined;
  }
}

/** The groups by their first signal, then by key. */
export function byFirstTime(groups: readonly Group[]): Group[] {
  const times = new Map(groups.map((group) => [group, firstTime(group)]));
  const timeOf = (group: Group) => times.get(group) ?? Number.POSITIVE_INFINITY;
  return groups.toSorted((a, b) => timeOf(a) - timeOf(b) || compareText(a.key, b.key));
}

function firstTime({ records }: Group): number {
  let first = Number.POSITIVE_INFINITY;
  for (const { signals } of records)
    for (const { time } of signals) if (time !== undefined) first = Math.min(first, time[0] + time[1] / 1e9);
  return first;
}
