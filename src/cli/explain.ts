import { Command, Option } from 'commander';
import type { MappedRecord } from '../mapping/index.js';
import type { Notice, TelemetryRecord } from '../telemetry/index.js';
import { convertFiles } from './conversion.js';
import { addConversionOptions, type ConversionFlags } from './conversion-options.js';
import { Diagnostics } from './diagnostics.js';
import { Explainer, type Explanation } from './explanation.js';
import type { CliIo } from './io.js';
import { suggest } from './suggestion.js';
import { table } from './table.js';

interface ExplainFlags extends ConversionFlags {
  readonly json?: true;
  readonly suggest?: true;
}

/** `otel-vcon explain`: what became of each record, and why. */
export function explainCommand(io: CliIo): Command {
  const command = new Command('explain')
    .description('say which mapping took which record, which operation it went into, and what was left out')
    .argument('<file...>', 'OTLP files, JSON or protobuf; - is stdin')
    .option('--json', 'one JSON object a record and line')
    .addOption(
      new Option('--suggest', 'draft a mapping file for what no mapping knows, ready for --mapping').conflicts('json'),
    );
  return addConversionOptions(command).action((files: readonly string[], flags: ExplainFlags) =>
    flags.suggest ? suggest(files, flags, io) : explain(files, flags, io),
  );
}

async function explain(files: readonly string[], flags: ExplainFlags, io: CliIo): Promise<void> {
  const notices: Notice[] = [];
  const diagnostics = new Diagnostics(io, { ...flags, onNotice: (notice) => notices.push(notice) });
  const records: { readonly record: TelemetryRecord; readonly mapped: MappedRecord }[] = [];
  const onMapped = (record: TelemetryRecord, mapped: MappedRecord): void => void records.push({ record, mapped });
  const built = await convertFiles(files, flags, io, diagnostics, { onMapped });
  const explainer = new Explainer(
    built.flatMap(({ trail }) => trail),
    notices,
  );
  const explanations = records.map(({ record, mapped }) => explainer.explain(record, mapped));
  await io.stdout(
    flags.json ? explanations.map((one) => `${JSON.stringify(one)}\n`).join('') : forPeople(explanations),
  );
  diagnostics.finish();
}

function forPeople(explanations: readonly Explanation[]): string {
  if (explanations.length === 0) return '';
  const rows = explanations.map(({ place, record, name, mapping, rules, operations, leftOut }) => [
    place,
    `${record} ${name}`,
    mapping ?? '-',
    rules.join(', '),
    operations
      .map(({ operationId, tool }) => (tool === undefined ? operationId : `${tool} (${operationId})`))
      .join(', '),
    leftOut.join('; '),
  ]);
  return table(['where', 'record', 'mapping', 'rules', 'operation', 'left out, and why'], rows);
}
