import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { OtelVconError } from '../../telemetry/index.js';
import type { ContentStore } from '../content-store.js';
import { makeFolder, writeFileAtomically } from './atomic-file.js';

/** Options of a {@link FileContentStore}. */
export interface FileContentStoreOptions {
  /** The folder for the files. */
  readonly folder: string;
  /** The HTTPS URL under which the folder's files are served. */
  readonly baseUrl: string;
  /** Content of this many bytes or more is stored. Default 65,536. */
  readonly minBytes?: number;
}

/** Stores content in files named by their hashes. */
export class FileContentStore implements ContentStore {
  readonly minBytes: number;
  readonly #folder: string;
  readonly #baseUrl: string;

  /** @throws OtelVconError `invalid-options` when `baseUrl` is no HTTPS URL: vCon core refers to content by no other. */
  constructor(options: FileContentStoreOptions) {
    if (!URL.canParse(options.baseUrl) || new URL(options.baseUrl).protocol !== 'https:') {
      throw new OtelVconError('invalid-options', '`baseUrl` is no https URL', {
        advice: 'Give the https:// URL under which the folder is served',
      });
    }
    this.minBytes = options.minBytes ?? 65_536;
    this.#folder = resolve(options.folder);
    this.#baseUrl = options.baseUrl.endsWith('/') ? options.baseUrl : `${options.baseUrl}/`;
  }

  urlOf(contentHash: string): string {
    return `${this.#baseUrl}${contentHash}`;
  }

  /** @throws the file system's error. */
  async put(contentHash: string, content: Uint8Array): Promise<void> {
    const path = join(this.#folder, contentHash);
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    if (exists) return;
    await makeFolder(this.#folder);
    await writeFileAtomically(path, content);
  }
}
