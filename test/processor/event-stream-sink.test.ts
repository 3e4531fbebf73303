import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventStreamSink, type EventStreamSinkOptions } from '../../src/processor/node/index.js';
import { RotatingFile } from '../../src/processor/node/rotating-file.js';
import { agent, endTool, startAgent, startTool, useTool } from './support/agent.js';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'otel-vcon-'));
  path = join(folder, 'events.ndjson');
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function linesOf(file = path) {
  const text = await readFile(file, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const streaming = (options: Partial<EventStreamSinkOptions> = {}) =>
  agent({ sinks: [new EventStreamSink({ path, ...options })], mapDelayMillis: 5 });

describe('EventStreamSink', () => {
  it('writes each event as it happens, once, with its party', async () => {
    const { processor, tracer } = streaming();
    const { span, inside } = startAgent(tracer);
    const call = startTool(tracer, { id: 'a' }, inside);
    await expect.poll(async () => (await linesOf().catch(() => [])).length).toBe(1);
    endTool(call);
    await expect.poll(async () => (await linesOf()).length).toBe(2);
    useTool(tracer, { id: 'b' }, inside);
    span.end();
    await processor.shutdown();
    const lines = await linesOf();
    expect(lines.map(({ event }) => `${event.type} ${event.operation_id}`)).toEqual([
      'tool-invocation a',
      'tool-result a',
      'tool-invocation b',
      'tool-result b',
    ]);
    expect(new Set(lines.map(({ vcon }) => vcon)).size).toBe(1);
    expect(lines.every(({ party }) => party.name === 'planner')).toBe(true);
  });

  it('puts the file aside by size, and keeps as many as it is told', async () => {
    const { processor, tracer } = streaming({ maxBytes: 1_000, keep: 3 });
    for (let index = 0; index < 20; index += 1) {
      useTool(tracer, { id: `call-${index}` });
      await processor.forceFlush();
    }
    await processor.shutdown();
    const names = (await readdir(folder)).sort();
    expect(names).toHaveLength(4);
    const lines = (await Promise.all(names.map((name) => linesOf(join(folder, name))))).flat();
    const last = lines.map(({ event }) => event.operation_id).filter((id) => id === 'call-19');
    expect(last).toHaveLength(2);
  });
});

describe('RotatingFile', () => {
  const rotation = { maxBytes: 1e6, maxAgeMillis: 1e9, keep: 10 };

  it('closes the line that a crash cut off', async () => {
    await writeFile(path, '{"a":1}\n{"cut');
    const file = new RotatingFile({ path, ...rotation });
    await file.append('{"b":2}\n');
    await file.close();
    expect(await readFile(path, 'utf8')).toBe('{"a":1}\n{"cut\n{"b":2}\n');
  });

  it('puts the file aside by age', async () => {
    const file = new RotatingFile({ path, ...rotation, maxAgeMillis: 20 });
    await file.append('1\n');
    await new Promise((resolve) => setTimeout(resolve, 40));
    await file.append('2\n');
    await file.close();
    expect(await readFile(path, 'utf8')).toBe('2\n');
    expect(await readdir(folder)).toHaveLength(2);
  });

  it('goes on where an earlier process stopped', async () => {
    await appendFile(path, '1\n');
    const file = new RotatingFile({ path, ...rotation });
    await file.append('2\n');
    await file.close();
    expect(await readFile(path, 'utf8')).toBe('1\n2\n');
  });
});
