import {
  earlier,
  forgetOldest,
  type HrTime,
  type JsonObject,
  type JsonValue,
  type NoticeSink,
  newMap,
  own,
  type SpanRecord,
} from '../../telemetry/index.js';
import { isEventType, type Party, type Session, toVconDate, type Vcon, type VconEvent } from '../../vcon/index.js';
import { HOST, serverName } from '../server.js';
import { type Container, containerOf } from './container.js';
import { eventOf, type IndexedEvent } from './event-attributes.js';
import { REPLAYED } from './names.js';
import { strictContent } from './strict-content.js';
import { strictDate } from './strict-date.js';
import { strictReferences } from './strict-references.js';

/** Whether a span was made from a vCon, so that {@link ReplayedReader} reads it and no mapping has to. */
export function isReplayed(span: SpanRecord): boolean {
  return own(span.attributes, REPLAYED.marker) === true && typeof own(span.attributes, REPLAYED.uuid) === 'string';
}

/** What has been read of one vCon. */
interface Open {
  readonly uuid: string;
  container?: Container;
  readonly events: Map<number, JsonObject & { readonly type: string }>;
  /** Span events that look like Event Objects and cannot be read. */
  unreadable: number;
  /** When its earliest span began. */
  start: HrTime | undefined;
}

/** So many vCons that are complete are remembered, so that a second replay of one of them does not give it again. */
const REMEMBERED = 100_000;

/**
 * Gives replayed vCons back: the same events, parties and sessions. Spans may come in any order, mixed with those of other
 * vCons, and more than once. A vCon comes as soon as all of it was seen; {@link finish} gives those of which something is
 * missing, and says so.
 */
export class ReplayedReader {
  readonly #open = new Map<string, Open>();
  readonly #done = new Set<string>();
  readonly #onNotice: NoticeSink;

  constructor(onNotice: NoticeSink = () => {}) {
    this.#onNotice = onNotice;
  }

  /** Reads one span. @returns the vCon that is complete with it. */
  add(span: SpanRecord): Vcon | undefined {
    const uuid = own(span.attributes, REPLAYED.uuid);
    if (typeof uuid !== 'string' || this.#done.has(uuid)) return undefined;
    const open: Open = this.#open.get(uuid) ?? { uuid, events: new Map(), unreadable: 0, start: undefined };
    this.#open.set(uuid, open);
    open.start = earlier(open.start, span.startTime);
    const container = open.container ?? containerOf(span.attributes);
    if (container !== undefined) open.container = container;
    for (const spanEvent of span.events) {
      const read = eventOf(spanEvent, span.attributes);
      if (read !== undefined) open.events.set(read.index, this.#dated(read, spanEvent.time));
      else if (own(spanEvent.attributes, REPLAYED.eventIndex) !== undefined) open.unreadable += 1;
    }
    return isComplete(open) ? this.#close(open) : undefined;
  }

  /** The vCons that are not complete and have something, in the order in which they were begun. */
  finish(): Vcon[] {
    return [...this.#open.values()].flatMap((open) => {
      const { uuid, container, events, unreadable } = open;
      if (container === undefined && events.size === 0) return [];
      const expected = container === undefined ? 'an unknown number of' : String(container.eventCount);
      const others = container?.otherEvents.length ?? 0;
      this.#warn(
        'replayed-incomplete',
        `vCon ${uuid}: ${events.size + others} of ${expected} events were read, ${unreadable} were cut or changed` +
          (container === undefined ? '; its parties and sessions are missing' : ''),
      );
      return [this.#close(open)];
    });
  }

  #close(open: Open): Vcon {
    this.#open.delete(open.uuid);
    this.#done.add(open.uuid);
    forgetOldest(this.#done, REMEMBERED);
    return vconOf(open, (code, message) => this.#warn(code, `vCon ${open.uuid}: ${message}`));
  }

  /** An event without a date has the time at which it was shown. */
  #dated({ index, event }: IndexedEvent, shown: HrTime | undefined): IndexedEvent['event'] {
    const date = strictDate(event.time) === undefined && shown !== undefined ? toVconDate(shown) : undefined;
    if (date === undefined) return event;
    this.#warn('event-time', `events[${index}] (${event.type}) has no date: ${date}, at which it was shown, is taken`);
    return { ...event, time: date };
  }

  #warn(code: string, message: string): void {
    this.#onNotice({ code, level: 'warning', message });
  }
}

