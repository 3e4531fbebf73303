import { fromNanos, type HrTime, setTime } from '../telemetry/index.js';
import { decodeBase64, encodeHex } from './base64.js';

/** Says what could not be read of the record at hand. */
export type Report = (code: string, message: string) => void;

const ZERO = 0x30;
const HEX = /^[0-9a-f]+$/i;
const ZEROS = /^0*$/;
const DIGITS = /^\d{1,20}$/;
const INTEGER = /^-?\d+$/;

/**
 * A trace id (16 bytes) or span id (8 bytes) as lower-case hex. Hex of the right length comes first, then base64 that decodes to
 * the right length; a trace id of 64 bits is extended with zeros at the left. Unset, empty and all-zero ids are `''`, anything
 * else is `undefined`.
 */
export function decodeId(value: unknown, size: 16 | 8): string | undefined {
  if (value === undefined || value === null) return '';
  const hex =
    typeof value === 'string' ? hexOfText(value, size) : value instanceof Uint8Array ? encodeHex(value) : undefined;
  if (hex === undefined || ZEROS.test(hex)) return hex === undefined ? undefined : '';
  if (hex.length === size * 2) return hex;
  return size === 16 && hex.length === 16 ? hex.padStart(32, '0') : undefined;
}

function hexOfText(text: string, size: 16 | 8): string | undefined {
  const isHex = (text.length === size * 2 || text.length === 16) && HEX.test(text);
  if (isHex || ZEROS.test(text)) return text.toLowerCase();
  const bytes = decodeBase64(text);
  return bytes === undefined ? undefined : encodeHex(bytes);
}

/**
 * A fixed64 time in nanoseconds since the epoch, as decimal text, number or bigint. Zero and absent are `undefined`; what is no
 * time is reported and `undefined`.
 */
export function decodeTime(value: unknown, report: Report): HrTime | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' && DIGITS.test(value)) {
    const second = Math.max(value.length - 9, 0);
    return setTime([decimal(value, 0, second), decimal(value, second, value.length)]);
  }
  if (typeof value === 'bigint' && value >= 0n) return setTime(fromNanos(value));
  if (typeof value === 'number' && value >= 0 && Number.isFinite(value))
    return setTime(fromNanos(BigInt(Math.round(value))));
  report('OTLP_TIME_UNREADABLE', 'a time is not a count of nanoseconds and was left out');
  return undefined;
}

/** The number that some digits of a text are: in a fraction of the time of cutting them out and reading that text. */
function decimal(digits: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at += 1) number = number * 10 + digits.charCodeAt(at) - ZERO;
  return number;
}

/** A 64-bit integer without loss of a digit: `bigint` beyond 2^53; `undefined` when it is no integer. */
export function decodeInteger(value: unknown): number | bigint | undefined {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'bigint') return narrow(value);
  return typeof value === 'string' && INTEGER.test(value) ? narrow(BigInt(value)) : undefined;
}

function narrow(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** A double as number or as text ("1.5", "NaN", "-Infinity"); `undefined` when it is neither. */
export function decodeDouble(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isNaN(number) && value !== 'NaN' ? undefined : number;
}

/** A count, flags or a severity above zero; zero, protobuf's default, is `undefined` like an absent one. */
export function decodeCount(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 ? number : undefined;
}

/** Text that is not empty; empty, protobuf's default, is `undefined` like an absent one. */
export function decodeText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * One of `names` by its number or by its name, with or without `prefix` and in any case ("SPAN_KIND_SERVER", "Server", 2).
 * Absent is the first; an unknown one is reported and the first.
 */
export function decodeEnum<T extends string>(
  value: unknown,
  names: readonly T[],
  prefix: string,
  fallback: T,
  report: Report,
): T {
  if (value === undefined || value === null) return fallback;
  const number = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;
  if (typeof number === 'number') {
    const known = names[number];
    if (known !== undefined) return known;
  } else if (typeof number === 'string') {
    const upper = number.toUpperCase();
    const short = (upper.startsWith(prefix) ? upper.slice(prefix.length) : upper).toLowerCase();
    const known = names.find((name) => name === short);
    if (known !== undefined) return known;
  }
  report('OTLP_ENUM_UNKNOWN', `an unknown value of ${prefix}* was read as ${fallback}`);
  return fallback;
}

const SEVERITIES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];
const SEVERITY = /^(?:SEVERITY_NUMBER_)?([A-Z]+?)([234]?)$/;

/** A log's severity number by number or by name ("SEVERITY_NUMBER_INFO2"); zero and absent are `undefined`. */
export function decodeSeverity(value: unknown): number | undefined {
  const match = typeof value === 'string' ? SEVERITY.exec(value.toUpperCase()) : null;
  const group = SEVERITIES.indexOf(match?.[1] ?? '');
  return group === -1 ? decodeCount(value) : group * 4 + Number(match?.[2] || 1);
}
