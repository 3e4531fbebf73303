import { join, resolve } from 'node:path';
import type { BuiltVcon } from '../../bridge/index.js';
import { serializeVcon } from '../../vcon/index.js';
import type { VconSink } from '../sink.js';
import { makeFolder, removeStaleTemporaries, writeFileAtomically } from './atomic-file.js';

/** Options of a {@link FileSink}. */
export interface FileSinkOptions {
  /** The folder for the files. It is made when it is missing. */
  readonly folder: string;
  /** Indent for people. Default false: one line. */
  readonly pretty?: boolean;
}

/**
 * Writes each vCon to `<uuid>.vcon` in one folder. A file is there whole or not at all, and is replaced when its conversation goes on.
 */
export class FileSink implements VconSink {
  /** Two sinks of the same folder are one target. */
  readonly target: string;
  readonly #folder: string;
  readonly #pretty: boolean;
  #made: Promise<void> | undefined;

  constructor(options: FileSinkOptions) {
    this.#folder = resolve(options.folder);
    this.#pretty = options.pretty ?? false;
    this.target = `file:${this.#folder}`;
  }

  /** @throws the file system's error. */
  async write({ vcon }: BuiltVcon): Promise<void> {
    try {
      this.#made ??= prepare(this.#folder);
      await this.#made;
      const text = serializeVcon(vcon, { pretty: this.#pretty });
      await writeFileAtomically(join(this.#folder, `${vcon.uuid}.vcon`), `${text}\n`);
    } catch (error) {
      // Somebody may have removed the folder: the next try makes it again.
      this.#made = undefined;
      throw error;
    }
  }
}

async function prepare(folder: string): Promise<void> {
  await makeFolder(folder);
  await removeStaleTemporaries(folder);
}
