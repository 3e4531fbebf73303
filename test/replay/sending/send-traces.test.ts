import { describe, expect, it } from 'vitest';
import { vconToTelemetry } from '../../../src/replay/index.js';
import { type SendOptions, type SendSummary, sendTraces } from '../../../src/replay/sending/index.js';
import type { Notice, SpanRecord } from '../../../src/telemetry/index.js';
import { event, invocation, vconOf } from '../vcons.js';
import { fastClock, type Reply, type Seen, StubServer, settingsFor } from './stub-server.js';

/** The two spans of a small vCon. */
function trace(number: number, second = number): readonly SpanRecord[] {
  const uuid = `0193791e-7a00-8abc-8def-${String(number).padStart(12, '0')}`;
  return vconToTelemetry(vconOf([invocation(second, { tool: `t${number}` })], { uuid, sessions: [{}] })).spans;
}

const TOOL_SPAN = /^execute_tool /;

async function replay(
  reply: (seen: Seen, count: number) => Reply,
  traces: readonly (readonly SpanRecord[])[] = [trace(1)],
  options: { readonly settings?: object; readonly send?: SendOptions } = {},
) {
  const server = new StubServer(reply);
  const notices: Notice[] = [];
  const { clock, waits } = fastClock();
  const summary: SendSummary = await server.run((endpoint) =>
    sendTraces(traces, settingsFor(endpoint, options.settings), {
      clock,
      onNotice: (notice) => void notices.push(notice),
      ...options.send,
    }),
  );
  return { server, summary, notices, waits };
}

const ok: Reply = { status: 200, body: '{}' };

describe('requests', () => {
  it('are OTLP/JSON to /v1/traces, with the headers that are asked for', async () => {
    const settings = { headers: { Authorization: 'Basic eDp5' }, tenant: 'team-a' };
    const { server, summary } = await replay(() => ok, [trace(1)], { settings });
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]?.path).toBe('/v1/traces');
    expect(server.seen[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Basic eDp5',
      'x-scope-orgid': 'team-a',
    });
    expect(summary).toMatchObject({ accepted: 2, rejected: 0, skipped: 0, requests: 1, retries: 0 });
    expect(summary.bytes).toBe(server.seen[0]?.bytes);
    expect(summary.stopped).toBeUndefined();
  });

  it('have the oldest trace first and whole traces together', async () => {
    const traces = [trace(3), trace(1), trace(2)];
    const { server } = await replay(() => ok, traces, { settings: { requestBytes: 3000 } });
    const tools = server.seen.map(({ spans }) => spans.map(({ name }) => name).filter((name) => TOOL_SPAN.test(name)));
    expect(tools).toEqual([['execute_tool t1'], ['execute_tool t2'], ['execute_tool t3']]);
    for (const { spans } of server.seen) expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  });

  it('are the same bytes every time', async () => {
    const bodies = await Promise.all(
      [1, 2].map(async () => {
        const posted: string[] = [];
        const post = async (body: string) => {
          posted.push(body);
          return { status: 200, headers: {}, body: '' };
        };
        await sendTraces([trace(2), trace(1)], settingsFor('http://localhost'), { post });
        return posted;
      }),
    );
    expect(bodies[0]).toEqual(bodies[1]);
  });

  it('are few for many small vCons', async () => {
    const traces = Array.from({ length: 500 }, (_, index) => trace(index, index % 60));
    const { server, summary } = await replay(() => ok, traces);
    expect(summary.accepted).toBe(1000);
    expect(server.seen.length).toBe(1);
  });

  it('are made from a stream, without waiting for its end', async () => {
    let given = 0;
    const requestsAt: number[] = [];
    const server = new StubServer(() => ok);
    async function* stream() {
      const text = { encoding: 'none', mediatype: 'text/plain', body: 'x'.repeat(1024 * 1024) };
      for (; given < 100; given++) {
        requestsAt.push(server.seen.length);
        yield vconToTelemetry(vconOf([invocation(1), event('tool-result', 2, text)], { uuid: `uuid-${given}` })).spans;
      }
    }
    await server.run((endpoint) => sendTraces(stream(), settingsFor(endpoint)));
    expect(requestsAt[99]).toBeGreaterThan(10);
  });

  it('are counted and not sent in a dry run', async () => {
    const { server, summary } = await replay(() => ok, [trace(1), trace(2)], { send: { dryRun: true } });
    expect(server.seen).toEqual([]);
    expect(summary).toMatchObject({ accepted: 4, requests: 1 });
    expect(summary.bytes).toBeGreaterThan(1000);
  });

  it('are not made for no spans', async () => {
    const { server, summary } = await replay(() => ok, [[]]);
    expect(server.seen).toEqual([]);
    expect(summary).toMatchObject({ accepted: 0, requests: 0 });
  });

  it('tell the progress', async () => {
    const seen: number[] = [];
    const onProgress = ({ accepted }: SendSummary) => void seen.push(accepted);
    await replay(() => ok, [trace(1), trace(2)], { settings: { requestBytes: 3000 }, send: { onProgress } });
    expect(seen.at(-1)).toBe(4);
  });
});

