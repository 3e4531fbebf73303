import type { JsonObject } from '../telemetry/index.js';
import { isEventType } from './events.js';
import { objectsOf } from './objects.js';
import type { Find } from './report.js';

/** Event types whose content SHOULD be present (draft Tables 4 and 5). */
const WITH_CONTENT: ReadonlySet<unknown> = new Set([
  'tool-invocation',
  'tool-progress',
  'tool-input',
  'tool-input-response',
  'tool-result',
  'tool-failure',
  'tool-error',
  'tool-denied',
]);
/** Types of core events, all of which name their sessions and party. */
const CORE_TYPES: ReadonlySet<unknown> = new Set([
  ...['join', 'drop', 'hold', 'unhold', 'mute', 'unmute', 'keydown', 'keyup'],
  ...['consultation-start', 'blind-transfer', 'consultative-transfer', 'transfer-abandoned'],
]);

/** What the draft advises for single events, and what it forgets to forbid: empty names. */
export function checkEvents(vcon: JsonObject, isRedacted: boolean, find: Find): void {
  for (const { object, path } of objectsOf(vcon, 'events')) {
    if (isEventType(object.type)) checkEvent(object, path, isRedacted, find);
    else if (CORE_TYPES.has(object.type)) {
      for (const name of ['sessions', 'party']) {
        if (object[name] === undefined)
          find('warning', 'missing', path, `"${name}" is missing in a ${object.type} event`);
      }
    }
  }
}

function checkEvent(event: JsonObject, path: string, isRedacted: boolean, find: Find): void {
  for (const name of ['operation_id', 'server', 'tool']) {
    if (event[name] === '') find('warning', 'empty', `${path}/${name}`, `"${name}" is empty`);
  }
  if (isRedacted || event.body !== undefined || event.url !== undefined) return;
  if (event.encoding !== undefined || event.content_hash !== undefined) {
    find('warning', 'content-removed', path, 'its body or url is missing, and the vCon is not marked as redacted');
  } else if (WITH_CONTENT.has(event.type)) {
    find('observation', 'no-content', path, `a ${event.type} event should have content`);
  }
}
