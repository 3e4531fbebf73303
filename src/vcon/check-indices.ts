import type { JsonObject } from '../telemetry/index.js';
import { isEventType } from './events.js';
import { listOf, objectsOf } from './objects.js';
import type { Find, FindingLevel } from './report.js';

/** The parameters that refer to other objects by index: the array that holds them, and the array that they point into. */
const REFERENCES: readonly (readonly [holder: string, parameter: string, target: string])[] = [
  ['sessions', 'parties', 'parties'],
  ['sessions', 'dialog', 'dialog'],
  ['dialog', 'parties', 'parties'],
  ['dialog', 'originator', 'parties'],
  ['attachments', 'party', 'parties'],
  ['attachments', 'dialog', 'dialog'],
  ['analysis', 'dialog', 'dialog'],
  ['analysis', 'attachment', 'attachments'],
  ['events', 'party', 'parties'],
  ['events', 'sessions', 'sessions'],
  ['events', 'attachment', 'attachments'],
];

/** Each index must be that of an object in the vCon (draft sections 6.1, 6.1.11; core 0.5.0). */
export function checkIndices(vcon: JsonObject, find: Find): void {
  for (const [holder, parameter, target] of REFERENCES) {
    for (const { object, path } of objectsOf(vcon, holder)) {
      const level = levelOf(holder, object, parameter);
      if (level !== undefined) checkReference(vcon, object[parameter], `${path}/${parameter}`, target, level, find);
    }
  }
  objectsOf(vcon, 'sessions').forEach(({ object, path }, index) => {
    for (const reference of objectsOf(object, 'sessions')) {
      const place = `${path}${reference.path}/session`;
      checkReference(vcon, reference.object.session, place, 'sessions', 'error', find);
      if (reference.object.session === index) find('error', 'session-of-itself', place, 'a session refers to itself');
    }
  });
}

/** In an event of another extension these names may mean something else, so that it gets a warning, and `attachment` nothing. */
function levelOf(holder: string, object: JsonObject, parameter: string): FindingLevel | undefined {
  if (holder !== 'events' || isEventType(object.type)) return 'error';
  return parameter === 'attachment' ? undefined : 'warning';
}

/** Indices come alone, in arrays, and in arrays of arrays (dialog.parties). What is no index is left to the schemas. */
function checkReference(
  vcon: JsonObject,
  value: unknown,
  path: string,
  target: string,
  level: FindingLevel,
  find: Find,
  nesting = 2,
): void {
  if (Array.isArray(value) && nesting > 0) {
    value.forEach((entry, index) => {
      checkReference(vcon, entry, `${path}/${index}`, target, level, find, nesting - 1);
    });
  } else if (Number.isSafeInteger(value) && Number(value) >= listOf(vcon, target).length) {
    find(level, 'no-such-index', path, `there is no ${target}[${value}]`);
  }
}