describe('retries', () => {
  it.each([429, 502, 503, 504])('follow %i', async (status) => {
    const { summary, waits } = await replay((_, count) => (count < 3 ? { status } : ok));
    expect(summary).toMatchObject({ accepted: 2, rejected: 0, requests: 1, retries: 2 });
    expect(waits).toEqual([1000, 2000]);
  });

  it.each([
    ['7', 7000],
    ['Mon, 30 Nov 2026 09:00:42 GMT', 42_000],
    ['Mon, 30 Nov 2026 08:00:00 GMT', 0],
    ['soon', 1000],
    ['-5', 1000],
    ['1.5', 1000],
  ])('wait as Retry-After says: %s', async (value, wait) => {
    const headers = { 'retry-after': value };
    const { waits } = await replay((_, count) => (count === 1 ? { status: 503, headers } : ok));
    expect(waits).toEqual([wait]);
  });

  it('follow a broken connection', async () => {
    const { summary } = await replay((_, count) => (count === 1 ? { status: 0, hangUp: true } : ok));
    expect(summary).toMatchObject({ accepted: 2, retries: 1 });
  });

  it('follow an answer that does not come in time', async () => {
    const settings = { timeout: 100 };
    const { summary } = await replay((_, count) => (count === 1 ? { status: 0, silent: true } : ok), [trace(1)], {
      settings,
    });
    expect(summary).toMatchObject({ accepted: 2, retries: 1 });
  });

  it('spread: back-off is up to a fifth longer or shorter', async () => {
    for (const [random, wait] of [
      [0, 800],
      [1, 1200],
    ] as const) {
      const { clock, waits } = fastClock();
      await replay((_, count) => (count === 1 ? { status: 503 } : ok), [trace(1)], {
        send: { clock: { ...clock, random: () => random } },
      });
      expect(waits).toEqual([wait]);
    }
  });

  it('end: the replay stops, says why, and sends nothing more', async () => {
    const traces = [trace(1), trace(2), trace(3)];
    const { server, summary, waits } = await replay(() => ({ status: 503, body: 'busy' }), traces, {
      settings: { requestBytes: 3000 },
    });
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000]);
    expect(server.seen).toHaveLength(6);
    expect(summary.stopped).toContain('503: busy');
    expect(summary.accepted).toBe(0);
    expect(summary.rejected).toBeGreaterThanOrEqual(2);
  });

  it('do not wait for a server that asks for hours', async () => {
    const { waits, summary } = await replay(() => ({ status: 429, headers: { 'retry-after': '7200' } }));
    expect(waits).toEqual([]);
    expect(summary.stopped).toContain('429');
  });

  it('are told of before each wait, with the reason', async () => {
    const told: string[] = [];
    const onRetry = (message: string) => void told.push(message);
    const reply = (_: Seen, count: number): Reply =>
      count === 1 ? { status: 503, body: 'busy' } : count === 2 ? { status: 0, silent: true } : ok;
    await replay(reply, [trace(1)], { send: { onRetry }, settings: { timeout: 100 } });
    expect(told).toHaveLength(2);
    expect(told[0]).toMatch(/answered 503: busy; next try in 1\.0 s$/);
    expect(told[1]).toMatch(/no answer within 100 ms; next try in 2\.0 s$/);
  });

  it('do not follow a wrong setting: TLS where there is none', async () => {
    const server = new StubServer();
    const { clock, waits } = fastClock();
    const summary = await server.run((endpoint) =>
      sendTraces([trace(1)], settingsFor(endpoint.replace('http:', 'https:')), { clock }),
    );
    expect(waits).toEqual([]);
    expect(summary.stopped).toContain('does not speak TLS');
  });

  it('stop when nobody listens', async () => {
    const { clock, waits } = fastClock();
    const summary = await sendTraces([trace(1)], settingsFor('http://127.0.0.1:9'), { clock });
    expect(waits).toHaveLength(5);
    expect(summary.stopped).toContain('http://127.0.0.1:9/v1/traces cannot be reached');
  });
});

