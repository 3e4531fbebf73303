import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Output, openOutput } from '../../src/cli/output.js';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'otel-vcon-output-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const written: string[] = [];
const io = {
  stdin: (async function* () {})(),
  stdout: async (data: string) => void written.push(data),
  stderr: () => {},
  terminal: undefined,
  env: {},
};

async function writeTwo(output: Output): Promise<void> {
  await output.write('a.vcon', '{"uuid":"a"}');
  await output.write('b.vcon', '{"uuid":"b"}');
}

describe('openOutput', () => {
  it('writes one document a line to stdout', async () => {
    written.length = 0;
    await writeTwo(await openOutput(undefined, io));
    expect(written).toEqual(['{"uuid":"a"}\n', '{"uuid":"b"}\n']);
  });

  it('gives a file its name only when all is in it', async () => {
    const target = join(folder, 'out.jsonl');
    writeFileSync(target, 'old');
    const output = await openOutput(target, io);
    await writeTwo(output);
    expect(readFileSync(target, 'utf8')).toBe('old');
    await output.close();
    expect(readFileSync(target, 'utf8')).toBe('{"uuid":"a"}\n{"uuid":"b"}\n');
    expect(readdirSync(folder)).toEqual(['out.jsonl']);
  });

  it('leaves the old file and no other when it is abandoned', async () => {
    const target = join(folder, 'out.jsonl');
    writeFileSync(target, 'old');
    const output = await openOutput(target, io);
    await writeTwo(output);
    await output.abandon();
    expect(readdirSync(folder)).toEqual(['out.jsonl']);
    expect(readFileSync(target, 'utf8')).toBe('old');
  });

  it('makes no file when there was nothing to write', async () => {
    const output = await openOutput(join(folder, 'out.jsonl'), io);
    await output.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('gives each document a file in a folder, one that does not exist yet too', async () => {
    await writeTwo(await openOutput(join(folder, 'new/'), io));
    await writeTwo(await openOutput(folder, io));
    expect(readdirSync(join(folder, 'new')).sort()).toEqual(['a.vcon', 'b.vcon']);
    expect(readFileSync(join(folder, 'b.vcon'), 'utf8')).toBe('{"uuid":"b"}\n');
  });
});
