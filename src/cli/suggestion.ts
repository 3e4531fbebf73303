import { suggestMapping } from '../mapping/index.js';
import type { TelemetryRecord } from '../telemetry/index.js';
import type { ConversionFlags } from './conversion-options.js';
import { Diagnostics } from './diagnostics.js';
import type { CliIo } from './io.js';
import { loadMapper } from './mapping-files.js';
import { readTelemetry } from './telemetry-inputs.js';

/** `otel-vcon explain --suggest`: a draft of a mapping on stdout, what was found and is to be filled in on stderr. */
export async function suggest(files: readonly string[], flags: ConversionFlags, io: CliIo): Promise<void> {
  const diagnostics = new Diagnostics(io, flags);
  const mapper = await loadMapper(flags.mapping);
  const records: TelemetryRecord[] = [];
  for await (const record of readTelemetry(files, io, diagnostics)) records.push(record);
  const { mapping, notes } = suggestMapping(records, mapper);
  if (mapping !== undefined) {
    await io.stdout(`${JSON.stringify(mapping, null, 2)}\n`);
    for (const note of notes) diagnostics.say(note);
    diagnostics.say('save the draft, and see what it makes of each record: otel-vcon explain <file> --mapping <draft>');
  } else if (records.length > 0) {
    const message = `there is no mapping to suggest: ${notes.join('; ')}`;
    diagnostics.notice({ code: 'nothing-to-suggest', level: 'warning', message });
  }
  diagnostics.finish();
}
