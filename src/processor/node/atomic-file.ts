import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Only the owner may read what an agent did. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/**
 * Writes a file so that a reader, and a crash at any moment, finds it whole or not at all: a temporary name in the same folder, fsync,
 * rename, and fsync of the folder so that the new name survives a power cut as well. An older file of that name is replaced.
 */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array | AsyncIterable<string>,
): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(temporary, 'wx', FILE_MODE);
    try {
      await writeFile(file, content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** What a process that was killed left of a file it was writing. */
const TEMPORARY = /^\..+\.\d+-[0-9a-f]{12}\.tmp$/;
/** No file takes this long to be written: one hour. */
const STALE_MILLIS = 3_600_000;

/** Removes the temporary files that killed processes left in a folder. What cannot be removed stays. */
export async function removeStaleTemporaries(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => TEMPORARY.test(name));
  for (const path of names.map((name) => join(folder, name))) {
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > STALE_MILLIS) await rm(path, { force: true }).catch(() => undefined);
  }
}

/** Makes a folder, and those around it. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: FOLDER_MODE });
}

/** Windows cannot open a folder; there a rename is as durable as the file system makes it. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
