import type { Signal } from '../mapping/index.js';
import { fromNanos, type HrTime, toNanos } from '../telemetry/index.js';
import { isExplicit } from './explicit.js';

/** The JavaScript SDK cuts the start of a span to a millisecond and counts its end from there, so both may be that much early. */
export const CLOCK_NANOS = 1_000_000;

/** Nanoseconds from one time to a later one. */
function nanosBetween(from: HrTime, to: HrTime): number {
  return (to[0] - from[0]) * 1e9 + (to[1] - from[1]);
}

/** A time so many nanoseconds later. */
export function shift(time: HrTime, nanos: number): HrTime {
  return fromNanos(toNanos(time) + BigInt(Math.round(nanos)));
}

/**
 * When something in between happened: as observed, but what another span tells is not after the outcome by less than the clock of spans
 * can tell apart.
 */
export function betweenTime(signal: Signal, outcome: Signal | undefined): HrTime | undefined {
  const { time, source, spanId } = signal;
  const end = outcome?.time;
  if (time === undefined || end === undefined || source !== 'span' || isExplicit(signal)) return time;
  const after = nanosBetween(end, time);
  return spanId !== outcome?.spanId && after > 0 && after < CLOCK_NANOS ? end : time;
}
