import { Command } from 'commander';
import { serializeVcon } from '../vcon/index.js';
import type { Census } from './census.js';
import { addClosingOptions, type ClosingFlags, closingRules } from './closing-options.js';
import { type Conversion, startConversion } from './conversion.js';
import { addConversionOptions, type ConversionFlags } from './conversion-options.js';
import { Diagnostics } from './diagnostics.js';
import { UsageError } from './exit.js';
import { keepHeapSmall } from './heap.js';
import type { CliIo } from './io.js';
import { checkTarget, type OutputDocument, writeDocuments } from './output.js';

interface ConvertFlags extends ConversionFlags, ClosingFlags {
  readonly output?: string;
  readonly pretty?: true;
  readonly lossless?: true;
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
    .option('--pretty', 'indented JSON, for people')
    .option('--lossless', 'also keep the spans themselves, redacted, so that "trace" gives them back');
  return addConversionOptions(addClosingOptions(command)).action((files: readonly string[], flags: ConvertFlags) =>
    convert(files, flags, io),
  );
}

async function convert(files: readonly string[], flags: ConvertFlags, io: CliIo): Promise<void> {
  if (flags.lossless && !flags.content) throw new UsageError('--lossless keeps content, --no-content leaves it out');
  await checkTarget(flags.output, files);
  if (flags.maxOpen !== undefined || flags.closeAfter !== undefined) keepHeapSmall();
  const diagnostics = new Diagnostics(io, flags);
  const lossless = flags.lossless ?? false;
  const conversion = startConversion(files, flags, io, diagnostics, { lossless, closing: closingRules(flags) });
  const written: Written = { vcons: 0, operations: 0 };
  await writeDocuments(documentsOf(conversion, flags.pretty ?? false, written), flags.output, io);
  summarise(written, conversion.census, diagnostics);
  diagnostics.finish();
}

/** What was written so far. */
interface Written {
  vcons: number;
  operations: number;
}

async function* documentsOf({ built }: Conversion, pretty: boolean, written: Written): AsyncGenerator<OutputDocument> {
  for await (const { vcon, trail } of built) {
    written.vcons += 1;
    written.operations += trail.length;
    yield { name: `${vcon.uuid}.vcon`, text: serializeVcon(vcon, { pretty }) };
  }
}

function summarise({ vcons, operations }: Written, census: Census, diagnostics: Diagnostics): void {
  if (vcons > 0) {
    diagnostics.say(`${vcons} vCon(s) with ${operations} operation(s), from ${census.records}`);
  } else if (census.isEmpty) {
    if (!diagnostics.hasErrors) diagnostics.error('there is no span, log record or executor record in the input');
  } else {
    diagnostics.notice({
      code: 'no-operations',
      level: 'warning',
      message: `0 tool spans; saw ${census.records} ${census.vocabularies}, and wrote no vCon. "otel-vcon mappings" lists what is known, "explain" says what became of each record`,
    });
  }
}
