import { Terminal } from './terminal.js';

/**
 * What the commands see of the outside world. Commands never touch `process`, so that tests can run them in the same
 * process and so that only `main.ts` ends the program.
 */
export interface CliIo {
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Writes data. Resolves when the consumer took it; rejects when the consumer is gone (EPIPE). */
  readonly stdout: (data: string) => Promise<void>;
  /** Writes diagnostics. */
  readonly stderr: (text: string) => void;
  /** The terminal that stderr is, for progress; `undefined` when it is none. */
  readonly terminal: Terminal | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The streams of this process. */
export function processIo(): CliIo {
  const { stdin, stdout, stderr, env } = process;
  // A dumb terminal cannot move its cursor.
  const terminal = stderr.isTTY && env['TERM'] !== 'dumb' ? new Terminal(stderr) : undefined;
  return {
    stdin,
    stdout: (data) => {
      terminal?.makeRoom();
      return writeAll(stdout, data);
    },
    stderr: (text) => {
      terminal?.makeRoom();
      stderr.write(text);
    },
    terminal,
    env,
  };
}

function writeAll(stream: NodeJS.WriteStream, data: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(data, (error) => (error ? reject(error) : resolve()));
  });
}
