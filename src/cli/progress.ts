import { Presets, SingleBar } from 'cli-progress';
import type { CliIo } from './io.js';

/** Shows how much of the input was read. */
export interface Progress {
  advance(bytes: number): void;
  stop(): void;
}

const SILENT: Progress = { advance: () => {}, stop: () => {} };
const KILOBYTE = 1024;

/** A bar on the terminal, or nothing when stderr is none or the size is not known. */
export function startProgress(io: CliIo, label: string, totalBytes: number): Progress {
  if (io.terminal === undefined || totalBytes === 0) return SILENT;
  const bar = new SingleBar(
    {
      stream: io.terminal,
      format: `${label} {bar} {percentage}% of {total} kB`,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  let read = 0;
  bar.start(Math.ceil(totalBytes / KILOBYTE), 0);
  return {
    advance: (bytes) => {
      read += bytes;
      bar.update(Math.floor(read / KILOBYTE));
    },
    stop: () => bar.stop(),
  };
}
