import { OtelVconError } from '../telemetry/index.js';
import { type ReadVcon, readVconBytes } from '../vcon/index.js';
import type { Diagnostics } from './diagnostics.js';
import { openInputs } from './inputs.js';
import type { CliIo } from './io.js';
import { vconDocuments } from './vcon-documents.js';

/** A vCon of an input, by the name of its place for messages. */
export interface VconInput extends ReadVcon {
  readonly name: string;
}

/**
 * Reads the vCons of the files (`-` is stdin): one a file, or one a line. What cannot be read is reported, and the others
 * are still read.
 */
export async function* readVcons(
  files: readonly string[],
  io: CliIo,
  diagnostics: Diagnostics,
): AsyncGenerator<VconInput> {
  for await (const { name, bytes } of vconTexts(files, io, diagnostics)) {
    try {
      const read = await readVconBytes(bytes, { source: name });
      read.notices.forEach(diagnostics.notice);
      yield { ...read, name };
    } catch (error) {
      if (!(error instanceof OtelVconError)) throw error;
      diagnostics.error(`${name}: ${error.message}`);
    }
  }
}

/** The documents of the files as bytes, not yet read. */
export async function* vconTexts(
  files: readonly string[],
  io: CliIo,
  diagnostics: Diagnostics,
): AsyncGenerator<{ readonly name: string; readonly bytes: Uint8Array }> {
  for await (const input of openInputs(files, io, diagnostics)) {
    let found = false;
    for await (const { line, bytes } of vconDocuments(input.bytes)) {
      found = true;
      yield { name: line === undefined ? input.name : `${input.name}, line ${line}`, bytes };
    }
    if (!found) diagnostics.error(`${input.name}: the file is empty`);
  }
}
