import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, writeFileAtomically } from '../processor/node/index.js';
import { UsageError } from './exit.js';
import type { CliIo } from './io.js';
import { hasCode } from './system-error.js';

/** A document to write: one line of the output, or a file of this name where each gets its own. */
export interface OutputDocument {
  readonly name: string;
  readonly text: string;
}

/**
 * Checks the target of `-o` before anything is read.
 *
 * @throws UsageError when it is one of the inputs, which would be lost.
 */
export async function checkTarget(target: string | undefined, inputs: readonly string[]): Promise<void> {
  const at = target === undefined || target === '-' ? undefined : await fileAt(target);
  if (at === undefined) return;
  for (const input of inputs) {
    const one = input === '-' ? undefined : await fileAt(input);
    if (one?.ino === at.ino && one.dev === at.dev)
      throw new UsageError(`${target}: it is an input, which would be overwritten. Give -o another file`);
  }
}

async function fileAt(path: string): Promise<Stats | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? found : undefined;
  } catch {
    // What is wrong with it is said when it is read or written.
    return undefined;
  }
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
