import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileSink } from '../../src/processor/node/index.js';
import { agent, useTool } from './support/agent.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'otel-vcon-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function vcons(): Promise<{ readonly uuid: string; readonly events: readonly { readonly type: string }[] }[]> {
  const names = await readdir(folder);
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))));
}

describe('FileSink', () => {
  it('writes one file a conversation, and replaces it when the conversation goes on', async () => {
    const { provider, tracer } = agent({ sinks: [new FileSink({ folder: join(folder, 'deep', 'er') })] });
    folder = join(folder, 'deep', 'er');
    await tracer.startActiveSpan('root', async (root) => {
      useTool(tracer);
      await provider.forceFlush();
      const [first] = await vcons();
      expect(first?.events).toHaveLength(2);
      expect(await readdir(folder)).toEqual([`${first?.uuid}.vcon`]);
      root.end();
    });
    await provider.shutdown();
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('lets only the owner read, and leaves no temporary file', async () => {
    const { provider, tracer } = agent({ sinks: [new FileSink({ folder })] });
    useTool(tracer);
    await provider.shutdown();
    const [name = ''] = await readdir(folder);
    expect(name).toMatch(/^[0-9a-f-]{36}\.vcon$/);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  it('removes what a killed process left, but nothing that may be in work', async () => {
    const [old, fresh, other] = ['.a.vcon.1-0123456789ab.tmp', '.b.vcon.2-0123456789ab.tmp', 'notes.tmp'];
    for (const name of [old, fresh, other]) await writeFile(join(folder, name), '{');
    await utimes(join(folder, old), 0, 0);
    await utimes(join(folder, other), 0, 0);
    const { provider, tracer } = agent({ sinks: [new FileSink({ folder })] });
    useTool(tracer);
    await provider.shutdown();
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp')).sort()).toEqual([fresh, other]);
  });

  it('keeps the calls when the folder cannot be made, and writes them when it can', async () => {
    const blocked = join(folder, 'blocked');
    await writeFile(blocked, 'a file where the folder should be');
    const { processor, tracer } = agent({ sinks: [new FileSink({ folder: blocked })] });
    useTool(tracer);
    await processor.forceFlush();
    expect(processor.stats().sinks[0]).toMatchObject({ written: 0, waiting: 1 });
    await rm(blocked);
    await processor.forceFlush();
    expect(await readdir(blocked)).toHaveLength(1);
    await rm(blocked, { recursive: true });
    useTool(tracer);
    await processor.forceFlush();
    await processor.forceFlush();
    expect(await readdir(blocked)).toHaveLength(1);
  });
});
