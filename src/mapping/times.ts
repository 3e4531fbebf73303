import {
  type AnyValue,
  compareTime,
  earlier,
  fromNanos,
  type HrTime,
  type LogRecord,
  type SpanRecord,
  setTime,
  toNanos,
} from '../telemetry/index.js';
import type { MappingRemark } from './signal.js';
import { asText } from './values.js';

/** When a span's call began and ended, as far as its times can be believed. */
export interface SpanTimes {
  readonly start: HrTime | undefined;
  /** Undefined while the span has not ended. Never before `start`. */
  readonly end: HrTime | undefined;
  readonly remarks: readonly MappingRemark[];
}

/** The times of a span (design rule R7): a missing start is the earliest time known, an end before the start is the start. */
export function spanTimes(span: SpanRecord): SpanTimes {
  const remarks: MappingRemark[] = [];
  let start = setTime(span.startTime);
  const end = setTime(span.endTime);
  if (start === undefined) {
    start = span.events.reduce((first: HrTime | undefined, event) => earlier(first, setTime(event.time)), end);
    const found = start === undefined ? 'no time at all' : 'no start time; the earliest time known is used';
    remarks.push({ code: 'start-missing', level: 'warning', message: `The span has ${found}` });
  }
  if (start === undefined || end === undefined || compareTime(end, start) >= 0) return { start, end, remarks };
  remarks.push({ code: 'end-before-start', level: 'warning', message: 'The span ends before it starts' });
  return { start, end: start, remarks };
}

/** When a log record was written: its own time, else what the emitter wrote into an attribute, else when it was observed. */
export function logTime(log: LogRecord, stamp: AnyValue | undefined): HrTime | undefined {
  return setTime(log.time) ?? parseTimestamp(asText(stamp)) ?? setTime(log.observedTime);
}

/** That many milliseconds before a time. */
export function millisBefore(time: HrTime, millis: AnyValue | undefined): HrTime {
  const duration = Number(asText(millis) ?? Number.NaN);
  if (!Number.isFinite(duration) || duration < 0) return time;
  const nanos = toNanos(time) - BigInt(Math.round(duration * 1e6));
  return nanos > 0n ? fromNanos(nanos) : time;
}

/** RFC 3339 with up to nine fraction digits. Without a zone it is UTC, as Python's `utcnow().isoformat()` writes it. */
const TIMESTAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?(Z|[+-]\d\d:\d\d)?$/;

function parseTimestamp(timestamp: string | undefined): HrTime | undefined {
  const [, seconds, fraction = '', zone = 'Z'] = TIMESTAMP.exec(timestamp ?? '') ?? [];
  const millis = Date.parse(`${seconds}${zone}`);
  return Number.isNaN(millis) ? undefined : [millis / 1000, Number(fraction.padEnd(9, '0'))];
}
