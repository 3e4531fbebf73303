import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { FILE_MODE, makeFolder } from './atomic-file.js';

/** When a file is put aside and begun anew. */
export interface RotationOptions {
  readonly path: string;
  /** Bytes. */
  readonly maxBytes: number;
  readonly maxAgeMillis: number;
  /** How many files that were put aside are kept; the oldest are removed. */
  readonly keep: number;
}

const LINE_END = 0x0a;

/**
 * A file of lines that is only ever added to. What a crash cut off is closed with a line end; what a failed write left is taken back. Files put
 * aside have the time in their names: `events.ndjson` becomes `events.ndjson.20260102T030405678Z`.
 */
export class RotatingFile {
  readonly #options: RotationOptions;
  #file: FileHandle | undefined;
  #size = 0;
  #openedAt = 0;

  constructor(options: RotationOptions) {
    this.#options = options;
  }

  /** Adds lines. Either all of them are in the file or none. @throws the file system's error. */
  async append(lines: string): Promise<void> {
    const bytes = new TextEncoder().encode(lines);
    if (this.#file !== undefined && this.#isDue(bytes.length)) await this.#putAside();
    const file = await this.#open();
    try {
      await file.writeFile(bytes);
      this.#size += bytes.length;
    } catch (error) {
      await file.truncate(this.#size).catch(() => undefined);
      await this.close();
      throw error;
    }
  }

  /** Makes what was added survive a power cut. @throws the file system's error. */
  async sync(): Promise<void> {
    await this.#file?.sync();
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  #isDue(more: number): boolean {
    const { maxBytes, maxAgeMillis } = this.#options;
    return this.#size > 0 && (this.#size + more > maxBytes || Date.now() - this.#openedAt > maxAgeMillis);
  }

  async #open(): Promise<FileHandle> {
    if (this.#file !== undefined) return this.#file;
    const { path } = this.#options;
    await makeFolder(dirname(path));
    const file = await open(path, 'a+', FILE_MODE);
    const { size, birthtimeMs } = await file.stat();
    this.#file = file;
    this.#size = size;
    this.#openedAt = size > 0 && birthtimeMs > 0 ? birthtimeMs : Date.now();
    if (size > 0) await this.#closeCutLine(file);
    return file;
  }

  async #closeCutLine(file: FileHandle): Promise<void> {
    const { buffer } = await file.read(new Uint8Array(1), 0, 1, this.#size - 1);
    if (buffer[0] === LINE_END) return;
    await file.writeFile('\n');
    this.#size += 1;
  }

  async #putAside(): Promise<void> {
    const { path } = this.#options;
    await this.sync();
    await this.close();
    await rename(path, await freeName(`${path}.${new Date().toISOString().replaceAll(/[-:.]/g, '')}`));
    await this.#removeOldest();
  }

  async #removeOldest(): Promise<void> {
    const { path, keep } = this.#options;
    const prefix = `${basename(path)}.`;
    const aside = (await readdir(dirname(path))).filter((name) => name.startsWith(prefix)).sort();
    for (const name of aside.slice(0, Math.max(0, aside.length - keep))) {
      await rm(join(dirname(path), name), { force: true });
    }
  }
}

/** Two files may be put aside within one millisecond. */
async function freeName(name: string): Promise<string> {
  for (let count = 0; ; count += 1) {
    const candidate = count === 0 ? name : `${name}-${count}`;
    const taken = await stat(candidate).then(
      () => true,
      () => false,
    );
    if (!taken) return candidate;
  }
}
