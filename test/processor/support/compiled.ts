import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** The package compiled as users get it, for tests that need processes of their own. */
export interface CompiledPackage {
  readonly folder: string;
  /** Writes a script beside the compiled package, where `./esm/...`, `./cjs/...` and installed packages resolve. */
  script(name: string, text: string): string;
  remove(): void;
}

/** Compiles `src/`, to a folder in which the installed packages are found. */
export async function compilePackage(formats: readonly ('esm' | 'cjs')[] = ['esm']): Promise<CompiledPackage> {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'otel-vcon-'));
  for (const format of formats) {
    const config = format === 'esm' ? 'tsconfig.json' : 'tsconfig.cjs.json';
    // Type errors are for the type check to tell: what matters here is what was written.
    const args = [TSC, '-p', join(ROOT, config), '--outDir', join(folder, format), '--declaration', 'false'];
    await run(process.execPath, args).catch(() => undefined);
    if (!existsSync(join(folder, format, 'index.js'))) throw new Error(`${config} gives no index.js`);
    const type = format === 'esm' ? 'module' : 'commonjs';
    writeFileSync(join(folder, format, 'package.json'), `{ "type": "${type}" }\n`);
  }
  return {
    folder,
    script(name, text) {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What {@link useCompiled} gives; to be read within tests. */
export interface Used {
  readonly compiled: CompiledPackage;
  /** An empty folder. */
  readonly folder: string;
}

/** The package as ESM and CommonJS, compiled once for the tests of a file, and for each test a folder of its own. */
export function useCompiled(): Used {
  let compiled: CompiledPackage | undefined;
  let folder: string | undefined;
  beforeAll(async () => {
    compiled = await compilePackage(['esm', 'cjs']);
  }, 60_000);
  afterAll(() => compiled?.remove());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'otel-vcon-'));
  });
  afterEach(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });
  const known = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('asked for outside of a test');
    return value;
  };
  return {
    get compiled() {
      return known(compiled);
    },
    get folder() {
      return known(folder);
    },
  };
}

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly millis: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script, with this Node or another, and waits for its end, at most 20 s. */
export async function runScript(
  path: string,
  args: readonly string[] = [],
  { node = process.execPath, env = {} }: { readonly node?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const start = Date.now();
  const options = { timeout: 20_000, env: { ...process.env, ...env } };
  return new Promise((resolve) => {
    execFile(node, [path, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ code, millis: Date.now() - start, stdout, stderr });
    });
  });
}
