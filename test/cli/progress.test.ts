import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { CliIo } from '../../src/cli/io.js';
import { startProgress } from '../../src/cli/progress.js';

/** A terminal that keeps what was written to it. */
function terminal(): { readonly io: CliIo; readonly written: () => string } {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  const chunks: string[] = [];
  stream.on('data', (chunk) => chunks.push(String(chunk)));
  const io: CliIo = {
    stdin: (async function* () {})(),
    stdout: async () => {},
    stderr: () => {},
    terminal: stream,
    env: {},
  };
  return { io, written: () => chunks.join('') };
}

function readAll(io: CliIo, total: number): void {
  const progress = startProgress(io, 'reading', total);
  progress.advance(total);
  progress.stop();
}

describe('startProgress', () => {
  it('shows a bar on a terminal and shows the cursor again', () => {
    const { io, written } = terminal();
    readAll(io, 10 * 1024);
    expect(written()).toContain('reading');
    expect(written()).toContain('of 10 kB');
    expect(written()).toContain('\u001b[?25h');
  });

  it('shows nothing when the size is not known or stderr is no terminal', () => {
    const { io, written } = terminal();
    readAll(io, 0);
    readAll({ ...io, terminal: undefined }, 1024);
    expect(written()).toBe('');
  });
});
