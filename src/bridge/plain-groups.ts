import type { MappedRecord, SpanFacts } from '../mapping/index.js';
import type { Bucket } from './bucket.js';
import type { Group } from './grouping.js';
import type { GroupBy } from './options.js';
import { SpanTree } from './span-tree.js';

/** Lists of buckets that belong together, those apart in which all calls are plain and are told of nowhere else. */
export interface Parted {
  readonly plain: readonly (readonly Bucket[])[];
  readonly others: readonly Bucket[];
}

/** Parts lists of buckets that belong together. */
export function partPlain(lists: readonly (readonly Bucket[])[]): Parted {
  const areAllPlain = (list: readonly Bucket[]) => list.every(({ isPlain }) => isPlain);
  if (lists.every(areAllPlain)) return { plain: lists, others: [] };
  // A record elsewhere may name a call by its id alone.
  const named = new Set<string>();
  for (const list of lists) if (!areAllPlain(list)) for (const { calls } of list) addAll(named, calls);
  const isNamed = (list: readonly Bucket[]) => list.some(({ calls }) => [...calls].some((call) => named.has(call)));
  const plain: (readonly Bucket[])[] = [];
  const others: Bucket[] = [];
  for (const list of lists) {
    if (areAllPlain(list) && !isNamed(list)) plain.push(list);
    else for (const bucket of list) others.push(bucket);
  }
  return { plain, others };
}

function addAll(to: Set<string>, items: Iterable<string>): void {
  for (const item of items) to.add(item);
}

/** The groups of plain calls: of each conversation, else of each trace (design rule R10). */
export function plainGroups(lists: readonly (readonly Bucket[])[], groupBy: GroupBy): Group[] {
  return lists.flatMap((list) => {
    // What belongs together names the same conversation, or none.
    const [conversation] = list[0]?.conversations ?? [];
    if (conversation === undefined || groupBy === 'trace')
      return list.map((bucket) => plainGroup(`trace:${bucket.traceId}`, conversation, [bucket]));
    return [plainGroup(`conversation:${conversation}`, conversation, list)];
  });
}

function plainGroup(key: string, conversation: string | undefined, buckets: readonly Bucket[]): Group {
  const records: MappedRecord[] = [];
  const spans: SpanFacts[] = [];
  for (const bucket of buckets) {
    for (const record of bucket.spans) {
      if (record.span !== undefined) spans.push(record.span);
      if (record.signals.length > 0) records.push(record);
    }
  }
  const group = { key, records, tree: new SpanTree(spans), isPlain: true };
  return conversation === undefined ? group : { ...group, conversation };
}
