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

/** One document of an input, not yet read, or why the input gives none. */
export interface VconText {
  readonly name: string;
  readonly content: Uint8Array | OtelVconError;
}

/**
 * Reads the vCons of the files (`-` is stdin): one or several a file. What cannot be read is reported, and the others are still
 * read.
 */
export async function* readVcons(
  files: readonly string[],
  io: CliIo,
  diagnostics: Diagnostics,
): AsyncGenerator<VconInput> {
  for await (const { name, content } of vconTexts(files, io, diagnostics)) {
    try {
      if (content instanceof OtelVconError) throw content;
      const read = await readVconBytes(content, { source: name });
      read.notices.forEach(diagnostics.notice);
      yield { ...read, name };
    } catch (error) {
      if (!(error instanceof OtelVconError)) throw error;
      diagnostics.error(`${name}: ${error.message}`);
    }
  }
}

/** The documents of the files. A file that cannot be opened is reported. */
export async function* vconTexts(
  files: readonly string[],
  io: CliIo,
  diagnostics: Diagnostics,
): AsyncGenerator<VconText> {
  for await (const { name, bytes } of openInputs(files, io, diagnostics)) {
    let found = false;
    try {
      for await (const document of vconDocuments(bytes)) {
        found = true;
        yield { name: document.place === undefined ? name : `${name}, ${document.place}`, content: document.bytes };
      }
    } catch (error) {
      if (!(error instanceof OtelVconError)) throw error;
      found = true;
      yield { name, content: error };
    }
    if (!found) yield { name, content: new OtelVconError('vcon-empty', 'not a vCon: the file is empty') };
  }
}
