import { Command } from 'commander';
import { type BuiltVcon, Converter } from '../bridge/index.js';
import { serializeVcon } from '../vcon/index.js';
import { Census } from './census.js';
import { addConversionOptions, bridgeOptions, type ConversionFlags } from './conversion-options.js';
import { Diagnostics } from './diagnostics.js';
import type { CliIo } from './io.js';
import { loadMapper } from './mapping-files.js';
import { type OutputDocument, writeDocuments } from './output.js';
import { readTelemetry } from './telemetry-inputs.js';

interface ConvertFlags extends ConversionFlags {
  readonly output?: string;
  readonly pretty?: true;
}

/** `otel-vcon convert`: telemetry to vCons. */
export function convertCommand(io: CliIo): Command {
  const command = new Command('convert')
    .description('convert OTLP traces and logs to vCons; all files are converted together')
    .argument('<file...>', 'OTLP files, JSON or protobuf; - is stdin')
    .option(
      '-o, --output <target>',
      'a file, or a folder (with / at its end) for one <uuid>.vcon each; default: stdout',
    )
    .option('--pretty', 'indented JSON, for people');
  return addConversionOptions(command).action((files: readonly string[], flags: ConvertFlags) =>
    convert(files, flags, io),
  );
}

async function convert(files: readonly string[], flags: ConvertFlags, io: CliIo): Promise<void> {
  const diagnostics = new Diagnostics(io, flags);
  const mapper = await loadMapper(flags.mapping);
  const converter = new Converter({ ...bridgeOptions(flags, io, diagnostics), mapper });
  const census = new Census();
  for await (const record of readTelemetry(files, io, diagnostics)) {
    census.add(record);
    converter.add(record);
  }
  const built = converter.finish();
  await writeDocuments(documentsOf(built, flags.pretty ?? false), flags.output, io);
  summarise(built, census, diagnostics);
  diagnostics.finish();
}

async function* documentsOf(built: readonly BuiltVcon[], pretty: boolean): AsyncGenerator<OutputDocument> {
  for (const { vcon } of built) yield { name: `${vcon.uuid}.vcon`, text: serializeVcon(vcon, { pretty }) };
}

function summarise(built: readonly BuiltVcon[], census: Census, diagnostics: Diagnostics): void {
  if (built.length > 0) {
    const operations = built.reduce((sum, { trail }) => sum + trail.length, 0);
    diagnostics.say(`${built.length} vCon(s) with ${operations} operation(s), from ${census.records}`);
  } else if (!census.isEmpty) {
    diagnostics.notice({
      code: 'no-operations',
      level: 'warning',
      message: `0 tool spans; saw ${census.records} ${census.vocabularies}, and wrote no vCon. "otel-vcon mappings" lists what is known, "explain" says what became of each record`,
    });
  }
}
