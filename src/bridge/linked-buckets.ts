import { push } from '../telemetry/index.js';
import type { Bucket } from './bucket.js';

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
