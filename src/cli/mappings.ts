import { Command } from 'commander';
import type { MappingDescription } from '../mapping/index.js';
import { mappingOption } from './conversion-options.js';
import type { CliIo } from './io.js';
import { loadMapper } from './mapping-files.js';
import { plainText } from './plain-text.js';
import { table } from './table.js';

interface MappingsFlags {
  readonly json?: true;
  readonly mapping: readonly string[];
}

/** `otel-vcon mappings`: which emitters are known, and what their telemetry can show. */
export function mappingsCommand(io: CliIo): Command {
  return new Command('mappings')
    .description('list the known emitters, what their telemetry shows, and its limits')
    .option('--json', 'one JSON object a line')
    .addOption(mappingOption('also a mapping file of your own (may be repeated)'))
    .action(async (flags: MappingsFlags) => {
      const mappings = (await loadMapper(flags.mapping)).list();
      await io.stdout(flags.json ? jsonLines(mappings) : forPeople(mappings));
    });
}

function jsonLines(mappings: readonly MappingDescription[]): string {
  return mappings.map((mapping) => `${JSON.stringify(mapping)}\n`).join('');
}

function forPeople(mappings: readonly MappingDescription[]): string {
  const rows = mappings.map(({ id, title, versions, status, shows }) => [
    id,
    title,
    versions ?? '',
    status,
    shows.join(', '),
  ]);
  const limits = mappings.flatMap(({ id, notes = [] }) => [id, ...notes.map((note) => `  - ${note}`)]).map(plainText);
  return `${table(['id', 'emitter', 'versions', 'status', 'shows'], rows)}\nLimits and notes\n${limits.join('\n')}\n`;
}
