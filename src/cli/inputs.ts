import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Diagnostics } from './diagnostics.js';
import { UsageError } from './exit.js';
import type { CliIo } from './io.js';
import { type Progress, startProgress } from './progress.js';
import { describeError } from './system-error.js';

/** An input file as a stream of bytes. */
export interface Input {
  /** Its name for messages. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Large enough that the calls do not show, small enough that memory does not (design: 1 MB chunks). */
const CHUNK_BYTES = 1 << 20;

/**
 * Opens the input files one after the other; `-` is stdin. A file that cannot be opened is reported, and the others are
 * still read.
 */
export async function* openInputs(
  files: readonly string[],
  io: CliIo,
  diagnostics: Diagnostics,
): AsyncGenerator<Input> {
  if (files.filter((file) => file === '-').length > 1) throw new UsageError('stdin (-) can be read once only');
  const sizes = await Promise.all(files.map(sizeOf));
  const total = sizes.reduce<number>((sum, size) => sum + (typeof size === 'number' ? size : 0), 0);
  const progress = startProgress(io, 'reading', total);
  try {
    for (const [index, file] of files.entries()) {
      const size = sizes[index];
      if (file === '-') yield { name: 'stdin', bytes: io.stdin };
      else if (typeof size === 'string') diagnostics.error(`${file}: ${size}`);
      else yield { name: file, bytes: counted(createReadStream(file, { highWaterMark: CHUNK_BYTES }), progress) };
    }
  } finally {
    progress.stop();
  }
}

/** The size of a file in bytes, or in words why it cannot be read. */
async function sizeOf(file: string): Promise<number | string> {
  if (file === '-') return 0;
  try {
    const facts = await stat(file);
    return facts.isDirectory() ? 'it is a folder; name the files in it' : facts.size;
  } catch (error) {
    return describeError(error);
  }
}

async function* counted(bytes: AsyncIterable<Uint8Array>, progress: Progress): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    progress.advance(chunk.length);
    yield chunk;
  }
}
