import { type FileHandle, open, stat } from 'node:fs/promises';
import { OtelVconError } from '../telemetry/index.js';
import type { Diagnostics } from './diagnostics.js';
import { UsageError } from './exit.js';
import type { CliIo } from './io.js';
import { type Progress, startProgress } from './progress.js';
import { describeError, hasCode } from './system-error.js';

/** An input file as a stream of bytes. */
export interface Input {
  /** Its name for messages. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Large enough that the calls do not show, small enough that memory does not. */
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
  if (files.includes('')) throw new UsageError('the name of a file is empty');
  const progress = startProgress(io, 'reading', await totalSize(files));
  try {
    for (const file of files) {
      if (file === '-') {
        yield { name: 'stdin', bytes: io.stdin };
        continue;
      }
      const opened = await openFile(file);
      if (typeof opened === 'string') diagnostics.error(`${file}: ${opened}`);
      else yield { name: file, bytes: bytesOf(opened, file, progress) };
    }
  } finally {
    progress.stop();
  }
}

/** How many bytes there are to read, as far as can be told before. */
async function totalSize(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Opens a file, or says in words why it cannot be read. */
async function openFile(path: string): Promise<FileHandle | string> {
  try {
    const file = await open(path);
    if (!(await file.stat()).isDirectory()) return file;
    await file.close();
    return 'it is a folder; name the files in it';
  } catch (error) {
    return describeError(error);
  }
}

/** The bytes of a file, which is closed at its end. */
async function* bytesOf(file: FileHandle, name: string, progress: Progress): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterable<Uint8Array> = file.createReadStream({ highWaterMark: CHUNK_BYTES });
  try {
    for await (const chunk of chunks) {
      progress.advance(chunk.length);
      yield chunk;
    }
  } catch (cause) {
    if (!hasCode(cause)) throw cause;
    throw new OtelVconError('input-unreadable', describeError(cause), { cause, origin: { source: name } });
  }
}
