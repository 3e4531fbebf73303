import type { Stats } from 'node:fs';
import { realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, writeFileAtomically } from '../processor/node/index.js';
import { OtelVconError } from '../telemetry/index.js';
import { UsageError } from './exit.js';
import type { CliIo } from './io.js';
import { startingWith } from './starting-with.js';
import { describeError, hasCode } from './system-error.js';

/** A document to write: one line of the output, or a file of this name where each gets its own. */
export interface OutputDocument {
  readonly name: string;
  readonly text: string;
}

/**
 * Checks the target of `-o` before anything is read.
 *
 * @throws UsageError when it is empty, or one of the inputs, which would be lost.
 */
export async function checkTarget(target: string | undefined, inputs: readonly string[]): Promise<void> {
  if (target === '') throw new UsageError('the name after -o is empty');
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
 * is none. What is no file (a pipe, a device) is written to as it is.
 *
 * @throws OtelVconError `output-failed` when the target cannot be written.
 */
export async function writeDocuments(
  documents: AsyncIterable<OutputDocument>,
  target: string | undefined,
  io: CliIo,
): Promise<void> {
  try {
    if (target === undefined || target === '-') {
      for await (const { text } of documents) await io.stdout(`${text}\n`);
    } else {
      await writeTo(target, documents);
    }
  } catch (cause) {
    if (!hasCode(cause) || hasCode(cause, 'EPIPE')) throw cause;
    throw new OtelVconError('output-failed', `${target ?? 'stdout'}: ${describeError(cause)}`, { cause });
  }
}

async function writeTo(target: string, documents: AsyncIterable<OutputDocument>): Promise<void> {
  const found = await existing(target);
  if (target.endsWith('/') || found?.isDirectory()) {
    await makeFolder(target);
    for await (const { name, text } of documents) await writeFileAtomically(join(target, name), `${text}\n`);
  } else if (found === undefined || found.isFile()) {
    // A link stays one: what it leads to is replaced.
    await writeOneFile(documents, found === undefined ? target : await realpath(target));
  } else {
    await writeFile(target, lines(documents));
  }
}

async function writeOneFile(documents: AsyncIterable<OutputDocument>, path: string): Promise<void> {
  const iterator = documents[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  await makeFolder(dirname(path));
  await writeFileAtomically(path, lines(startingWith(first.value, iterator)));
}

async function* lines(documents: AsyncIterable<OutputDocument>): AsyncGenerator<string> {
  for await (const { text } of documents) yield `${text}\n`;
}

async function existing(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
