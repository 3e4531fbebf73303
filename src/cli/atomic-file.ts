import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * A file that appears whole or not at all: it is written under a temporary name beside its place, synchronised to the
 * disk and then renamed.
 */
export class AtomicFile {
  readonly #path: string;
  readonly #temporary: string;
  readonly #handle: FileHandle;

  private constructor(path: string, temporary: string, handle: FileHandle) {
    this.#path = path;
    this.#temporary = temporary;
    this.#handle = handle;
  }

  /** Opens the temporary file, and makes the folder when it is missing. */
  static async create(path: string): Promise<AtomicFile> {
    await mkdir(dirname(path), { recursive: true });
    const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
    return new AtomicFile(path, temporary, await open(temporary, 'wx'));
  }

  async append(text: string): Promise<void> {
    await this.#handle.appendFile(text);
  }

  /** Gives the file its name. */
  async commit(): Promise<void> {
    await this.#handle.sync();
    await this.#handle.close();
    await rename(this.#temporary, this.#path);
  }

  /** Removes what was written. */
  async discard(): Promise<void> {
    await this.#handle.close();
    await rm(this.#temporary, { force: true });
  }
}
