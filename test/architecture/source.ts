import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));

/** One file under `src/`: its path from there, its folder (`''` for the entry points) and its text. */
export interface SourceFile {
  readonly path: string;
  readonly folder: string;
  readonly text: string;
}

/** Every file of `src/` that people wrote. */
export function sourceFiles(): SourceFile[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.generated.ts'))
    .sort()
    .map((path) => ({
      path,
      folder: path.includes('/') ? path.slice(0, path.indexOf('/')) : '',
      text: readFileSync(`${SOURCE}${path}`, 'utf8'),
    }));
}

/** What a file imports, as written. */
export function importsOf({ text }: SourceFile): string[] {
  return [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)'([^']+)'/g)].map(([, target = '']) => target);
}

/** The text without comments and strings, to look for words of the language. */
export function codeOf({ text }: SourceFile): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replace(/(^|\s)\/\/.*$/gm, '$1');
}
