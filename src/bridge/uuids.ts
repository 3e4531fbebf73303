import { uuid8 } from '../vcon/index.js';

/** Gives out the uuids of vCons. With a domain few bits are left to differ in, so one that was given out is not given out again. */
export class Uuids {
  readonly #domain: string | undefined;
  /** Those given out for one created_at. */
  readonly #given = new Set<string>();
  #createdAt: number | undefined;

  constructor(domain: string | undefined) {
    this.#domain = domain;
  }

  /** The uuid of a vCon that is about `identity`. */
  make(createdAt: number, identity: string): string {
    const domain = this.#domain;
    if (domain === undefined) return uuid8({ createdAt, identity });
    if (this.#createdAt !== createdAt) this.#given.clear();
    this.#createdAt = createdAt;
    for (let counter = 0; ; counter += 1) {
      const uuid = uuid8({ createdAt, identity, counter, domain });
      if (this.#given.has(uuid) && counter < 4096) continue;
      this.#given.add(uuid);
      return uuid;
    }
  }
}
