import { describe, expect, it } from 'vitest';
import type { Signal } from '../../src/mapping/index.js';
import { agent, brief, call, eventsOf, span, spanId, TRACE, vconsOf } from './records.js';
import { GITHUB as TOKEN } from './redaction/made-up.js';

const SECRET = `password=${'x'.repeat(4)}9${'y'.repeat(12)}`;

function resultOf(value: unknown, options = {}) {
  const record = call({ id: 1, start: 1, end: 2, call: { tool: 't' }, outcome: 'result' });
  const signals = record.signals.map((signal) =>
    signal.kind === 'result' ? ({ ...signal, content: { value } } as Signal) : signal,
  );
  return eventsOf([{ ...record, signals }], options)[1];
}

describe('content', () => {
  it('takes credentials out of text, structures and bytes that are text', () => {
    expect(resultOf(`connected, ${SECRET}`)).toMatchObject({ body: 'connected, password=[redacted]' });
    expect(resultOf({ env: SECRET })).toMatchObject({ body: { env: 'password=[redacted]' } });
    const bytes = resultOf(new TextEncoder().encode(SECRET));
    expect(Buffer.from(String(bytes?.['body']), 'base64url').toString()).toBe('password=[redacted]');
    expect(resultOf(new Uint8Array([255, 254, 0, 1]))).toMatchObject({ encoding: 'base64url', body: '__4AAQ' });
  });

  it('is not recorded when that is switched off', () => {
    const event = resultOf({ a: 1 }, { content: false });
    for (const parameter of ['body', 'encoding', 'mediatype']) expect(event).not.toHaveProperty(parameter);
  });

  it("goes through the application's own redaction after ours, and is left out when that throws", () => {
    const seen: unknown[] = [];
    const redact = (content: unknown, where: unknown) => {
      seen.push([content, where]);
      return 'hidden';
    };
    expect(resultOf(SECRET, { redact })).toMatchObject({ body: 'hidden', encoding: 'none', mediatype: 'text/plain' });
    expect(seen).toEqual([['password=[redacted]', { type: 'tool-result', tool: 't' }]]);
    const notices: unknown[] = [];
    const failing = () => {
      throw new Error('no');
    };
    const event = resultOf(SECRET, { redact: failing, onNotice: ({ code }: { code: string }) => notices.push(code) });
    expect(event).not.toHaveProperty('body');
    expect(notices).toEqual(['BRIDGE_REDACT_FAILED']);
  });
});

describe('own vocabulary on an ordinary tool span', () => {
  const explicit = (kind: Signal['kind'], seconds: number) => {
    const [invocation] = call({ id: 2, start: seconds, call: { tool: 't' } }).signals;
    return { ...invocation, emitter: 'vcon', kind } as Signal;
  };

  it('a timeout is not followed by a result just because the span ended', () => {
    const ended = call({ id: 2, parent: 1, start: 1, end: 9, call: { tool: 't' }, outcome: 'result' });
    const record = span({ id: 2, parent: 1, start: 1, end: 9 }, [...ended.signals, explicit('timeout', 5)]);
    const events = eventsOf([agent({ id: 1, start: 0, end: 9 }, 'planner'), record]);
    expect(brief(events)).toEqual(['tool-invocation A 1 @1', 'tool-timeout A 1 @5']);
  });

  it('a result that was recorded after it is a late answer', () => {
    const ended = call({ id: 2, parent: 1, start: 1, end: 9, call: { tool: 't' }, outcome: 'result', result: 'late' });
    const record = span({ id: 2, parent: 1, start: 1, end: 9 }, [...ended.signals, explicit('timeout', 5)]);
    const events = eventsOf([agent({ id: 1, start: 0, end: 9 }, 'planner'), record]);
    expect(brief(events)).toEqual(['tool-invocation A 1 @1', 'tool-timeout A 1 @5', 'tool-result A 1 @9']);
  });
});

describe('credentials in names (R11)', () => {
  const url = `https://mcp.example.com/s/${TOKEN}/mcp`;
  const records = [
    agent({ id: 1, start: 0, end: 9 }, `planner ${TOKEN}`, `chat ${TOKEN}`),
    call({ id: 2, parent: 1, start: 1, end: 2, call: { tool: `t ${TOKEN}`, callId: TOKEN, server: { url } } }),
  ];

  it('are taken out of parties, sessions, servers, tools and ids', () => {
    const [vcon] = vconsOf(records);
    expect(JSON.stringify(vcon)).not.toContain(TOKEN);
    expect(vcon).toMatchObject({
      parties: [{ name: 'planner [redacted]' }],
      sessions: [{ conversation_id: 'chat [redacted]' }],
      events: [
        {
          operation_id: `${TRACE}:${spanId(2)}`,
          server: 'https://mcp.example.com/s/[redacted]/mcp',
          tool: 't [redacted]',
        },
      ],
    });
  });
});
