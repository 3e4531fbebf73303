import { type JsonObject, newMap } from '../../telemetry/index.js';
import type { Party, Session, VconEvent } from '../../vcon/index.js';
import { isEventType } from '../../vcon/index.js';

/** Says of the event at an index what had to be changed: the message begins with a verb. */
type Remark = (index: number, code: string, message: string) => void;

/** The arrays of a vCon that its events refer to, and the events. */
interface Referring {
  readonly sessions: readonly Session[];
  readonly parties: readonly Party[];
  readonly attachments: number;
  readonly events: readonly VconEvent[];
}

/**
 * Gives each Event Object of the draft a session and a party that exist, as the draft demands (sections 6.1, 6.1.11): the first
 * session, which is the one that showed it, and an empty party for an agent of whom nothing is known. References to attachments
 * that do not exist are left out. Other Event Objects stay as they are; a vCon that has any has at least one session (core 0.5.0).
 */
export function strictReferences(vcon: Referring, remark: Remark): Omit<Referring, 'attachments'> {
  const sessions = vcon.sessions.length === 0 && vcon.events.length > 0 ? [newMap() as Session] : vcon.sessions;
  const parties = [...vcon.parties];
  let unknown: number | undefined;
  const unknownParty = () => {
    unknown ??= parties.push(newMap() as Party) - 1;
    return unknown;
  };
  const events = vcon.events.map((event, index) => {
    if (!isEventType(event.type)) return event;
    const { attachment, ...others } = event as JsonObject & VconEvent;
    const strict: Record<string, unknown> = others;
    strict.sessions = existing(event['sessions'], sessions.length) ?? 0;
    if (strict.sessions !== event['sessions'])
      remark(index, 'event-session', `names a session that does not exist: sessions ${strict.sessions} is taken`);
    if (!isIndex(event['party'], vcon.parties.length)) {
      remark(index, 'event-party', 'names no party that exists: an empty one is taken');
      strict.party = unknownParty();
    }
    const files = existing(attachment, vcon.attachments);
    if (files !== undefined) strict.attachment = files;
    if (files !== attachment)
      remark(index, 'event-attachment', 'names an attachment that does not exist: it is left out');
    return strict as VconEvent;
  });
  return { sessions, parties, events };
}

/** An index or a list of indices without those that are out of range; `undefined` when nothing is left. */
function existing(value: unknown, count: number): unknown {
  if (!Array.isArray(value)) return isIndex(value, count) ? value : undefined;
  const good = value.filter((entry) => isIndex(entry, count));
  if (good.length === value.length && good.length > 0) return value;
  return good.length === 0 ? undefined : good;
}

function isIndex(value: unknown, count: number): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < count;
}
