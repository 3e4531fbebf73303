import { isMap, type JsonObject } from '../telemetry/index.js';
import { checkEvents } from './check-events.js';
import { checkIndices } from './check-indices.js';
import { checkModel } from './check-model.js';
import { checkOperations } from './check-operations.js';
import { checkSchemas } from './check-schemas.js';
import { checkTopLevel } from './check-top-level.js';
import { whyNotVcon, wrappingOf } from './recognise.js';
import { type Find, ReportBuilder, type ValidationReport } from './report.js';
import { timelineOf } from './timeline.js';

/** Top-level parameters that are objects or arrays. */
const COMPOUND: ReadonlySet<string> = new Set([
  ...['extensions', 'critical', 'redacted_from', 'amended_from'],
  ...['parties', 'sessions', 'events', 'dialog', 'analysis', 'attachments'],
]);

/**
 * Checks the JSON value of a vCon in its unsigned form against core 0.5.0 (as far as that is known), the tool-invocation
 * draft and, when it is listed, our `otel-trace` extension. Where the draft's prose and its schema differ, the prose decides.
 * Never throws; the gzip and the signed form are opened by unwrapVcon before.
 */
export function validateVcon(value: unknown): ValidationReport {
  const report = new ReportBuilder();
  const { find } = report;
  const reason = whyNotVcon(value);
  if (reason !== undefined) find('error', 'not-a-vcon', '', `not a vCon: ${reason}`);
  if (!isMap(value) || wrappingOf(value) !== undefined) return report.build();
  const vcon = withoutNulls(value as JsonObject, find);
  const isRedacted = vcon.redacted_from !== undefined;
  const timeline = timelineOf(vcon);
  checkSchemas(vcon, find);
  checkTopLevel(vcon, find);
  checkEvents(vcon, isRedacted, find);
  checkIndices(vcon, find);
  checkOperations(timeline, isRedacted, find);
  checkModel(timeline, find);
  return report.build();
}

/** Core lets objects and arrays that are null be left out, so one that is there means the same as none. */
function withoutNulls(vcon: JsonObject, find: Find): JsonObject {
  const isNull = ([name, member]: readonly [string, unknown]) => member === null && COMPOUND.has(name);
  for (const [name] of Object.entries(vcon).filter(isNull)) {
    find('warning', 'null', `/${name}`, `"${name}" is null: leave it out`);
  }
  return Object.fromEntries(Object.entries(vcon).filter((entry) => !isNull(entry)));
}
