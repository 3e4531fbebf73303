import { type BuiltVcon, type ClosingRules, Converter } from '../bridge/index.js';
import type { MappedRecord } from '../mapping/index.js';
import type { ForeignReader } from '../otlp/index.js';
import { type ExecutorInput, isExecutorRecord, receiptsToSignals } from '../receipts/index.js';
import { SpanKeeper } from '../replay/index.js';
import type { TelemetryRecord } from '../telemetry/index.js';
import { Census } from './census.js';
import { bridgeOptions, type ConversionFlags } from './conversion-options.js';
import type { Diagnostics } from './diagnostics.js';
import type { CliIo } from './io.js';
import { loadMapper } from './mapping-files.js';
import { readTelemetryBatches } from './telemetry-inputs.js';

/** What a conversion needs beside the flags that all conversions have. */
export interface ConversionExtras {
  /** Keep the spans in the vCons: all are held until the end. */
  readonly lossless?: boolean;
  /** When conversations are closed before the end. Default: never. */
  readonly closing?: ClosingRules;
  /** Is told what the mappings made of each record; each is then read in full. */
  readonly onMapped?: (record: TelemetryRecord, mapped: MappedRecord) => void;
  /** Is offered the JSON objects that are neither OTLP nor executor records. */
  readonly takeForeign?: ForeignReader;
}

/** The vCons of a run, which come while its files are read, and what was read for them so far. */
export interface Conversion {
  readonly built: AsyncIterable<BuiltVcon>;
  readonly census: Census;
}

/** Converts the telemetry and the executor records of all files together, all at once. */
export async function convertFiles(
  files: readonly string[],
  flags: ConversionFlags,
  io: CliIo,
  diagnostics: Diagnostics,
  extras: ConversionExtras = {},
): Promise<readonly BuiltVcon[]> {
  const built: BuiltVcon[] = [];
  for await (const one of startConversion(files, flags, io, diagnostics, extras).built) built.push(one);
  return built;
}

/** Converts the telemetry and the executor records of all files together: a vCon comes when it is closed. */
export function startConversion(
  files: readonly string[],
  flags: ConversionFlags,
  io: CliIo,
  diagnostics: Diagnostics,
  extras: ConversionExtras = {},
): Conversion {
  const census = new Census();
  return { built: convert(files, flags, io, diagnostics, census, extras), census };
}

async function* convert(
  files: readonly string[],
  flags: ConversionFlags,
  io: CliIo,
  diagnostics: Diagnostics,
  census: Census,
  { lossless = false, closing = {}, onMapped, takeForeign = () => false }: ConversionExtras,
): AsyncGenerator<BuiltVcon> {
  const options = bridgeOptions(flags, io, diagnostics);
  const converter = new Converter({ ...options, closing, mapper: await loadMapper(flags.mapping) });
  const kept = lossless ? new SpanKeeper(options) : undefined;
  const executorRecords: ExecutorInput[] = [];
  const takeOthers: ForeignReader = (value, origin) => {
    if (!isExecutorRecord(value)) return takeForeign(value, origin);
    executorRecords.push({ value, origin });
    census.addExecutorRecord();
    return true;
  };
  const needsAll = lossless || onMapped !== undefined;
  const reading = { onForeign: takeOthers, telling: needsAll ? undefined : converter.telling };
  for await (const records of readTelemetryBatches(files, io, diagnostics, reading)) {
    for (const record of records) {
      census.add(record);
      const mapped = converter.add(record);
      kept?.add(record, mapped);
      onMapped?.(record, mapped);
    }
    if (!needsAll) yield* converter.closed();
  }
  for (const mapped of receiptsToSignals(executorRecords, { onNotice: diagnostics.notice }))
    converter.addMapped(mapped);
  yield* kept === undefined ? converter.drain() : kept.putInto(converter.finish());
}
