import {
  earlier,
  type HrTime,
  isMap,
  type JsonObject,
  type JsonValue,
  type Notice,
  OtelVconError,
  stringifyJson,
  toMillis,
} from '../telemetry/index.js';
import { fromVconDate, toVconDate } from './date.js';
import { readEvent, readSession } from './read-objects.js';
import { recogniseVcon, unknownCritical } from './recognise.js';
import type { Party, Vcon, VconDate } from './types.js';
import { uuid8 } from './uuid.js';

const LISTS = ['extensions', 'parties', 'sessions', 'events', 'dialog', 'analysis', 'attachments'] as const;

/** A vCon that was read, in the form of syntax 0.5.0, and what was noticed while reading. */
export interface ReadVcon {
  readonly vcon: Vcon;
  /** How the vCon was wrapped. The signature of the signed form was not checked. */
  readonly form: 'unsigned' | 'signed';
  /** The `vcon` parameter as it was, if it was there. */
  readonly syntax?: string;
  readonly notices: readonly Notice[];
}

type Say = (code: string, message: string, level?: Notice['level']) => void;

/** Reads the parsed unsigned form; see readVcon for what it throws. */
export function readUnsigned(value: unknown, form: ReadVcon['form'], source: string): ReadVcon {
  const notices: Notice[] = [];
  const say: Say = (code, message, level = 'warning') => {
    notices.push({ code, level, message, origin: { source } });
  };
  const input = recogniseVcon(value);
  refuseCritical(input.critical);
  if (form === 'signed') say('vcon-signature-unchecked', 'the vCon is signed; its signature was not checked');
  const syntax = typeof input.vcon === 'string' ? input.vcon : undefined;
  if (syntax !== undefined && syntax !== '0.5.0') {
    say('vcon-old-syntax', `the vCon has syntax ${JSON.stringify(syntax)}; it is read as 0.5.0`, 'info');
  }
  const vcon = readTopLevel(input, syntax, say);
  return { vcon, form, ...(syntax === undefined ? {} : { syntax }), notices };
}

function readTopLevel(input: JsonObject, syntax: string | undefined, say: Say): Vcon {
  const { vcon: _, ...parameters }: Record<string, JsonValue> = { ...input };
  const lists: Partial<Record<(typeof LISTS)[number], readonly JsonValue[]>> = {};
  for (const name of LISTS) {
    const list = parameters[name];
    delete parameters[name];
    if (Array.isArray(list)) lists[name] = list;
    else if (list !== undefined && list !== null) say('vcon-no-list', `"${name}" is no array and is left out`);
  }
  const { parties = [], sessions, events, ...others } = lists;
  const created = readCreatedAt(input, say);
  return {
    ...(syntax === undefined ? {} : { vcon: '0.5.0' }),
    ...parameters,
    uuid: readUuid(input, created.time, say),
    created_at: created.date,
    ...(others as Pick<Vcon, 'extensions' | 'dialog' | 'analysis' | 'attachments'>),
    parties: parties.map((party) => (isMap(party) ? (party as Party) : {})),
    ...(sessions && { sessions: sessions.map(readSession) }),
    ...(events && { events: readEvents(events, say) }),
  };
}

function readEvents(events: readonly JsonValue[], say: Say): NonNullable<Vcon['events']> {
  return events.flatMap((entry, index) => {
    const event = readEvent(entry, (code, message) => say(code, `${nameOf(entry, index)} ${message}`));
    return event === undefined ? [] : [event];
  });
}

/** An event in words: `events[3] (tool-result of operation "o2")`. */
function nameOf(entry: JsonValue, index: number): string {
  if (!isMap(entry) || typeof entry.type !== 'string') return `events[${index}]`;
  const operation = typeof entry.operation_id === 'string' ? ` of operation ${JSON.stringify(entry.operation_id)}` : '';
  return `events[${index}] (${entry.type}${operation})`;
}

function refuseCritical(critical: unknown): void {
  const unknown = unknownCritical(critical);
  if (unknown.length === 0) return;
  const names = unknown.map((name) => JSON.stringify(name)).join(', ');
  throw new OtelVconError('vcon-critical', `The vCon must not be processed: its "critical" names ${names}`, {
    advice: 'That extension is not supported here',
  });
}

/** created_at, else the earliest time in the vCon. @throws OtelVconError when there is neither. */
function readCreatedAt(input: JsonObject, say: Say): { readonly date: VconDate; readonly time: HrTime } {
  const own = fromVconDate(input.created_at);
  if (own !== undefined) return { date: String(input.created_at), time: own };
  const objects = [input.sessions, input.events, input.dialog].flatMap((list) => (Array.isArray(list) ? list : []));
  const times = objects.filter(isMap).map((object) => fromVconDate(object.start) ?? fromVconDate(object.time));
  const time = [fromVconDate(input.updated_at), ...times].reduce(earlier, undefined);
  const date = time && toVconDate(time);
  if (time === undefined || date === undefined) {
    throw new OtelVconError(
      'not-a-vcon',
      'not a vCon: it has neither "created_at" nor any other date that can be read',
    );
  }
  say(
    'vcon-created-at-missing',
    `"created_at" is missing or no date; ${date}, the earliest time in the vCon, is taken`,
  );
  return { date, time };
}

/** uuid, else one derived from the content, so that reading it again gives the same. */
function readUuid(input: JsonObject, created: HrTime, say: Say): string {
  if (typeof input.uuid === 'string' && input.uuid !== '') return input.uuid;
  const uuid = uuid8({ createdAt: Math.max(0, toMillis(created)), identity: stringifyJson(input) });
  say('vcon-uuid-missing', `"uuid" is missing; ${uuid} is derived from the content`);
  return uuid;
}
