import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkTarget, type OutputDocument, writeDocuments } from '../../src/cli/output.js';
import { OtelVconError } from '../../src/telemetry/index.js';

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

describe('writeDocuments: targets that are no files, and what cannot be written', () => {
  it('writes to a device as it is', async () => {
    await writeDocuments(documents(NAMES), '/dev/null', io);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('writes to a pipe as it is', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const [read] = await Promise.all([readFile(pipe, 'utf8'), writeDocuments(documents(NAMES), pipe, io)]);
    expect(read).toBe('{"uuid":"a"}\n{"uuid":"b"}\n');
    expect(statSync(pipe).isFIFO()).toBe(true);
  });

  it('leaves a link a link', async () => {
    writeFileSync(join(folder, 'real.jsonl'), 'old');
    symlinkSync('real.jsonl', join(folder, 'link.jsonl'));
    await writeDocuments(documents(['a']), join(folder, 'link.jsonl'), io);
    expect(readFileSync(join(folder, 'real.jsonl'), 'utf8')).toBe('{"uuid":"a"}\n');
    expect(lstatSync(join(folder, 'link.jsonl')).isSymbolicLink()).toBe(true);
  });

  it.each(['file/', 'file/out.jsonl'])('says what is wrong with a file for a folder: %s', async (name) => {
    writeFileSync(join(folder, 'file'), 'old');
    const target = `${folder}/${name}`;
    await expect(writeDocuments(documents(NAMES), target, io)).rejects.toThrow(
      new OtelVconError('output-failed', `${target}: a part of the path is not a folder`),
    );
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('old');
  });
});

describe('checkTarget', () => {
  it('refuses an empty name', async () => {
    await expect(checkTarget('', [])).rejects.toThrow('empty');
  });

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