function isComplete({ container, events }: Open): boolean {
  return container !== undefined && events.size + container.otherEvents.length >= container.eventCount;
}

function vconOf(open: Open, warn: (code: string, message: string) => void): Vcon {
  const { container, uuid } = open;
  const remark = (index: number, code: string, message: string) =>
    warn(code, `events[${index}] (${indexed[index]?.[1].type}) ${message}`);
  const indexed = [...open.events, ...(container?.otherEvents ?? [])].sort(([a], [b]) => a - b);
  const given = indexed.map(([index, event]) => strictEvent(event, index, warn));
  const { critical: _, extensions, created_at: created, ...members } = container?.members ?? {};
  const { sessions, parties, events } = strictReferences(
    {
      sessions: (container?.sessions?.map(strictSession) ?? placeholders(given, 'sessions')) as Session[],
      parties: (container?.parties ?? placeholders(given, 'party')) as Party[],
      attachments: Array.isArray(members.attachments) ? members.attachments.length : 0,
      events: given as VconEvent[],
    },
    remark,
  );
  return {
    vcon: '0.5.0',
    uuid,
    ...withExtension(extensions, given),
    created_at: strictDate(created) ?? toVconDate(open.start ?? [0, 0]) ?? '',
    ...members,
    ...(sessions.length > 0 ? { sessions } : {}),
    parties,
    ...(events.length > 0 ? { events } : {}),
  };
}

function strictEvent(event: JsonObject, index: number, warn: (code: string, message: string) => void): JsonObject {
  const time = strictDate(event.time);
  const dated = time === undefined ? event : { ...event, time };
  if (!isEventType(event.type)) return dated;
  const remark = (code: string, message: string) => warn(code, `events[${index}] (${event.type}) ${message}`);
  return strictContent(strictServer(dated, remark), remark);
}

/** Names that start with "!" are reserved (draft section 6.1.8). */
function strictServer(event: JsonObject, remark: (code: string, message: string) => void): JsonObject {
  const { server } = event;
  if (typeof server !== 'string' || !server.startsWith('!') || server === HOST) return event;
  remark('event-server', 'has a server whose name starts with "!", which is reserved: it is escaped');
  return { ...event, server: serverName(server) };
}

function strictSession(session: JsonValue): JsonValue {
  if (typeof session !== 'object' || session === null || Array.isArray(session)) return {};
  const start = strictDate((session as JsonObject).start);
  return start === undefined ? session : { ...session, start };
}

function withExtension(extensions: JsonValue | undefined, events: readonly JsonObject[]): { extensions?: string[] } {
  const named = (Array.isArray(extensions) ? extensions : []).filter((name) => typeof name === 'string');
  if (!named.includes('tool-invocation') && events.some(({ type }) => isEventType(type))) named.push('tool-invocation');
  return named.length === 0 ? {} : { extensions: named };
}

/** As many empty objects as the events' indices need: core's form for what is not known. */
function placeholders(events: readonly JsonObject[], parameter: 'sessions' | 'party'): JsonObject[] {
  const indices = events.flatMap((event) => event[parameter] ?? []).filter((index) => Number.isSafeInteger(index));
  const length = indices.reduce((most: number, index) => Math.max(most, Number(index) + 1), 0);
  return Array.from({ length: Math.min(length, events.length) }, () => newMap<JsonValue>());
}
