import { fromVconDate, toVconDate } from '../../vcon/index.js';

const NOT_JMAP = /[a-z ,]|\.0+(?!\d)/;

/**
 * A date in JMAP's form (RFC 8620 section 1.4): capital letters, no zero fraction. One that is in that form stays as it is.
 *
 * @returns `undefined` when the value is no date.
 */
export function strictDate(value: unknown): string | undefined {
  const time = fromVconDate(value);
  if (time === undefined || typeof value !== 'string') return undefined;
  return NOT_JMAP.test(value) ? toVconDate(time) : value;
}
