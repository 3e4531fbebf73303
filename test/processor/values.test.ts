import { BasicTracerProvider, type SpanLimits } from '@opentelemetry/sdk-trace-base';
import { describe, expect, it } from 'vitest';
import { recordToolProgress, recordToolResult, VconSpanProcessor } from '../../src/processor/index.js';
import { type JsonValue, stringifyJson } from '../../src/telemetry/index.js';
import { serializeVcon, type VconEvent } from '../../src/vcon/index.js';
import { endTool, MemorySink, startTool } from './support/agent.js';

type Work = (span: ReturnType<typeof startTool>) => void;

/** Records one tool span with these limits and gives the events, the text of the vCon and what was noticed. */
async function record(work: Work, { args = '{}', ...spanLimits }: SpanLimits & { readonly args?: string } = {}) {
  const sink = new MemorySink();
  const noticed: string[] = [];
  const processor = new VconSpanProcessor({
    sinks: [sink],
    bridge: { onNotice: ({ code }) => noticed.push(code) },
    onError: ({ message }) => noticed.push(message),
  });
  const provider = new BasicTracerProvider({ spanProcessors: [processor], spanLimits });
  work(startTool(provider.getTracer('t'), { id: 'a', args }));
  await provider.shutdown();
  return { events: sink.events, text: [...sink.vcons.values()].map((vcon) => serializeVcon(vcon)).join('\n'), noticed };
}

const bodyOf = (events: readonly VconEvent[], type: string) =>
  events.find((event) => event.type === type)?.['body'] as JsonValue | undefined;

describe('FC-35 a: an object as an attribute, as the convention prefers', () => {
  it('is dropped by SDK 2.x: the event has no content', async () => {
    const { events } = await record(
      (span) => {
        span.setAttribute('gen_ai.tool.call.arguments', { a: 1 } as never);
        endTool(span);
      },
      { args: '' },
    );
    expect(events.map(({ type }) => type)).toEqual(['tool-invocation', 'tool-result']);
    expect(events[0]).not.toHaveProperty('body');
    expect(events[1]).toHaveProperty('body', { ok: true });
  });
});

describe('FC-35 b, c: values of any kind through a helper', () => {
  it('arrive in the vCon', async () => {
    const shared = { x: 1 };
    const { events, text } = await record((span) => {
      recordToolProgress(span, {
        operationId: 'a',
        attempt: 1,
        content: { big: 9007199254740993n, at: new Date(0), a: shared, b: shared },
      });
      recordToolResult(span, { operationId: 'a', attempt: 1, content: Uint8Array.of(1, 2, 255) });
      span.end();
    });
    expect(bodyOf(events, 'tool-progress')).toEqual({
      big: 9007199254740993n,
      at: '1970-01-01T00:00:00.000Z',
      a: { x: 1 },
      b: { x: 1 },
    });
    expect(text).toContain('9007199254740993');
    expect(events.find(({ type }) => type === 'tool-result')).toMatchObject({ body: 'AQL_', encoding: 'base64url' });
  });
});

describe('FC-35 d: strings that are no proper text', () => {
  it('give valid UTF-8 JSON', async () => {
    const long = 'x'.repeat(1_000_000);
    const { events, text } = await record((span) => endTool(span, `ab\ud83d\u0000${long}`));
    const bytes = new TextEncoder().encode(text);
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).not.toThrow();
    expect(String(bodyOf(events, 'tool-result'))).toHaveLength(1_000_004);
    expect(text).toBe(stringifyJson(JSON.parse(text)));
  });
});

describe('FC-35 e: a limit on the length of values', () => {
  it('loses no call: what is cut JSON is text', async () => {
    const work: Work = (span) => endTool(span, '{"answer":"a long one, longer than twenty"}');
    const { events } = await record(work, { attributeValueLengthLimit: 20 });
    const result = events.find(({ type }) => type === 'tool-result');
    expect(result).toMatchObject({ body: '{"answer":"a long on', encoding: 'none', mediatype: 'text/plain' });
  });
});

describe('FC-35 f: limits on the number of attributes and events', () => {
  it('gives a result without content when the attribute was dropped, and says so', async () => {
    const { events, noticed } = await record((span) => {
      for (let index = 0; index < 200; index += 1) span.setAttribute(`filler.${index}`, index);
      endTool(span);
    });
    expect(events.map(({ type }) => type)).toEqual(['tool-invocation', 'tool-result']);
    expect(bodyOf(events, 'tool-result')).toBeUndefined();
    expect(noticed.join()).toMatch(/dropped/i);
  });

  it('keeps the events that the SDK kept', async () => {
    const { events, noticed } = await record((span) => {
      for (let index = 0; index < 200; index += 1) {
        recordToolProgress(span, { operationId: 'a', attempt: 1, content: index });
      }
      span.end();
    });
    const progress = events.filter(({ type }) => type === 'tool-progress');
    expect(progress.map((event) => event['body'])).toEqual(Array.from({ length: 128 }, (_, index) => 72 + index));
    expect(noticed.join()).toMatch(/dropped/i);
  });
});
