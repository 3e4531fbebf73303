import { type ForeignReader, readOtlpBatches } from '../otlp/index.js';
import { describeOrigin, OtelVconError, type TelemetryRecord, type TellingText } from '../telemetry/index.js';
import type { Diagnostics } from './diagnostics.js';
import { openInputs } from './inputs.js';
import type { CliIo } from './io.js';
import { describeError, hasCode } from './system-error.js';

/** How telemetry is read. */
export interface TelemetryReading {
  /** Is offered other JSON objects and says whether it took them. Default: vCons are refused in so many words. */
  readonly onForeign?: ForeignReader;
  /** Spans without one of these texts are read in part only, see `ReadOtlpOptions.telling`. */
  readonly telling?: readonly TellingText[] | undefined;
}

/** The first spans of each input are read in full, so that it can be said what the input is about. */
const READ_IN_FULL = 1000;

/** Reads the OTLP records of the files (`-` is stdin). An input that is none is reported with its place, and the others are still read. */
export async function* readTelemetry(
  files: readonly string[],
  io: CliIo,
  diagnostics: Diagnostics,
): AsyncGenerator<TelemetryRecord> {
  for await (const records of readTelemetryBatches(files, io, diagnostics)) yield* records;
}

/** As {@link readTelemetry}, in lists. */
export async function* readTelemetryBatches(
  files: readonly string[],
  io: CliIo,
  diagnostics: Diagnostics,
  { onForeign: takeForeign = () => false, telling }: TelemetryReading = {},
): AsyncGenerator<readonly TelemetryRecord[]> {
  const onForeign: ForeignReader = (value, origin) => {
    if (takeForeign(value, origin)) return true;
    if (!looksLikeVcon(value)) return false;
    diagnostics.error(`${describeOrigin(origin)}: this is a vCon, not OTLP. "otel-vcon trace" turns vCons into OTLP`);
    return true;
  };
  const options = { onNotice: diagnostics.notice, onForeign, ...(telling && { telling, skimAfter: READ_IN_FULL }) };
  for await (const { name, bytes } of openInputs(files, io, diagnostics)) {
    try {
      yield* readOtlpBatches(bytes, { ...options, source: name });
    } catch (error) {
      if (error instanceof OtelVconError) diagnostics.error(error.message);
      else if (hasCode(error)) diagnostics.error(`${name}: ${describeError(error)}`);
      else throw error;
    }
  }
}

/** Whether a JSON object means to be a vCon in any of its forms: unsigned, signed, encrypted. */
export function looksLikeVcon(value: Readonly<Record<string, unknown>>): boolean {
  const has = (...names: string[]): boolean => names.every((name) => Object.hasOwn(value, name));
  return has('vcon') || has('uuid', 'parties') || has('payload', 'signatures') || has('ciphertext', 'recipients');
}
