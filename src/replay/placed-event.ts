import {
  fromMillis,
  type HrTime,
  isTraceId,
  type JsonObject,
  type JsonValue,
  type Notice,
} from '../telemetry/index.js';
import { type EventType, fromVconDate, isEventType, type Vcon } from '../vcon/index.js';

/** Event Object of the tool-invocation extension with its place in time and in the vCon. */
export interface PlacedEvent {
  /** Index in the vCon's `events`. */
  readonly index: number;
  readonly type: EventType;
  readonly event: JsonObject;
  readonly time: HrTime;
  /** Index of the Session Object it belongs to; 0 when the vCon has none. */
  readonly session: number;
  /** The trace it was observed in, from the extension `otel-trace`. */
  readonly traceId?: string;
}

/** The Event Objects of a vCon, those of the tool-invocation extension in the order of their times. */
export interface PlacedEvents {
  readonly placed: readonly PlacedEvent[];
  /** Event Objects of other types, with their indices. Draft section 8: they are ignored. */
  readonly others: readonly (readonly [number, JsonValue])[];
}

/** OTLP times are unsigned 64-bit nanoseconds, and 0 means "not set". */
export const MAX_SECONDS = Math.floor(2 ** 64 / 1e9) - 1;

/** Gives every Event Object its time, session and trace; what cannot be read is replaced and noticed. */
export function placeEvents(vcon: Vcon, notice: (notice: Notice) => void): PlacedEvents {
  const placed: PlacedEvent[] = [];
  const others: [number, JsonValue][] = [];
  const sessionCount = Math.max(1, vcon.sessions?.length ?? 0);
  for (const [index, event] of (vcon.events ?? []).entries()) {
    const { type } = event;
    if (!isEventType(type)) {
      others.push([index, event as JsonValue]);
      notice({
        code: 'event-type-ignored',
        level: 'info',
        message: `events[${index}] has the type ${JSON.stringify(type)}, which is not of the tool-invocation extension: no span shows it`,
      });
      continue;
    }
    const session = sessionOf(event as JsonObject, sessionCount);
    const warn = (code: string, message: string) =>
      notice({ code, level: 'warning', message: `events[${index}] (${type}) ${message}` });
    if (session === undefined) warn('event-session', 'names no Session Object that exists: the first one is taken');
    placed.push({
      index,
      type,
      event: event as JsonObject,
      time: timeOf(event as JsonObject, vcon, session ?? 0, warn),
      session: session ?? 0,
      ...(isTraceId(event.trace_id) ? { traceId: event.trace_id } : {}),
    });
  }
  return { placed: placed.sort((a, b) => a.time[0] - b.time[0] || a.time[1] - b.time[1] || a.index - b.index), others };
}

/** A time that OTLP can hold, else `undefined`. */
export function otlpTime(value: unknown): HrTime | undefined {
  const time = fromVconDate(value);
  return time !== undefined && time[0] >= 0 && time[0] <= MAX_SECONDS && (time[0] > 0 || time[1] > 0)
    ? time
    : undefined;
}

function sessionOf(event: JsonObject, count: number): number | undefined {
  const { sessions } = event;
  const indices = Array.isArray(sessions) ? sessions : [sessions];
  return indices.find((index): index is number => Number.isInteger(index) && index >= 0 && index < count);
}

function timeOf(event: JsonObject, vcon: Vcon, session: number, warn: (code: string, message: string) => void): HrTime {
  const time = otlpTime(event.time);
  if (time !== undefined) return time;
  warn('event-time', 'has no time that a span can have: the start of its session, or of the vCon, is taken');
  return otlpTime(vcon.sessions?.[session]?.start) ?? otlpTime(vcon.created_at) ?? fromMillis(1);
}
