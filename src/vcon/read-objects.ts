import { isMap, type JsonObject, type JsonValue } from '../telemetry/index.js';
import { isEventType } from './events.js';
import { type Remark, readContent } from './read-content.js';
import type { Session, VconEvent } from './types.js';

/**
 * Reads one Event Object leniently. Events of other extensions and of core stay as they are, but for `session`, which is
 * what `sessions` was called before 0.5.0.
 *
 * @returns `undefined` when it is no object or has no type: the empty placeholder of a redacted event, for one.
 */
export function readEvent(value: unknown, remark: Remark): VconEvent | undefined {
  if (!isMap(value) || typeof value.type !== 'string') {
    if (!isMap(value) || Object.keys(value).length > 0) remark('event-without-type', 'is no object with a type');
    return undefined;
  }
  const event = renameSession(value as JsonObject & { readonly type: string }, remark);
  return isEventType(event.type) ? { ...readContent(event, remark), type: event.type } : event;
}

/** Reads one Session Object leniently: a plain index among its `sessions` is a reference to that session. */
export function readSession(value: unknown): Session {
  if (!isMap(value)) return {};
  const session = value as JsonObject;
  if (!Array.isArray(session.sessions)) return session as Session;
  const sessions = session.sessions.map((entry: JsonValue) => (typeof entry === 'number' ? { session: entry } : entry));
  const read: JsonObject = { ...session, sessions };
  return read as Session;
}

function renameSession(event: JsonObject & { readonly type: string }, remark: Remark): typeof event {
  if (event.session === undefined || event.sessions !== undefined) return event;
  const { session, ...others } = event;
  remark('event-session-old', 'has "session", which is called "sessions" now');
  return { ...others, type: event.type, sessions: session };
}
