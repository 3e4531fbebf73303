import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Vcon } from '../../src/vcon/index.js';

const run = promisify(execFile);
const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The built package. The variable is for those who have built it to another place. */
const BUILT = process.env['OTEL_VCON_BUILT'] ?? fileURLToPath(new URL('../../dist/esm/', import.meta.url));

/** Frameworks change with the settings of test runners and of OpenTelemetry, so agents get neither. */
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:NODE_ENV$|VITEST|OTEL_)/.test(name)),
);

/** What the live processors made of an agent's run, and what happened in it. */
export interface LiveRun {
  readonly vcons: readonly Vcon[];
  /** Kinds of problems that the processors reported. */
  readonly problems: readonly string[];
  /** The calls of the tools' own code: name and arguments, in order. */
  readonly witnessed: readonly (readonly [tool: string, input: unknown])[];
}

/** An agent's run: as it was recorded live, and as the command line makes it of the exported telemetry. */
export interface AgentRun {
  readonly live: LiveRun;
  readonly offline: readonly Vcon[];
  /** When it began and ended, in milliseconds since 1970. */
  readonly began: number;
  readonly ended: number;
}

/** Runs an agent's script, such as `mcp/agent.mjs`, in a process of its own. */
export async function runAgent(script: string): Promise<AgentRun> {
  const folder = mkdtempSync(join(tmpdir(), 'otel-vcon-emitter-'));
  try {
    const began = Date.now();
    const path = join(HERE, script);
    const args = [path, pathToFileURL(BUILT).href, folder];
    await run(process.execPath, args, { env: ENVIRONMENT, timeout: 60_000, maxBuffer: 2 ** 26 });
    const ended = Date.now();
    const live: LiveRun = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
    return { live, offline: await convert(folder), began, ended };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function convert(folder: string): Promise<Vcon[]> {
  const files = ['traces.json', 'logs.json'].map((name) => join(folder, name)).filter(existsSync);
  const command = [join(BUILT, 'cli/main.js'), 'convert', ...files];
  const { stdout } = await run(process.execPath, command, { maxBuffer: 2 ** 26 });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
