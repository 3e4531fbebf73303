import { type ForeignReader, readOtlp } from '../otlp/index.js';
import { describeOrigin, OtelVconError, type TelemetryRecord } from '../telemetry/index.js';
import type { Diagnostics } from './diagnostics.js';
import { openInputs } from './inputs.js';
import type { CliIo } from './io.js';
import { describeError, hasCode } from './system-error.js';

/**
 * Reads the OTLP records of the files (`-` is stdin). Other JSON objects go to `takeForeign`, which says whether it took them; by
 * default vCons are refused in so many words. An input that is none is reported with its place, and the others are still read.
 */
export async function* readTelemetry(
  files: readonly string[],
  io: CliIo,
  diagnostics: Diagnostics,
  takeForeign: ForeignReader = () => false,
): AsyncGenerator<TelemetryRecord> {
  const onForeign: ForeignReader = (value, origin) => {
    if (takeForeign(value, origin)) return true;
    if (!looksLikeVcon(value)) return false;
    diagnostics.error(`${describeOrigin(origin)}: this is a vCon, not OTLP. "otel-vcon trace" turns vCons into OTLP`);
    return true;
  };
  for await (const { name, bytes } of openInputs(files, io, diagnostics)) {
    try {
      yield* readOtlp(bytes, { source: name, onNotice: diagnostics.notice, onForeign });
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
