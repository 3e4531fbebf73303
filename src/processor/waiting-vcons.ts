import type { BuiltVcon } from '../bridge/index.js';
import { approximateBytes } from '../telemetry/index.js';

/** What to give up when more waits for a sink than is allowed: what waits longest, or what comes. */
export type DropPolicy = 'oldest' | 'newest';

/** Bounds of what waits for one sink. */
export interface WaitingLimits {
  readonly maxVcons: number;
  /** Approximate bytes of JSON text. */
  readonly maxBytes: number;
  readonly drop: DropPolicy;
}

/** vCons that wait for a sink, oldest first, only the newest version of each, within bounds. */
export class WaitingVcons {
  readonly #limits: WaitingLimits;
  readonly #lose: (built: BuiltVcon) => void;
  readonly #byUuid = new Map<string, { readonly built: BuiltVcon; readonly bytes: number }>();
  #bytes = 0;

  /** `lose` is told each vCon that is given up. */
  constructor(limits: WaitingLimits, lose: (built: BuiltVcon) => void) {
    this.#limits = limits;
    this.#lose = lose;
  }

  get size(): number {
    return this.#byUuid.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Adds a vCon in place of an older version of it. */
  put(built: BuiltVcon): void {
    this.#remove(built.vcon.uuid);
    const bytes = weigh(built);
    while (!this.#hasRoomFor(bytes)) {
      const oldest = this.#limits.drop === 'oldest' ? this.take() : undefined;
      this.#lose(oldest ?? built);
      if (oldest === undefined) return;
    }
    this.#byUuid.set(built.vcon.uuid, { built, bytes });
    this.#bytes += bytes;
  }

  /** Adds a vCon unless a version of it waits, which is newer then. */
  putIfMissing(built: BuiltVcon): void {
    if (!this.#byUuid.has(built.vcon.uuid)) this.put(built);
  }

  /** Takes the one that waits longest. */
  take(): BuiltVcon | undefined {
    for (const [uuid, { built }] of this.#byUuid) {
      this.#remove(uuid);
      return built;
    }
    return undefined;
  }

  /** Takes all, oldest first. */
  takeAll(receive: (built: BuiltVcon) => void): void {
    for (let built = this.take(); built !== undefined; built = this.take()) receive(built);
  }

  /** Forgets whichever version of this vCon waits. */
  remove(built: BuiltVcon): void {
    this.#remove(built.vcon.uuid);
  }

  #hasRoomFor(bytes: number): boolean {
    return this.size < this.#limits.maxVcons && this.#bytes + bytes <= this.#limits.maxBytes;
  }

  #remove(uuid: string): void {
    const old = this.#byUuid.get(uuid);
    if (old === undefined) return;
    this.#byUuid.delete(uuid);
    this.#bytes -= old.bytes;
  }
}

/** What an event, or a vCon without its events, weighs but for content. */
const FRAME = 300;

/** About how many bytes of JSON text a vCon is: content is measured, the rest counted. */
function weigh({ vcon }: BuiltVcon): number {
  const events = vcon.events ?? [];
  let sum = FRAME * (1 + events.length);
  for (const { body } of events) if (body !== undefined) sum += approximateBytes(body);
  return sum;
}
