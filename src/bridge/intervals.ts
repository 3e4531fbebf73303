import { compareTime, type HrTime, later } from '../telemetry/index.js';
import { firstPlace } from './order.js';

/** Something that lasts; without an end it goes on. */
export interface Lasting {
  readonly start: HrTime | undefined;
  readonly end: HrTime | undefined;
}

/** The end of what goes on. */
const NEVER: HrTime = [Number.POSITIVE_INFINITY, 0];

/** Things in the order of their starts, among which those that go on at a time are found without a look at all. */
export class Intervals<T extends Lasting> {
  readonly #items: T[] = [];
  /** For each the latest end of it and of those before it. */
  readonly #latestEnds: HrTime[] = [];

  /** Adds a thing; one that is not known to have started is never found. */
  add(item: T): void {
    const { start } = item;
    if (start === undefined) return;
    const place = firstPlace(this.#items, (other) => other.start !== undefined && compareTime(other.start, start) > 0);
    this.#items.splice(place, 0, item);
    for (let at = place; at < this.#items.length; at += 1)
      this.#latestEnds[at] = later(this.#latestEnds[at - 1], this.#items[at]?.end ?? NEVER) ?? NEVER;
  }

  /** Those that had started by `from` and had not ended before `to`, in the order of their starts. */
  around(from: HrTime, to: HrTime | undefined): readonly T[] {
    const found: T[] = [];
    let place = firstPlace(this.#items, ({ start }) => start !== undefined && compareTime(start, from) > 0) - 1;
    for (; place >= 0 && !isBefore(this.#latestEnds[place], to); place -= 1) {
      const item = this.#items[place];
      if (item !== undefined && !isBefore(item.end, to)) found.push(item);
    }
    return found.reverse();
  }
}

function isBefore(end: HrTime | undefined, to: HrTime | undefined): boolean {
  return end !== undefined && to !== undefined && compareTime(end, to) < 0;
}
