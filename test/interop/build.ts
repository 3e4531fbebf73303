import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('./', import.meta.url));
/** What is built is kept here, named by what it was built from. */
const CACHE = fileURLToPath(new URL('../../.cache/interop/', import.meta.url));

/** The version of Go, if it is installed, that the modules of a folder can be built with. */
export function hasGo(module: 'jaeger' | 'collector'): boolean {
  const needed = /^go (\S+)$/m.exec(readFileSync(`${HERE}${module}/go.mod`, 'utf8'))?.[1] ?? '';
  const { stdout, status } = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' });
  return status === 0 && isAtLeast(stdout.trim().replace(/^go/, ''), needed);
}

/** Builds the program of a folder, unless it was built before. @returns the path of the program. */
export function buildGo(module: 'jaeger' | 'collector', target: string): string {
  const folder = `${HERE}${module}/`;
  const sources = readdirSync(folder).sort();
  const hash = createHash('sha256');
  for (const name of sources) hash.update(readFileSync(folder + name));
  const program = `${CACHE}${module}-${hash.digest('hex').slice(0, 12)}`;
  if (!existsSync(program)) {
    const args = ['build', '-trimpath', '-ldflags=-s -w', '-o', program, target];
    run('go', args, { cwd: folder, env: { ...process.env, CGO_ENABLED: '0' } });
  }
  return program;
}

/** A Python that the package `vcon` runs on (3.12 or later), if there is one. */
export function findPython(): string | undefined {
  const versions = ['3.14', '3.13', '3.12'];
  const pyenv = `${process.env['PYENV_ROOT'] ?? `${process.env['HOME']}/.pyenv`}/versions/`;
  const kept = existsSync(pyenv) ? readdirSync(pyenv).map((version) => `${pyenv}${version}/bin/python3`) : [];
  const candidates = [...versions.map((version) => `python${version}`), 'python3', ...kept];
  const check = 'import sys, venv; sys.exit(sys.version_info < (3, 12))';
  return candidates.find((command) => spawnSync(command, ['-c', check]).status === 0);
}

/** Makes a virtual environment with a package, unless it was made before. @returns the path of its Python. */
export function pythonWith(python: string, requirement: string): string {
  const folder = `${CACHE}python-${requirement.replace(/[^\w.]+/g, '-')}`;
  const own = `${folder}/bin/python`;
  if (spawnSync(own, ['-m', 'pip', 'show', '-q', requirement.replace(/[<=>~].*/, '')]).status !== 0) {
    mkdirSync(CACHE, { recursive: true });
    run(python, ['-m', 'venv', '--clear', folder]);
    run(own, ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', requirement]);
  }
  return own;
}

function run(command: string, args: readonly string[], options: object = {}): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr.slice(-2000)}`);
}

function isAtLeast(version: string, needed: string): boolean {
  const [have, want] = [version, needed].map((text) => text.split('.').map(Number));
  for (let place = 0; place < 3; place++) {
    const difference = (have?.[place] ?? 0) - (want?.[place] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
