import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codeOf, importsOf, type SourceFile, sourceFiles } from './source.js';

/** Which folders a folder may import from. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  telemetry: [],
  vcon: ['telemetry'],
  mapping: ['telemetry'],
  otlp: ['telemetry'],
  http: ['telemetry'],
  bridge: ['mapping', 'vcon', 'telemetry'],
  replay: ['bridge', 'mapping', 'vcon', 'telemetry', 'otlp', 'http'],
  convert: ['replay', 'bridge', 'mapping', 'vcon', 'telemetry'],
  processor: ['bridge', 'mapping', 'vcon', 'telemetry', 'http'],
  receipts: ['bridge', 'mapping', 'vcon', 'telemetry'],
  cli: ['processor', 'convert', 'replay', 'receipts', 'bridge', 'mapping', 'vcon', 'telemetry', 'otlp'],
};
/** Runs in edge runtimes too: no module of Node, nothing of an SDK. */
const CORE = ['telemetry', 'vcon', 'mapping', 'bridge'];
const MAX_BYTES = 10 * 1024;

const files = sourceFiles();
const withFiles = (broken: (file: SourceFile) => readonly string[]) =>
  files.flatMap((file) => broken(file).map((what) => `${file.path}: ${what}`));

describe('the layout of src', () => {
  it('knows every folder', () => {
    expect(files.length).toBeGreaterThan(20);
    const folders = new Set(files.map(({ folder }) => folder).filter((folder) => folder !== ''));
    expect([...folders].filter((folder) => ALLOWED[folder] === undefined)).toEqual([]);
  });

  it('lets imports point one way only', () => {
    expect(
      withFiles((file) => {
        const allowed = ALLOWED[file.folder];
        if (allowed === undefined) return [];
        return foldersImported(file).filter((folder) => folder !== file.folder && !allowed.includes(folder));
      }),
    ).toEqual([]);
  });

  it('enters a folder by its index only', () => {
    expect(
      withFiles((file) =>
        importsOf(file).filter((target) => crossesFolders(file, target) && !target.endsWith('/index.js')),
      ),
    ).toEqual([]);
  });

  it('keeps Node and SDKs out of the core', () => {
    const foreign = /^(?:node:|@opentelemetry\/(?!semantic-conventions))/;
    expect(
      withFiles((file) => (CORE.includes(file.folder) ? importsOf(file).filter((target) => foreign.test(target)) : [])),
    ).toEqual([]);
    expect(
      withFiles((file) =>
        CORE.includes(file.folder) ? (codeOf(file).match(/\b(?:Buffer|process|require)\b(?=[.([])/g) ?? []) : [],
      ),
    ).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  const page = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8');
  const named = new Set([...page.matchAll(/`(?:[a-z]+\/)*([a-z0-9-]+\.ts)`/g)].map(([, name]) => name));
  const nameOf = (file: SourceFile) => file.path.slice(file.path.lastIndexOf('/') + 1);

  it('names each file of the mapping and the bridge', () => {
    const described = files.filter(({ path }) => /^(?:mapping|bridge)\/[a-z0-9-]+\.ts$/.test(path)).map(nameOf);
    expect(described.filter((name) => name !== 'index.ts' && !named.has(name))).toEqual([]);
  });

  it('names no file that does not exist', () => {
    const known = new Set(files.map(nameOf));
    expect([...named].filter((name) => name !== undefined && !known.has(name))).toEqual([]);
  });
});

describe('the text of src', () => {
  it('keeps files small', () => {
    expect(
      withFiles(({ text }) => (Buffer.byteLength(text) > MAX_BYTES ? [`${Buffer.byteLength(text)} bytes`] : [])),
    ).toEqual([]);
  });

  it('prints in the command line only', () => {
    expect(withFiles((file) => (file.folder === 'cli' ? [] : (codeOf(file).match(/\bconsole\./g) ?? [])))).toEqual([]);
  });

  it('has no loose types', () => {
    expect(withFiles((file) => codeOf(file).match(/[:<,|&]\s*any\b|\bas any\b/g) ?? [])).toEqual([]);
    expect(withFiles(({ text }) => text.match(/@ts-(?:ignore|expect-error|nocheck)/g) ?? [])).toEqual([]);
  });

  it('ends the process in one place', () => {
    expect(
      withFiles((file) =>
        file.path === 'cli/main.ts' ? [] : (codeOf(file).match(/\bprocess\.(?:exit\b|exitCode\s*=(?!=))/g) ?? []),
      ),
    ).toEqual([]);
  });
});

function foldersImported(file: SourceFile): string[] {
  return importsOf(file)
    .filter((target) => target.startsWith('.'))
    .map((target) => folderOf(file, target));
}

function crossesFolders(file: SourceFile, target: string): boolean {
  return target.startsWith('.') && folderOf(file, target) !== file.folder;
}

/** The folder of `src/` that a relative import leads to. */
function folderOf(file: SourceFile, target: string): string {
  const { pathname } = new URL(target, `file:///${file.path}`);
  return pathname.slice(1).includes('/') ? (pathname.split('/')[1] ?? '') : '';
}
