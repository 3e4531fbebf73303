import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, writeFileAtomically } from '../processor/node/index.js';
import type { CliIo } from './io.js';
import { hasCode } from './system-error.js';

/** A document to write: one line of the output, or a file of this name where each gets its own. */
export interface OutputDocument {
  readonly name: string;
  readonly text: string;
}

/**
 * Writes documents to the target of `-o`: nothing (or `-`) is stdout, a folder (or a path with a slash at its end) takes a file
 * for each, anything else is one file with one document a line. Files appear whole or not at all; without a document there
 * is none.
 */
export async function writeDocuments(
  documents: AsyncIterable<OutputDocument>,
  target: string | undefined,
  io: CliIo,
): Promise<void> {
  if (target === undefined || target === '-') {
    for await (const { text } of documents) await io.stdout(`${text}\n`);
  } else if (target.endsWith('/') || (await isFolder(target))) {
    await makeFolder(target);
    for await (const { name, text } of documents) await writeFileAtomically(join(target, name), `${text}\n`);
  } else {
    await writeOneFile(documents, target);
  }
}

async function writeOneFile(documents: AsyncIterable<OutputDocument>, path: string): Promise<void> {
  const iterator = documents[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  await makeFolder(dirname(path));
  await writeFileAtomically(path, lines(first.value, iterator));
}

async function* lines(first: OutputDocument, rest: AsyncIterator<OutputDocument>): AsyncGenerator<string> {
  yield `${first.text}\n`;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield `${next.value.text}\n`;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
