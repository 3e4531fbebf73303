import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '../../src/processor/index.js';
import { HttpSink, type HttpSinkOptions } from '../../src/processor/node/index.js';
import { agent, useTool } from './support/agent.js';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly vcon: { readonly uuid: string; readonly events: readonly unknown[] };
}

let queue: string;
let server: Server;
let received: Received[];
/** What the server answers, one after the other; then 200. */
let answers: { readonly status: number; readonly headers?: Record<string, string> }[];

beforeEach(async () => {
  queue = await mkdtemp(join(tmpdir(), 'otel-vcon-'));
  received = [];
  answers = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status, headers = {} } = answers.shift() ?? { status: 200 };
      const vcon = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      if (status === 200) received.push({ headers: request.headers, vcon });
      response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(queue, { recursive: true, force: true });
});

function sending(options: Partial<HttpSinkOptions> = {}) {
  const problems: Problem[] = [];
  const { port } = server.address() as AddressInfo;
  const sink = new HttpSink({
    url: `http://127.0.0.1:${port}/vcons`,
    queue,
    backoffMillis: 10,
    onError: (problem) => problems.push(problem),
    ...options,
  });
  const { processor, tracer } = agent({ sinks: [sink] });
  return { sink, problems, processor, tracer };
}

describe('HttpSink', () => {
  it('posts each finished vCon once, as application/vcon', async () => {
    const { sink, processor, tracer } = sending({ headers: { authorization: 'Bearer x' } });
    useTool(tracer);
    await processor.forceFlush();
    expect(received).toEqual([]);
    await processor.shutdown();
    expect(received).toHaveLength(1);
    expect(received[0]?.headers).toMatchObject({ 'content-type': 'application/vcon', authorization: 'Bearer x' });
    expect(received[0]?.vcon.events).toHaveLength(2);
    expect(sink.stats()).toMatchObject({ queued: 0, queuedBytes: 0, sent: 1, retried: 0, refused: 0, lost: 0 });
    expect(await readdir(queue)).toEqual([]);
  });

  it.each([429, 500, 503, 401, 302])('tries again after status %i', async (status) => {
    answers = [{ status, headers: { location: 'http://127.0.0.1:1/', 'retry-after': '0' } }];
    const { sink, processor, tracer } = sending();
    useTool(tracer);
    await processor.shutdown();
    await sink.forceFlush();
    expect(received).toHaveLength(1);
    expect(sink.stats()).toMatchObject({ sent: 1, retried: 1 });
  });

  it('tries again by itself, and waits as long as the server asks', async () => {
    answers = [{ status: 503 }, { status: 503 }, { status: 503, headers: { 'retry-after': '1' } }];
    const { sink, processor } = sending();
    const start = Date.now();
    await sink.write({
      vcon: { uuid: 'a', created_at: '2026-01-01T00:00:00Z', parties: [] },
      key: 'a',
      part: 1,
      final: true,
      trail: [],
    });
    await expect.poll(() => received.length, { timeout: 5_000 }).toBe(1);
    expect(Date.now() - start).toBeGreaterThan(950);
    expect(sink.stats()).toMatchObject({ sent: 1, retried: 3 });
    await processor.shutdown();
  });

  it('puts aside what the server refuses for good, and goes on', async () => {
    answers = [{ status: 422 }];
    const { sink, problems, processor, tracer } = sending();
    useTool(tracer);
    useTool(tracer);
    await processor.shutdown();
    expect(received).toHaveLength(1);
    expect(sink.stats()).toMatchObject({ sent: 1, refused: 1, queued: 0 });
    expect(await readdir(join(queue, 'refused'))).toHaveLength(1);
    expect(problems).toMatchObject([{ kind: 'sink-failed', message: expect.stringContaining('422') }]);
    expect(JSON.stringify(problems)).not.toContain('authorization');
  });

  it('sends what an earlier process left in the queue', async () => {
    answers = [{ status: 503 }, { status: 503 }, { status: 503 }];
    const first = sending();
    useTool(first.tracer);
    await first.processor.shutdown();
    expect(received).toEqual([]);
    expect(await readdir(queue)).toHaveLength(1);
    answers = [];
    const second = sending();
    await second.sink.forceFlush();
    expect(received).toHaveLength(1);
    await second.processor.shutdown();
  });

  it.each([
    ['oldest', ['b', 'c']],
    ['newest', ['a', 'b']],
  ] as const)('gives up the %s when the queue is full, and counts it', async (drop, left) => {
    answers = Array.from({ length: 50 }, () => ({ status: 503 }));
    const { sink, problems, processor } = sending({ maxQueueBytes: 150, drop, backoffMillis: 60_000 });
    for (const uuid of ['a', 'b', 'c']) {
      const vcon = { uuid, created_at: '2026-01-01T00:00:00Z', parties: [] };
      await sink.write({ vcon, key: uuid, part: 1, final: true, trail: [] });
    }
    expect((await readdir(queue)).sort()).toEqual(left.map((uuid) => `${uuid}.vcon`));
    expect(sink.stats()).toMatchObject({ queued: 2, lost: 1 });
    expect(problems.map(({ kind }) => kind)).toContain('vcon-lost');
    await processor.shutdown();
  });

  it('takes no other URL than one of http', () => {
    expect(() => sending({ url: 'file:///etc/passwd' })).toThrow('http');
    expect(() => sending({ url: 'nonsense' })).toThrow('http');
  });
});
