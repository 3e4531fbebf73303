import { type BuiltVcon, Converter } from '../bridge/index.js';
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
import { readTelemetry } from './telemetry-inputs.js';

/** What a conversion needs beside the flags that all conversions have. */
export interface ConversionExtras {
  /** Keep the spans in the vCons. */
  readonly lossless?: boolean;
  /** Is told what the mappings made of each record. */
  readonly onMapped?: (record: TelemetryRecord, mapped: MappedRecord) => void;
  /** Is offered the JSON objects that are neither OTLP nor executor records. */
  readonly takeForeign?: ForeignReader;
}

/** The vCons of a run and what was read for them. */
export interface Conversion {
  readonly built: readonly BuiltVcon[];
  readonly census: Census;
}

/** Converts the telemetry and the executor records of all files together. */
export async function convertFiles(
  files: readonly string[],
  flags: ConversionFlags,
  io: CliIo,
  diagnostics: Diagnostics,
  { lossless = false, onMapped, takeForeign = () => false }: ConversionExtras = {},
): Promise<Conversion> {
  const options = bridgeOptions(flags, io, diagnostics);
  const converter = new Converter({ ...options, mapper: await loadMapper(flags.mapping) });
  const census = new Census();
  const kept = lossless ? new SpanKeeper(options) : undefined;
  const executorRecords: ExecutorInput[] = [];
  const takeOthers: ForeignReader = (value, origin) => {
    if (!isExecutorRecord(value)) return takeForeign(value, origin);
    executorRecords.push({ value, origin });
    census.addExecutorRecord();
    return true;
  };
  for await (const record of readTelemetry(files, io, diagnostics, takeOthers)) {
    census.add(record);
    const mapped = converter.add(record);
    kept?.add(record, mapped);
    onMapped?.(record, mapped);
  }
  for (const mapped of receiptsToSignals(executorRecords, { onNotice: diagnostics.notice }))
    converter.addMapped(mapped);
  const built = converter.finish();
  return { built: kept?.putInto(built) ?? built, census };
}
