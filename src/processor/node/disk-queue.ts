import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DropPolicy } from '../waiting-vcons.js';
import { makeFolder, writeFileAtomically } from './atomic-file.js';

/** Bounds of a {@link DiskQueue}. */
export interface DiskQueueOptions {
  readonly folder: string;
  readonly maxBytes: number;
  /** What to give up beyond `maxBytes`. */
  readonly drop: DropPolicy;
}

const EXTENSION = '.vcon';
const REFUSED = 'refused';

/** vCons that wait in a folder, one file each, so that they outlive the process. One process uses a folder at a time. */
export class DiskQueue {
  readonly #options: DiskQueueOptions;
  /** Sizes by name, oldest first. */
  #files: Map<string, number> | undefined;
  #bytes = 0;

  constructor(options: DiskQueueOptions) {
    this.#options = options;
  }

  /**
   * Adds a vCon in place of an older version of it.
   *
   * @returns how many vCons were given up to stay within the bounds, the new one included.
   * @throws the file system's error.
   */
  async add(uuid: string, text: string): Promise<number> {
    const files = await this.#open();
    const name = `${uuid}${EXTENSION}`;
    const bytes = Buffer.byteLength(text);
    const lost = await this.#makeRoom(bytes - (files.get(name) ?? 0), name);
    if (lost === undefined) return 1;
    await writeFileAtomically(join(this.#options.folder, name), text);
    this.#forget(name);
    files.set(name, bytes);
    this.#bytes += bytes;
    return lost;
  }

  /** The oldest vCon; `undefined` when none waits. @throws the file system's error. */
  async first(): Promise<{ readonly name: string; readonly text: string } | undefined> {
    const files = await this.#open();
    for (const name of files.keys()) {
      try {
        return { name, text: await readFile(join(this.#options.folder, name), 'utf8') };
      } catch (error) {
        // Somebody took it away: it is no longer ours to send.
        if (!isMissing(error)) throw error;
        this.#forget(name);
      }
    }
    return undefined;
  }

  /** Removes a vCon that was sent. */
  async remove(name: string): Promise<void> {
    await rm(join(this.#options.folder, name), { force: true });
    this.#forget(name);
  }

  /** Puts a vCon that nobody will take into the folder `refused`, for a person to look at. */
  async refuse(name: string): Promise<void> {
    const refused = join(this.#options.folder, REFUSED);
    await makeFolder(refused);
    await rename(join(this.#options.folder, name), join(refused, name));
    this.#forget(name);
  }

  /** How many wait, and their bytes. */
  get size(): { readonly files: number; readonly bytes: number } {
    return { files: this.#files?.size ?? 0, bytes: this.#bytes };
  }

  #forget(name: string): void {
    this.#bytes -= this.#files?.get(name) ?? 0;
    this.#files?.delete(name);
  }

  /** @returns how many were removed, `undefined` when there is no room. */
  async #makeRoom(more: number, keep: string): Promise<number | undefined> {
    const { maxBytes, drop } = this.#options;
    let lost = 0;
    while (this.#bytes + more > maxBytes) {
      const [first, second] = this.#files?.keys() ?? [];
      const oldest = first === keep ? second : first;
      if (drop === 'newest' || oldest === undefined) return undefined;
      await this.remove(oldest);
      lost += 1;
    }
    return lost;
  }

  /** Finds what an earlier process left. */
  async #open(): Promise<Map<string, number>> {
    if (this.#files !== undefined) return this.#files;
    const { folder } = this.#options;
    await makeFolder(folder);
    const names = (await readdir(folder)).filter((name) => name.endsWith(EXTENSION) && !name.startsWith('.'));
    const found = await Promise.all(names.map(async (name) => ({ name, ...(await stat(join(folder, name))) })));
    found.sort((a, b) => a.mtimeMs - b.mtimeMs);
    if (this.#files === undefined) {
      this.#files = new Map(found.map(({ name, size }) => [name, size]));
      this.#bytes = found.reduce((sum, { size }) => sum + size, 0);
    }
    return this.#files;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
