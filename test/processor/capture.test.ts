import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { VconLogRecordProcessor } from '../../src/processor/index.js';
import { FileContentStore } from '../../src/processor/node/index.js';
import type { VconProcessorOptions } from '../../src/processor/options.js';
import { contentHash, type VconEvent } from '../../src/vcon/index.js';
import { agent, useTool } from './support/agent.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

const ARGUMENTS = '{"account":"DE12345"}';
const RESULT = 'balance 7';

/** What is recorded of one use of the tool `bank`. */
async function record(options: Partial<VconProcessorOptions>): Promise<readonly VconEvent[]> {
  const { sink, processor, tracer } = agent(options);
  useTool(tracer, { tool: 'bank', args: ARGUMENTS, result: RESULT });
  await processor.shutdown();
  expect(sink.types).toEqual(['tool-invocation', 'tool-result']);
  return sink.events;
}

const CONTENT = ['body', 'encoding', 'mediatype', 'url', 'content_hash'];
const contentOf = (event: VconEvent | undefined) =>
  Object.fromEntries(Object.entries(event ?? {}).filter(([name]) => CONTENT.includes(name)));

describe('capture', () => {
  it.each([
    ['full', { body: { account: 'DE12345' }, encoding: 'json', mediatype: 'application/json' }],
    ['redacted', { encoding: 'json', mediatype: 'application/json' }],
    ['hash', { content_hash: contentHash(ARGUMENTS), mediatype: 'application/json' }],
    ['none', {}],
  ] as const)('%s for a tool', async (capture, content) => {
    const [invocation] = await record({ capture: { tools: { bank: capture } } });
    expect(contentOf(invocation)).toEqual(content);
  });

  it('goes by the default for other tools', async () => {
    const events = await record({ capture: { default: 'none', tools: { search: 'full' } } });
    expect(events.map(contentOf)).toEqual([{}, {}]);
  });

  it('is the least of all for an event whose tool is not known', async () => {
    const { sink, processor } = agent({ capture: { tools: { bank: 'none' } } });
    const logs = new VconLogRecordProcessor(processor.recorder);
    logs.onEmit({
      hrTime: [1_700_000_000, 0],
      hrTimeObserved: [1_700_000_000, 0],
      eventName: 'vcon.tool_result',
      resource: { attributes: {} },
      attributes: {
        'vcon.event.operation_id': 'a',
        'vcon.event.attempt': 1,
        'vcon.event.body': 'balance 7',
        'vcon.event.encoding': 'none',
      },
    });
    await Promise.all([processor.shutdown(), logs.shutdown()]);
    expect(sink.types).toEqual(['tool-result']);
    expect(JSON.stringify(sink.events)).not.toContain('balance');
  });

  it('refuses an unknown value', () => {
    expect(() => agent({ capture: { default: 'some' as never } })).toThrow('capture');
  });
});

describe('OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT', () => {
  it.each(['false', 'NO_CONTENT', 'event_only'])('%s: no content of spans, whatever `capture` says', async (value) => {
    vi.stubEnv('OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT', value);
    const events = await record({ capture: { default: 'full' } });
    expect(events.map(contentOf)).toEqual([{}, {}]);
  });

  it.each(['true', 'SPAN_ONLY', 'span_and_event', ''])('%j: as `capture` says', async (value) => {
    vi.stubEnv('OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT', value);
    const [, result] = await record({});
    expect(contentOf(result)).toMatchObject({ body: 'balance 7' });
  });
});

describe("the application's own redaction", () => {
  it.each([
    ['alone', {}],
    ['with capture by tool', { capture: { tools: { other: 'none' } } } as const],
  ])('changes content once, %s', async (_, options) => {
    const redact = vi.fn((content: unknown) => (typeof content === 'string' ? `${content}!` : { masked: true }));
    const events = await record({ ...options, bridge: { redact } });
    expect(events.map((event) => event['body'])).toEqual([{ masked: true }, 'balance 7!']);
    expect(redact).toHaveBeenCalledWith('balance 7', { tool: 'bank', type: 'tool-result' });
  });

  it('fails closed', async () => {
    const redact = () => {
      throw new Error('no');
    };
    const events = await record({ capture: { tools: { other: 'none' } }, bridge: { redact } });
    expect(events.map(contentOf)).toEqual([{}, {}]);
  });
});

describe('a content store', () => {
  it('takes large content; the event has its URL and hash', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'otel-vcon-'));
    const contentStore = new FileContentStore({ folder, baseUrl: 'https://store.example/content', minBytes: 15 });
    const [invocation, result] = await record({ contentStore });
    const hash = contentHash(ARGUMENTS);
    expect(contentOf(invocation)).toEqual({
      url: `https://store.example/content/${hash}`,
      content_hash: hash,
      mediatype: 'application/json',
    });
    expect(readdirSync(folder)).toEqual([hash]);
    expect(readFileSync(join(folder, hash), 'utf8')).toBe(ARGUMENTS);
    expect(contentOf(result)).toMatchObject({ body: 'balance 7' });
    rmSync(folder, { recursive: true });
  });

  it('gets no credential', async () => {
    const put = vi.fn((_hash: string, _content: Uint8Array) => Promise.resolve());
    const contentStore = { minBytes: 1, urlOf: (hash: string) => `https://store.example/${hash}`, put };
    const { processor, tracer } = agent({ contentStore });
    const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH';
    useTool(tracer, { args: JSON.stringify({ api_key: secret }) });
    await processor.shutdown();
    expect(put).toHaveBeenCalledTimes(2);
    const texts = put.mock.calls.map(([, content]) => new TextDecoder().decode(content));
    expect(texts.join()).toContain('api_key');
    expect(texts.join()).not.toContain(secret);
  });

  it('that fails is tried again, and holds up neither flush nor vCons', async () => {
    let broken = true;
    const put = vi.fn(() => (broken ? Promise.reject(new Error('down')) : Promise.resolve()));
    const contentStore = { minBytes: 1, urlOf: (hash: string) => `https://store.example/${hash}`, put };
    const { sink, problems, processor, tracer } = agent({ contentStore });
    useTool(tracer);
    await processor.forceFlush();
    expect(sink.types).toEqual(['tool-invocation', 'tool-result']);
    expect(problems.map(({ kind }) => kind)).toEqual(['store-failed']);
    broken = false;
    await processor.forceFlush();
    expect(put).toHaveBeenCalledTimes(4);
    await processor.shutdown();
    expect(put).toHaveBeenCalledTimes(4);
  });

  it('refers to HTTPS only', () => {
    expect(() => new FileContentStore({ folder: 'x', baseUrl: 'http://store.example' })).toThrow('https');
  });
});
