import type { MappedRecord, Signal } from '../mapping/index.js';
import { withRequests } from './requested-calls.js';
import { withResumedCalls } from './resumed-calls.js';
import { SpanTree } from './span-tree.js';

/** Records whose calls have the ids that other spans know them by, and the tree of their spans. */
export interface IdentifiedCalls {
  readonly records: readonly MappedRecord[];
  readonly tree: SpanTree;
  /** Signals of which nothing tells which call they are about. They are left out of the records. */
  readonly unmatched: readonly Signal[];
}

/** Finds the ids of calls whose own spans have none. It looks across traces: a call may go on in another one. */
export function identifyCalls(told: readonly MappedRecord[]): IdentifiedCalls {
  const tree = treeOf(told);
  const { records, unmatched } = withRequests(told, tree);
  const identified = withResumedCalls(records);
  return { records: identified, tree: identified === told ? tree : treeOf(identified), unmatched };
}

function treeOf(records: readonly MappedRecord[]): SpanTree {
  return new SpanTree(records.flatMap(({ span }) => span ?? []));
}
