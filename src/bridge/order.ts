import { compareTime, type HrTime } from '../telemetry/index.js';

/** Order of times that may be unknown: unknown last. */
export function compareMaybe(a: HrTime | undefined, b: HrTime | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  return compareTime(a, b);
}

/** Order of texts by code unit, the same everywhere. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The first place of a sorted list from which on something holds; the list's length when it holds nowhere. */
export function firstPlace<T>(list: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = list[middle];
    if (item === undefined || holds(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
