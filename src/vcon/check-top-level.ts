import type { JsonObject } from '../telemetry/index.js';
import { fromVconDate } from './date.js';
import { isEventType } from './events.js';
import { listOf, namesOf, objectsOf } from './objects.js';
import { OLD_NAMES, unknownCritical } from './recognise.js';
import type { Find } from './report.js';

const VERSION_8 = /^.{14}8/;
const OLD_DIALOGS: readonly unknown[] = ['transfer', 'recording-set'];

/** Rules on the vCon as a whole that schemas cannot say: extensions, critical, dates, what older versions had. */
export function checkTopLevel(vcon: JsonObject, find: Find): void {
  checkExtensions(vcon, find);
  checkDates(vcon, find);
  checkOldSyntax(vcon, find);
  if (typeof vcon.uuid === 'string' && !VERSION_8.test(vcon.uuid)) {
    find('observation', 'uuid-version', '/uuid', '"uuid" should be a version 8 UUID');
  }
  if (!['parties', 'dialog', 'analysis', 'attachments'].some((list) => Array.isArray(vcon[list]))) {
    find('warning', 'no-form', '', 'the vCon should have one of parties, dialog, analysis and attachments');
  }
  const used = listOf(vcon, 'events').length + listOf(vcon, 'dialog').length;
  if (used > 0 && listOf(vcon, 'sessions').length === 0) {
    find('warning', 'no-session', '', 'a vCon with events or dialog needs at least one session');
  }
}

function checkExtensions(vcon: JsonObject, find: Find): void {
  const extensions = namesOf(vcon, 'extensions');
  const uses = objectsOf(vcon, 'events').some(({ object }) => isEventType(object.type));
  if (uses && !extensions.includes('tool-invocation')) {
    find(
      'warning',
      'extension-not-listed',
      '/extensions',
      '"extensions" should list "tool-invocation" (draft section 3)',
    );
  }
  for (const name of unknownCritical(vcon.critical)) {
    find('error', 'critical-unknown', '/critical', `${JSON.stringify(name)} is critical and not known here`);
  }
  namesOf(vcon, 'critical').forEach((name, index) => {
    if (extensions.includes(name)) return;
    find('warning', 'critical-not-listed', `/critical/${index}`, `${JSON.stringify(name)} is not in "extensions"`);
  });
}

/** Dates of the right form that are no day of the calendar, such as 30 February. */
function checkDates(vcon: JsonObject, find: Find): void {
  const check = (value: unknown, path: string) => {
    if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value) || fromVconDate(value) !== undefined) return;
    find('error', 'no-date', path, `${JSON.stringify(value)} is no date`);
  };
  check(vcon.created_at, '/created_at');
  check(vcon.updated_at, '/updated_at');
  for (const { object, path } of objectsOf(vcon, 'events')) check(object.time, `${path}/time`);
  for (const list of ['sessions', 'dialog', 'attachments']) {
    for (const { object, path } of objectsOf(vcon, list)) check(object.start, `${path}/start`);
  }
}

function checkOldSyntax(vcon: JsonObject, find: Find): void {
  const old = (path: string, message: string) => find('warning', 'old-syntax', path, message);
  if (typeof vcon.vcon === 'string' && vcon.vcon !== '0.5.0') {
    old('/vcon', `syntax ${JSON.stringify(vcon.vcon)} is checked by the rules of 0.5.0`);
  }
  for (const [name, newName] of OLD_NAMES) {
    if (Object.hasOwn(vcon, name)) old(`/${name}`, `"${name}" is called "${newName}" in 0.5.0`);
  }
  for (const { object, path } of objectsOf(vcon, 'events')) {
    if (object.session !== undefined) old(`${path}/session`, '"session" is called "sessions" in 0.5.0');
  }
  for (const { object, path } of objectsOf(vcon, 'dialog')) {
    if (OLD_DIALOGS.includes(object.type))
      old(`${path}/type`, `0.5.0 has no dialog of type ${JSON.stringify(object.type)}`);
    if (object.party_history !== undefined) old(`${path}/party_history`, '"party_history" became events in 0.5.0');
  }
}
