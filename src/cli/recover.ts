import { stat } from 'node:fs/promises';
import { Command, Option } from 'commander';
import type { GroupBy } from '../bridge/index.js';
import { FileJournal } from '../processor/node/index.js';
import { OtelVconError } from '../telemetry/index.js';
import { serializeVcon } from '../vcon/index.js';
import { Diagnostics } from './diagnostics.js';
import type { CliIo } from './io.js';
import { type OutputDocument, writeDocuments } from './output.js';

interface RecoverFlags {
  readonly output?: string;
  readonly groupBy?: GroupBy;
  readonly keep?: true;
  readonly pretty?: true;
}

/** `otel-vcon recover`: what the journals of ended processes hold to vCons. */
export function recoverCommand(io: CliIo): Command {
  return new Command('recover')
    .description('complete the vCons of processes that ended without doing so, from the journal they left')
    .argument('<folder>', 'the journal folder of the processor')
    .option('-o, --output <file|dir/>', 'default: stdout; the folder of the file sink replaces what it wrote so far')
    .addOption(new Option('--group-by <what>', "as the processor's own option").choices(['conversation', 'trace']))
    .option('--keep', 'leave the journal as it is')
    .option('--pretty', 'indent for people')
    .action((folder: string, flags: RecoverFlags) => recover(folder, flags, io));
}

async function recover(folder: string, flags: RecoverFlags, io: CliIo): Promise<void> {
  const diagnostics = new Diagnostics(io);
  if (!(await isFolder(folder)))
    throw new OtelVconError('not-a-folder', `${folder} is no folder of a journal`, {
      advice: 'Give the folder that FileJournal or OTEL_VCON_JOURNAL names',
    });
  const bridge = flags.groupBy === undefined ? {} : { groupBy: flags.groupBy };
  const journal = new FileJournal({ folder, bridge });
  const written: (() => Promise<void>)[] = [];
  await writeDocuments(documentsOf(journal, flags, written, diagnostics), flags.output, io);
  if (flags.keep === undefined) for (const done of written) await done();
  diagnostics.finish();
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function* documentsOf(
  journal: FileJournal,
  flags: RecoverFlags,
  written: (() => Promise<void>)[],
  diagnostics: Diagnostics,
): AsyncGenerator<OutputDocument> {
  let count = 0;
  for await (const { vcons, done } of journal.recover()) {
    for (const { vcon } of vcons)
      yield { name: `${vcon.uuid}.vcon`, text: serializeVcon(vcon, { pretty: flags.pretty === true }) };
    count += vcons.length;
    written.push(done);
  }
  diagnostics.say(`${count} vCon(s) of ${written.length} ended process(es)`);
}
