import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkTarget, type OutputDocument, writeDocuments } from '../../src/cli/output.js';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'otel-vcon-output-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const NAMES = ['a', 'b'];
const written: string[] = [];
const io = {
  stdin: (async function* () {})(),
  stdout: async (data: string) => void written.push(data),
  stderr: () => {},
  terminal: undefined,
  env: {},
};

async function* documents(names: readonly string[], failure?: Error): AsyncGenerator<OutputDocument> {
  for (const name of names) yield { name: `${name}.vcon`, text: `{"uuid":"${name}"}` };
  if (failure !== undefined) throw failure;
}

describe('writeDocuments', () => {
  it('writes one document a line to stdout', async () => {
    written.length = 0;
    await writeDocuments(documents(NAMES), undefined, io);
    expect(written).toEqual(['{"uuid":"a"}\n', '{"uuid":"b"}\n']);
  });

  it('writes one file, in a folder that does not exist yet too', async () => {
    await writeDocuments(documents(NAMES), join(folder, 'new', 'out.jsonl'), io);
    expect(readFileSync(join(folder, 'new', 'out.jsonl'), 'utf8')).toBe('{"uuid":"a"}\n{"uuid":"b"}\n');
    expect(readdirSync(join(folder, 'new'))).toEqual(['out.jsonl']);
  });

  it('leaves the old file and no other when the documents fail half-way', async () => {
    const target = join(folder, 'out.jsonl');
    writeFileSync(target, 'old');
    await expect(writeDocuments(documents(NAMES, new Error('broken')), target, io)).rejects.toThrow('broken');
    expect(readdirSync(folder)).toEqual(['out.jsonl']);
    expect(readFileSync(target, 'utf8')).toBe('old');
  });

  it('makes no file when there is nothing to write', async () => {
    await writeDocuments(documents([]), join(folder, 'out.jsonl'), io);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('gives each document a file in a folder', async () => {
    await writeDocuments(documents(NAMES), join(folder, 'new/'), io);
    await writeDocuments(documents(NAMES), folder, io);
    expect(readdirSync(join(folder, 'new')).sort()).toEqual(['a.vcon', 'b.vcon']);
    expect(readFileSync(join(folder, 'b.vcon'), 'utf8')).toBe('{"uuid":"b"}\n');
  });
});

describe('checkTarget', () => {
  it('refuses a target that is an input, by whatever path', async () => {
    const input = join(folder, 'in.jsonl');
    writeFileSync(input, '{}');
    symlinkSync(input, join(folder, 'link.jsonl'));
    for (const target of [input, `${folder}/./in.jsonl`, join(folder, 'link.jsonl')])
      await expect(checkTarget(target, ['-', input])).rejects.toThrow('it is an input');
  });

  it('takes a file that is no input, a new one, a folder and stdout', async () => {
    const input = join(folder, 'in.jsonl');
    writeFileSync(input, '{}');
    writeFileSync(join(folder, 'old.jsonl'), '{}');
    for (const target of [join(folder, 'old.jsonl'), join(folder, 'new.jsonl'), folder, '-', undefined])
      await expect(checkTarget(target, [input, join(folder, 'missing'), '-'])).resolves.toBeUndefined();
  });
});
