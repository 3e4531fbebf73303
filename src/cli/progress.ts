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
export function startProgress({ terminal }: CliIo, label: string, totalBytes: number): Progress {
  if (terminal === undefined || totalBytes === 0) return SILENT;
  const bar = new SingleBar(
    {
      stream: terminal.stream,
      format: `${label} {bar} {percentage}% of {total} kB`,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  let read = 0;
  let shown = false;
  const hide = (): void => {
    if (shown) bar.stop();
    shown = false;
  };
  terminal.setBar(hide);
  return {
    advance: (bytes) => {
      read += bytes;
      const kilobytes = Math.floor(read / KILOBYTE);
      if (shown) bar.update(kilobytes);
      else bar.start(Math.ceil(totalBytes / KILOBYTE), kilobytes);
      shown = true;
    },
    stop: () => {
      hide();
      terminal.setBar(undefined);
    },
  };
}
