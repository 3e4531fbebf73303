import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Needs dist/, which `npm test` builds first.
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BIN = `${ROOT}node_modules/.bin/`;
const ENTRY_POINTS = ['otel-vcon', 'otel-vcon/node', 'otel-vcon/otlp'];

/** What attw reports, as far as it is looked at. */
interface TypesReport {
  readonly analysis: {
    readonly entrypoints: Readonly<Record<string, unknown>>;
    readonly problems: readonly { readonly kind: string; readonly resolutionKind?: string }[];
  };
}

const COMMAND = 'node_modules/otel-vcon/dist/esm/cli/main.js';

let folder = '';
let tarball = '';

/** Runs a program and returns what it printed; its output is in the error when it fails. */
function run(program: string, args: readonly string[], cwd: string): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 << 20 });
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'otel-vcon-package-'));
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], ROOT);
  tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'otel-vcon'), { recursive: true });
  run('tar', ['-xzf', tarball, '-C', join(modules, 'otel-vcon'), '--strip-components=1'], folder);
  for (const name of readdirSync(`${ROOT}node_modules`).filter((name) => !name.startsWith('.'))) {
    symlinkSync(`${ROOT}node_modules/${name}`, join(modules, name));
  }
}, 120_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the packed package', () => {
  it('holds what it needs and no sources or tests', () => {
    const files = run('tar', ['-tzf', tarball], folder).split('\n');
    for (const name of [
      'package.json',
      'README.md',
      'LICENSE',
      'dist/esm/cli/main.js',
      'dist/cjs/package.json',
      'mappings/otel-genai.json',
    ]) {
      expect(files).toContain(`package/${name}`);
    }
    expect(files.filter((name) => /^package\/(?:src|test|bench|examples)\//.test(name))).toEqual([]);
  });

  it('is right for publint', () => {
    expect(run(`${BIN}publint`, ['run', tarball, '--strict'], folder)).toContain('All good!');
  });

  it('has types that every resolution finds', { timeout: 120_000 }, () => {
    const args = [
      tarball,
      '--profile',
      'node16',
      '--format',
      'json',
      '--exclude-entrypoints',
      './package.json',
      './schema/*.json',
      './mappings/*.json',
    ];
    const { analysis } = JSON.parse(run(`${BIN}attw`, args, folder)) as TypesReport;
    expect(Object.keys(analysis.entrypoints)).toEqual(['.', './node', './otlp', './register']);
    // node10 is the resolution that knows no "exports"; Node itself has not used it since version 12.
    expect(analysis.problems.filter(({ resolutionKind }) => resolutionKind !== 'node10')).toEqual([]);
  });

  it.each(ENTRY_POINTS)('%s loads by import and by require, with the same names', (entry) => {
    const names = (how: string): unknown =>
      JSON.parse(
        run('node', ['--input-type', how === 'require' ? 'commonjs' : 'module', '--eval', script(how, entry)], folder),
      );
    const imported = names('import');
    expect(imported).not.toEqual([]);
    expect(names('require')).toEqual(imported);
  });

  it('runs as a command', () => {
    const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { version: string };
    expect(run('node', [COMMAND, '--version'], folder).trim()).toBe(version);
  });

  it('is quiet and done when its reader goes away', () => {
    const input = `${ROOT}test/fixtures/traces/strands-ts.otlp.json`;
    const closed = `{ node ${COMMAND} explain --json '${input}' 2>&1 >&3; echo "exit $?"; } 3> >(true)`;
    expect(run('bash', ['-c', closed], folder)).toMatch(/exit 0\n$/);
  });
});

function script(how: string, entry: string): string {
  const load = how === 'require' ? `Promise.resolve(require('${entry}'))` : `import('${entry}')`;
  return `${load}.then((m) => console.log(JSON.stringify(Object.keys(m).filter((k) => k !== 'default' && k !== '__esModule').sort())))`;
}
