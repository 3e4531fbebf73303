import type { HrTime } from '../telemetry/index.js';
import type { VconDate } from './types.js';

const NANOS = 1_000_000_000;
/** RFC 3339 has four digits for the year: 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z in seconds since 1970. */
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;

const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:[Zz]|([+-])(\d{2}):?(\d{2}))$/;

/**
 * Writes a time as a JMAP Date (RFC 8620 section 1.4): RFC 3339 in UTC with `Z`, to the nanosecond, the fraction without
 * trailing zeros and left out when it is zero.
 *
 * @returns `undefined` when the time is no number or outside the years 0001 to 9999, which RFC 3339 cannot write.
 */
export function toVconDate(time: HrTime): VconDate | undefined {
  const carry = Math.floor(time[1] / NANOS);
  const seconds = time[0] + carry;
  if (!Number.isInteger(seconds) || !Number.isInteger(time[1]) || !isWritable(seconds)) return undefined;
  const whole = wholeSecond(seconds);
  const nanos = time[1] - carry * NANOS;
  return nanos === 0 ? `${whole}Z` : `${whole}.${fraction(nanos)}Z`;
}

/** The digits of a part of a second, without trailing zeros. */
function fraction(nanos: number): string {
  let digits = 9;
  let rest = nanos;
  for (; rest % 10 === 0; rest /= 10) digits -= 1;
  return String(rest).padStart(digits, '0');
}

/** Times come near one another, so that most are in the second of the one before. */
let latest = { seconds: 0, text: '1970-01-01T00:00:00' };

function wholeSecond(seconds: number): string {
  if (latest.seconds !== seconds) latest = { seconds, text: new Date(seconds * 1000).toISOString().slice(0, 19) };
  return latest.text;
}

/**
 * Reads an RFC 3339 date-time of any offset, in either case, with any number of fraction digits (those after the ninth are
 * cut off). A leap second (`23:59:60`) is the second after it, as in POSIX time.
 *
 * @returns `undefined` when the value is no such text or no day of the calendar.
 */
export function fromVconDate(value: unknown): HrTime | undefined {
  const match = typeof value === 'string' ? RFC_3339.exec(value) : null;
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day);
  if (new Date(midnight).getUTCMonth() !== month - 1 || day === 0) return undefined;
  const offsetHour = Number(match[9] ?? 0);
  const offsetMinute = Number(match[10] ?? 0);
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return undefined;
  const offset = (offsetHour * 3600 + offsetMinute * 60) * (match[8] === '-' ? -1 : 1);
  const seconds = midnight / 1000 + hour * 3600 + minute * 60 + second - offset;
  if ((second === 60 && seconds % 86_400 !== 0) || !isWritable(seconds)) return undefined;
  return [seconds, Number((match[7] ?? '').slice(0, 9).padEnd(9, '0'))];
}

function isWritable(seconds: number): boolean {
  return seconds >= FIRST_SECOND && seconds <= LAST_SECOND;
}
