/** A point in time: seconds since 1970-01-01 UTC and nanoseconds within the second (as OpenTelemetry's HrTime). */
export type HrTime = readonly [seconds: number, nanoseconds: number];

const NANOS = 1_000_000_000;

/** Earlier is negative, equal is 0, later is positive. */
export function compareTime(a: HrTime, b: HrTime): number {
  return a[0] - b[0] || a[1] - b[1];
}

/** The earlier of two times, either of which may be unknown. */
export function earlier(a: HrTime | undefined, b: HrTime | undefined): HrTime | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return compareTime(a, b) <= 0 ? a : b;
}

/** The later of two times, either of which may be unknown. */
export function later(a: HrTime | undefined, b: HrTime | undefined): HrTime | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return compareTime(a, b) >= 0 ? a : b;
}

/** Nanoseconds since the epoch to HrTime. */
export function fromNanos(nanos: bigint): HrTime {
  const seconds = nanos / BigInt(NANOS);
  return [Number(seconds), Number(nanos % BigInt(NANOS))];
}

/** HrTime to nanoseconds since the epoch. */
export function toNanos(time: HrTime): bigint {
  return BigInt(time[0]) * BigInt(NANOS) + BigInt(time[1]);
}

/** HrTime to whole milliseconds since the epoch, rounded down. */
export function toMillis(time: HrTime): number {
  return time[0] * 1000 + Math.floor(time[1] / 1_000_000);
}

/** Whole milliseconds since the epoch to HrTime. */
export function fromMillis(millis: number): HrTime {
  const seconds = Math.floor(millis / 1000);
  return [seconds, Math.round((millis - seconds * 1000) * 1_000_000)];
}

/** A time that telemetry means: zero is OTLP's "not set" and becomes `undefined` (never 1970). */
export function setTime(time: HrTime | undefined): HrTime | undefined {
  return time === undefined || (time[0] === 0 && time[1] === 0) ? undefined : time;
}
