import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { CliIo } from '../../src/cli/io.js';
import { startProgress } from '../../src/cli/progress.js';
import { Terminal } from '../../src/cli/terminal.js';

/** A terminal that keeps what was written to it. */
function terminal(): { readonly io: CliIo; readonly shown: Terminal; readonly written: () => string } {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  const chunks: string[] = [];
  stream.on('data', (chunk) => chunks.push(String(chunk)));
  const shown = new Terminal(stream);
  const io: CliIo = {
    stdin: (async function* () {})(),
    stdout: async () => {},
    stderr: () => {},
    terminal: shown,
    env: {},
  };
  return { io, shown, written: () => chunks.join('') };
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

  it('goes away before something is printed, and comes back', () => {
    const { io, shown, written } = terminal();
    const progress = startProgress(io, 'reading', 4096);
    progress.advance(1024);
    shown.makeRoom();
    const whenPrinted = written();
    expect(whenPrinted.match(/reading/g)).toHaveLength(1);
    expect(whenPrinted.endsWith('\u001b[2K')).toBe(true);
    shown.makeRoom();
    expect(written()).toBe(whenPrinted);
    progress.advance(1024);
    expect(written().slice(whenPrinted.length)).toContain('50%');
    progress.stop();
    const atEnd = written();
    shown.makeRoom();
    expect(written()).toBe(atEnd);
  });

  it('shows nothing when the size is not known or stderr is no terminal', () => {
    const { io, written } = terminal();
    readAll(io, 0);
    readAll({ ...io, terminal: undefined }, 1024);
    expect(written()).toBe('');
  });
});
