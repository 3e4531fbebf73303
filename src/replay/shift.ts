import {
  earlier,
  fromNanos,
  type HrTime,
  later,
  newMap,
  type SpanEvent,
  type SpanRecord,
  toNanos,
} from '../telemetry/index.js';
import { toVconDate } from '../vcon/index.js';

/** Where {@link shiftTrace} keeps the times that it changed. */
const ORIGINAL_START = 'vcon.original_start_time';
const ORIGINAL_END = 'vcon.original_end_time';
const ORIGINAL_TIME = 'vcon.original_time';

/**
 * Moves the spans of one vCon so that the last of their times is `now`, and keeps the times as they were in attributes. The
 * distances between times stay the same. Spans without any time come back as they are.
 */
export function shiftTrace(spans: readonly SpanRecord[], now: HrTime): SpanRecord[] {
  const last = spans.reduce<HrTime | undefined>((latest, span) => later(latest, lastTimeOf(span)), undefined);
  if (last === undefined) return [...spans];
  const distance = toNanos(now) - toNanos(last);
  const move = (time: HrTime | undefined) => time && fromNanos(toNanos(time) + distance);
  return spans.map((span) => ({
    ...span,
    startTime: move(span.startTime),
    endTime: move(span.endTime),
    attributes: withTimes(span.attributes, [
      [ORIGINAL_START, span.startTime],
      [ORIGINAL_END, span.endTime],
    ]),
    events: span.events.map((event) => ({
      ...event,
      time: move(event.time),
      attributes: withTimes(event.attributes, [[ORIGINAL_TIME, event.time]]),
    })),
  }));
}

/** The earliest start of a trace's spans. */
export function startOf(spans: readonly SpanRecord[]): HrTime | undefined {
  return spans.reduce<HrTime | undefined>((earliest, span) => earlier(earliest, span.startTime), undefined);
}

function lastTimeOf(span: SpanRecord): HrTime | undefined {
  return span.events.reduce<HrTime | undefined>(
    (latest, event: SpanEvent) => later(latest, event.time),
    later(span.startTime, span.endTime),
  );
}

function withTimes(
  attributes: SpanRecord['attributes'],
  times: readonly (readonly [string, HrTime | undefined])[],
): SpanRecord['attributes'] {
  const all = Object.assign(newMap(), attributes);
  for (const [name, time] of times) {
    const date = time && toVconDate(time);
    if (date !== undefined) all[name] = date;
  }
  return all;
}