describe('refusals', () => {
  it.each([400, 422, 500, 501])('of %i lose that request only, without a retry', async (status) => {
    const traces = [trace(1), trace(2), trace(3)];
    const settings = { requestBytes: 3000 };
    const { summary, notices, waits } = await replay(
      (_, count) => (count === 2 ? { status, body: 'bad data' } : ok),
      traces,
      { settings },
    );
    expect(waits).toEqual([]);
    expect(summary).toMatchObject({ accepted: 4, rejected: 2, requests: 3, retries: 0 });
    expect(notices.map(({ code }) => code)).toEqual(['request-rejected']);
    expect(notices[0]?.message).toContain('bad data');
    expect(notices[0]?.message).toContain(trace(2)[0]?.traceId);
  });

  it.each([301, 401, 403, 404, 415])('of %i stop the replay: every request would get it', async (status) => {
    const { server, summary } = await replay(
      () => ({ status, headers: { location: '/elsewhere' } }),
      [trace(1), trace(2)],
      { settings: { requestBytes: 3000 } },
    );
    expect(server.seen).toHaveLength(1);
    expect(summary.stopped).toContain(String(status));
  });
});

describe('an answer without end', () => {
  it.each([
    [200, { accepted: 2, retries: 0 }],
    [400, { rejected: 2, retries: 0 }],
  ])('of %i counts by its status', async (status, expected) => {
    const { summary } = await replay(() => ({ status, body: ' '.repeat(5 * 1024 * 1024) }));
    expect(summary).toMatchObject(expected);
  });
});

describe('partial success', () => {
  it('is read under the field names of protobuf too', async () => {
    const body = '{"partial_success":{"rejected_spans":"1","error_message":"no room"}}';
    const { summary, notices } = await replay(() => ({ status: 200, body }));
    expect(summary).toMatchObject({ accepted: 1, rejected: 1 });
    expect(notices[0]?.message).toContain('no room');
  });

  it.each(['"1"', '1'])('counts rejected spans, given as %s, and sends nothing again', async (rejected) => {
    const body = `{"partialSuccess":{"rejectedSpans":${rejected},"errorMessage":"no room"}}`;
    const { server, summary, notices } = await replay(() => ({ status: 200, body }));
    expect(server.seen).toHaveLength(1);
    expect(summary).toMatchObject({ accepted: 1, rejected: 1, retries: 0 });
    expect(notices).toMatchObject([{ code: 'partial-success', level: 'warning' }]);
    expect(notices[0]?.message).toContain('no room');
  });

  it('may be a warning alone', async () => {
    const body = '{"partialSuccess":{"rejectedSpans":"0","errorMessage":"old schema"}}';
    const { summary, notices } = await replay(() => ({ status: 200, body }));
    expect(summary).toMatchObject({ accepted: 2, rejected: 0 });
    expect(notices[0]?.message).toContain('old schema');
  });

  it.each(['', '{}', '{"partialSuccess":{}}', '{"partialSuccess":null}', 'not json', 'null'])(
    'is not read out of %j',
    async (body) => {
      const { summary, notices } = await replay(() => ({ status: 200, body }));
      expect(summary).toMatchObject({ accepted: 2, rejected: 0 });
      expect(notices).toEqual([]);
    },
  );
});
