import { describe, expect, it } from 'vitest';
import { vconToTelemetry } from '../../../src/replay/index.js';
import { type SendSummary, sendTraces } from '../../../src/replay/sending/index.js';
import type { Notice, SpanRecord } from '../../../src/telemetry/index.js';
import { event, invocation, vconOf } from '../vcons.js';
import { StubServer, settingsFor } from './stub-server.js';

const MIB = 1024 * 1024;
const LIMIT = 4 * MIB;

/** A vCon with operations whose results are so many bytes of text. */
function spansWithResults(sizes: readonly number[]): readonly SpanRecord[] {
  const text = { encoding: 'none', mediatype: 'text/plain' };
  const events = sizes.flatMap((size, index) => [
    invocation(index, { operation_id: `op-${index}`, tool: `tool-${index}` }),
    event('tool-result', index, { operation_id: `op-${index}`, ...text, body: 'lorem ip'.repeat(size / 8) }),
  ]);
  return vconToTelemetry(vconOf(events)).spans;
}

/** A gateway that refuses what is over 4 MiB after decompression. */
function gateway(): StubServer {
  return new StubServer(({ bytes }) => (bytes > LIMIT ? { status: 413 } : { status: 200, body: '{}' }));
}

async function replay(
  server: StubServer,
  spans: readonly SpanRecord[],
  options: object = {},
): Promise<{ readonly summary: SendSummary; readonly notices: readonly Notice[] }> {
  const notices: Notice[] = [];
  const onNotice = (notice: Notice) => {
    if (notice.level === 'warning') notices.push(notice);
  };
  const summary = await server.run((endpoint) => sendTraces([spans], settingsFor(endpoint, options), { onNotice }));
  return { summary, notices };
}

describe('a vCon of 12 MB, a receiver that takes 4 MiB', () => {
  const spans = spansWithResults(Array.from({ length: 40 }, () => 300_000));

  it.each(['none', 'gzip'])('arrives whole, each span once, in few requests (%s)', async (compression) => {
    const server = gateway();
    const { summary } = await replay(server, spans, { compression });
    expect([...server.spans].sort()).toEqual(spans.map(({ name }) => name).sort());
    expect(server.seen.every(({ bytes }) => bytes <= LIMIT)).toBe(true);
    expect(server.seen.length).toBeLessThanOrEqual(2 * Math.ceil((40 * 300_000) / LIMIT));
    expect(summary).toMatchObject({ accepted: 41, rejected: 0, skipped: 0, retries: 0, requests: server.seen.length });
    for (const { headers } of server.seen) {
      expect(headers['content-encoding']).toBe(compression === 'gzip' ? 'gzip' : undefined);
    }
  });

  it('learns from 413 how much the receiver takes', async () => {
    const server = gateway();
    const { summary } = await replay(server, spans, { requestBytes: 20 * MIB });
    const taken = server.seen.filter(({ bytes }) => bytes <= LIMIT);
    expect(taken.flatMap(({ spans: some }) => some)).toHaveLength(41);
    expect(server.seen.filter(({ bytes }) => bytes > LIMIT)).toHaveLength(2);
    expect(server.seen.length).toBeLessThanOrEqual(7);
    expect(summary).toMatchObject({ accepted: 41, rejected: 0, skipped: 0 });
  });
});

describe('a span that is too large', () => {
  it('is named and never sent when it is over 64 MiB; the others arrive', async () => {
    const server = gateway();
    const spans = spansWithResults([
      ...Array.from({ length: 5 }, () => 800),
      70 * MIB,
      ...Array.from({ length: 5 }, () => 800),
    ]);
    const { summary, notices } = await replay(server, spans);
    expect(server.seen.length).toBeLessThanOrEqual(2);
    expect(server.spans).toHaveLength(11);
    expect(server.spans).not.toContain('execute_tool tool-5');
    expect(summary).toMatchObject({ accepted: 11, rejected: 0, skipped: 1 });
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatchObject({ code: 'span-too-large', level: 'warning' });
    expect(notices[0]?.message).toContain('"execute_tool tool-5"');
  });

  it('is tried once when the receiver takes less, and larger ones then not at all', async () => {
    const server = gateway();
    const { summary, notices } = await replay(server, spansWithResults([800, 5 * MIB, 800, 6 * MIB, 800]));
    expect(server.seen.filter(({ bytes }) => bytes > LIMIT)).toHaveLength(1);
    expect(summary).toMatchObject({ accepted: 4, skipped: 2 });
    expect(notices.map(({ message }) => /tool-\d/.exec(message)?.[0])).toEqual(['tool-1', 'tool-3']);
  });
});
