import { Command } from 'commander';
import { writeTracesData } from '../otlp/index.js';
import { Diagnostics } from './diagnostics.js';
import type { CliIo } from './io.js';
import { checkTarget, type OutputDocument, writeDocuments } from './output.js';
import { addReplayOptions, type ReplayFlags, readTraces } from './vcon-traces.js';

interface TraceFlags extends ReplayFlags {
  readonly output?: string;
}

/** `otel-vcon trace`: vCons to OTLP, nothing sent. */
export function traceCommand(io: CliIo): Command {
  const command = new Command('trace')
    .description('turn vCons into OTLP/JSON Lines, one TracesData a line; nothing is sent')
    .argument('<vcon...>', 'vCon files, one or several a file; - is stdin')
    .option(
      '-o, --output <target>',
      'a file, or a folder (with / at its end) for one <uuid>.jsonl each; default: stdout',
    );
  return addReplayOptions(command).action((files: readonly string[], flags: TraceFlags) => trace(files, flags, io));
}

async function trace(files: readonly string[], flags: TraceFlags, io: CliIo): Promise<void> {
  await checkTarget(flags.output, files);
  const diagnostics = new Diagnostics(io, flags);
  await writeDocuments(documents(files, flags, io, diagnostics), flags.output, io);
  diagnostics.finish();
}

async function* documents(
  files: readonly string[],
  flags: TraceFlags,
  io: CliIo,
  diagnostics: Diagnostics,
): AsyncGenerator<OutputDocument> {
  let vcons = 0;
  let spans = 0;
  for await (const one of readTraces(files, flags, io, diagnostics)) {
    vcons += 1;
    spans += one.spans.length;
    yield { name: `${one.uuid}.jsonl`, text: writeTracesData(one.spans).trimEnd() };
  }
  diagnostics.say(`${spans} span(s) from ${vcons} vCon(s)`);
}
