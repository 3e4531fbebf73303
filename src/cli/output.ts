import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AtomicFile } from './atomic-file.js';
import type { CliIo } from './io.js';
import { hasCode } from './system-error.js';

/** Where a command puts its documents: one call of `write` for each, then `close`; or `abandon`, which leaves nothing half-written. */
export interface Output {
  /** Writes one document; `name` is the name it has where each gets a file of its own. */
  write(name: string, document: string): Promise<void>;
  close(): Promise<void>;
  abandon(): Promise<void>;
}

/** Opens the target of `-o`: nothing is stdout, a folder (or a path with a slash at its end) takes a file for each document. */
export async function openOutput(target: string | undefined, io: CliIo): Promise<Output> {
  if (target === undefined || target === '-') return stdoutOutput(io);
  if (target.endsWith('/') || (await isFolder(target))) return folderOutput(target);
  return fileOutput(target);
}

function stdoutOutput(io: CliIo): Output {
  return {
    write: (_name, document) => io.stdout(`${document}\n`),
    close: async () => {},
    abandon: async () => {},
  };
}

function folderOutput(folder: string): Output {
  return {
    write: async (name, document) => {
      const file = await AtomicFile.create(join(folder, name));
      await file.append(`${document}\n`);
      await file.commit();
    },
    close: async () => {},
    abandon: async () => {},
  };
}

/** One file for all documents. It comes to be with the first one: no document, no file. */
function fileOutput(path: string): Output {
  let file: AtomicFile | undefined;
  return {
    write: async (_name, document) => {
      file ??= await AtomicFile.create(path);
      await file.append(`${document}\n`);
    },
    close: async () => file?.commit(),
    abandon: async () => file?.discard(),
  };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
