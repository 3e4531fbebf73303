import { Readable } from 'node:stream';
import { runCli } from '../../src/cli/program.js';

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The lines of stdout as JSON. */
  readonly documents: readonly Record<string, unknown>[];
}

export interface CliSurroundings {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Code of the error that every write to stdout fails with. */
  readonly stdoutError?: string;
}

/** Runs a command line in this process. `created_at` is fixed so that runs can be compared. */
export async function runCommand(args: readonly string[], surroundings: CliSurroundings = {}): Promise<CliRun> {
  let stdout = '';
  let stderr = '';
  const code = await runCli(args, {
    stdin: Readable.from(surroundings.stdin === undefined ? [] : [Buffer.from(surroundings.stdin)]),
    stdout: async (data) => {
      const { stdoutError } = surroundings;
      if (stdoutError !== undefined) throw Object.assign(new Error('write failed'), { code: stdoutError });
      stdout += data;
    },
    stderr: (text) => {
      stderr += text;
    },
    terminal: undefined,
    env: surroundings.env ?? { SOURCE_DATE_EPOCH: '1796000000' },
  });
  return { code, stdout, stderr, documents: documentsOf(stdout) };
}

function documentsOf(stdout: string): Record<string, unknown>[] {
  if (!stdout.startsWith('{"')) return [];
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
