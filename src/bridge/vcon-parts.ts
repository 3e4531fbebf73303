import { forgetOldest, fromMillis } from '../telemetry/index.js';
import { toVconDate } from '../vcon/index.js';
import type { BridgeOptions } from './options.js';
import type { StandingDecision } from './standing.js';
import { Uuids } from './uuids.js';
import type { VconHead } from './vcon-object.js';

/** How many closed conversations are remembered, so that a later part continues them: a few hundred bytes each. */
const MAX_CLOSED = 10_000;

/** A vCon of a conversation that goes on after an earlier one was closed is its part 2, and so on. */
export interface VconPart {
  readonly part: number;
  readonly head: VconHead;
}

/** Which parts the conversations are in, by what their vCons are about, and what one part leaves to the next. */
export class VconParts {
  readonly #createdAt: number | undefined;
  readonly #uuids: Uuids;
  readonly #open = new Map<string, VconPart>();
  /** The number of the last part that was closed. */
  readonly #closed = new Map<string, number>();
  readonly #standing = new Map<string, readonly StandingDecision[]>();

  constructor({ createdAt, domain }: Pick<BridgeOptions, 'createdAt' | 'domain'>) {
    this.#createdAt = createdAt;
    this.#uuids = new Uuids(domain);
  }

  /** The part that is open, else the next one, which is not yet taken note of: nothing may come of it. */
  current(key: string): VconPart {
    const known = this.#open.get(key);
    if (known !== undefined) return known;
    const part = (this.#closed.get(key) ?? 0) + 1;
    const createdAt = this.#createdAt ?? Date.now();
    return {
      part,
      head: {
        uuid: this.#uuids.make(createdAt, `${key} ${part}`),
        created_at: toVconDate(fromMillis(createdAt)) ?? '',
      },
    };
  }

  /** Takes note of a part of which there is a vCon, and that stays open. */
  open(key: string, part: VconPart): void {
    this.#open.set(key, part);
  }

  /** Takes note that no more will come into a part. */
  close(key: string, part: number): void {
    this.#open.delete(key);
    this.#closed.set(key, part);
    forgetOldest(this.#closed, MAX_CLOSED);
  }

  /** The standing decisions in effect at the end of a conversation's last part (draft section 4.1). */
  standing(conversation: string): readonly StandingDecision[] {
    return this.#standing.get(conversation) ?? [];
  }

  /** Takes note of the standing decisions in effect at the end of a part. */
  leave(conversation: string, standing: readonly StandingDecision[]): void {
    if (standing.length === 0) return;
    this.#standing.set(conversation, standing);
    forgetOldest(this.#standing, MAX_CLOSED);
  }
}
