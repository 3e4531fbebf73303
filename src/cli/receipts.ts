import { Command, Option } from 'commander';
import { SIDE_EFFECT_CLASSES, type SideEffectClass, vconToReceipts } from '../receipts/index.js';
import { describeOrigin, OtelVconError, stringifyJson } from '../telemetry/index.js';
import { readVcon, type Vcon } from '../vcon/index.js';
import { convertFiles } from './conversion.js';
import { addConversionOptions, type ConversionFlags } from './conversion-options.js';
import { Diagnostics } from './diagnostics.js';
import type { CliIo } from './io.js';
import { checkTarget, type OutputDocument, writeDocuments } from './output.js';
import { looksLikeVcon } from './telemetry-inputs.js';

interface ReceiptsFlags extends ConversionFlags {
  readonly output?: string;
  readonly sideEffectClass?: SideEffectClass;
}

/** `otel-vcon receipts`: vCons or telemetry to governed-executor records. */
export function receiptsCommand(io: CliIo): Command {
  const command = new Command('receipts')
    .description('write ToolInvocation and ToolReceipt records, one a line, of vCons or OTLP files')
    .argument('<file...>', 'vCons or OTLP files; - is stdin')
    .option('-o, --output <file>', 'default: stdout')
    .addOption(
      new Option('--side-effect-class <class>', 'sideEffectClass of tools that no executor described').choices(
        SIDE_EFFECT_CLASSES,
      ),
    );
  return addConversionOptions(command).action((files: readonly string[], flags: ReceiptsFlags) =>
    receipts(files, flags, io),
  );
}

async function receipts(files: readonly string[], flags: ReceiptsFlags, io: CliIo): Promise<void> {
  await checkTarget(flags.output, files);
  const diagnostics = new Diagnostics(io, flags);
  const given: Vcon[] = [];
  const built = await convertFiles(files, flags, io, diagnostics, {
    takeForeign: (value, origin) => {
      if (!looksLikeVcon(value)) return false;
      try {
        const { vcon, notices } = readVcon(value, { source: describeOrigin(origin) });
        notices.forEach(diagnostics.notice);
        given.push(vcon);
      } catch (error) {
        if (!(error instanceof OtelVconError)) throw error;
        diagnostics.error(`${describeOrigin(origin)}: ${error.message}`);
      }
      return true;
    },
  });
  const vcons = [...given, ...built.map(({ vcon }) => vcon)];
  await writeDocuments(documentsOf(vcons, flags, diagnostics), flags.output, io);
  diagnostics.finish();
}

async function* documentsOf(
  vcons: readonly Vcon[],
  { sideEffectClass }: ReceiptsFlags,
  diagnostics: Diagnostics,
): AsyncGenerator<OutputDocument> {
  let count = 0;
  for (const vcon of vcons) {
    const options = { onNotice: diagnostics.notice, ...(sideEffectClass !== undefined && { sideEffectClass }) };
    for (const record of vconToReceipts(vcon, options)) {
      count += 1;
      yield { name: `${count}.json`, text: stringifyJson(record) };
    }
  }
  diagnostics.say(`${count} record(s) of ${vcons.length} vCon(s)`);
}
