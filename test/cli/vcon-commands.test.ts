import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from './run-cli.js';

const AGENT = fileURLToPath(new URL('../../examples/agent.vcon', import.meta.url));
const VCON = readFileSync(AGENT, 'utf8').trimEnd();
const INVALID = VCON.replace('"decision":"disallowed"', '"decision":"maybe"');

describe('validate', () => {
  it('finds nothing wrong with a good vCon', async () => {
    const { code, stdout } = await runCommand(['validate', AGENT]);
    expect([code, stdout]).toEqual([0, `${AGENT}: valid\n`]);
  });

  it('names code and path of what is wrong, and does the other vCons', async () => {
    const { code, stdout } = await runCommand(['validate', '-', AGENT], { stdin: `${VCON}\n${INVALID}\n` });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^stdin, line 1: valid\nstdin, line 2: INVALID\n {2}error \/events\/\d+.*\[[\w-]+\]\n/);
    expect(stdout).toContain(`${AGENT}: valid`);
  });

  it('gives a report for machines', async () => {
    const { code, documents } = await runCommand(['validate', '-', '--json'], { stdin: INVALID });
    expect(code).toBe(1);
    expect(documents).toMatchObject([
      { file: 'stdin', valid: false, errors: [{ path: expect.stringMatching(/^\/events\//) }] },
    ]);
  });

  it('opens the gzip form', async () => {
    expect((await runCommand(['validate', '-'], { stdin: gzipSync(VCON) })).code).toBe(0);
  });

  it.each([
    ['text that is no JSON', 'hello', 'not JSON'],
    ['other JSON', '{"a":1}', 'not a vCon'],
    ['nothing', '', 'empty'],
    ['a vCon in a wrapper', `{"vcon":${VCON}}`, 'in its member "vcon"'],
    ['gzip that is cut off', gzipSync(VCON).subarray(0, -9), 'cannot be decompressed'],
  ])('refuses %s, and says so in the report', async (_, stdin, message) => {
    const { code, stdout } = await runCommand(['validate', '-'], { stdin });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^stdin: INVALID\n/);
    expect(stdout).toContain(message);
  });
});

describe('inspect', () => {
  it('shows the timeline in the order of time', async () => {
    const { code, stdout } = await runCommand(['inspect', AGENT]);
    expect(code).toBe(0);
    const times = [...stdout.matchAll(/^(2026-\S+Z) /gm)].map(([, time = '']) => Date.parse(time));
    expect(times).toHaveLength(23);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(stdout).toMatch(
      /policy-decision +call_cancel +1 +trip-planner +cancel_booking @ https:\S+ +disallowed, once/,
    );
  });

  it('makes control characters in the vCon visible', async () => {
    const { stdout } = await runCommand(['inspect', '-'], { stdin: VCON.replace('day 1', 'day\\u001b[2J') });
    expect(stdout).not.toContain('\u001b');
  });
});

describe('mappings', () => {
  it('lists the emitters, what they show and their limits', async () => {
    const { code, stdout } = await runCommand(['mappings']);
    expect(code).toBe(0);
    for (const id of ['vcon', 'otel-genai', 'mcp', 'vercel-ai', 'openinference', 'traceloop', 'mastra']) {
      expect(stdout).toMatch(new RegExp(`^${id} .*(?:observed|source|documented)`, 'm'));
    }
  });

  it('is the same list for machines', async () => {
    const { documents } = await runCommand(['mappings', '--json']);
    expect(documents.find(({ id }) => id === 'mastra')).toMatchObject({ status: 'observed', notes: expect.any(Array) });
  });
});

describe('trace', () => {
  it('gives one TracesData a line, the same each time', async () => {
    const first = await runCommand(['trace', AGENT]);
    expect(first.code).toBe(0);
    expect(first.documents).toHaveLength(1);
    expect(Object.keys(first.documents[0] ?? {})).toEqual(['resourceSpans']);
    expect((await runCommand(['trace', AGENT])).stdout).toBe(first.stdout);
  });

  it('leads back to the same events', async () => {
    const { stdout } = await runCommand(['trace', AGENT]);
    const { documents } = await runCommand(['convert', '-'], { stdin: stdout });
    expect(documents[0]?.['events']).toEqual((JSON.parse(VCON) as { events: unknown }).events);
  });

  it('takes the first of several vCons with one uuid', async () => {
    const { stdout, stderr } = await runCommand(['trace', '-', AGENT], { stdin: `${VCON}${VCON}` });
    expect(stdout).toBe((await runCommand(['trace', AGENT])).stdout);
    expect(stderr).toMatch(/stdin, vCon 2: .* came before .*1 more like it/);
  });

  it('says so when there is nothing to show', async () => {
    const empty =
      '{"uuid":"01a22bae-b680-8f48-972a-a10ab3aa87d8","created_at":"2026-11-30T09:00:00Z","parties":[{"name":"a"}]}';
    const { code, stdout, stderr } = await runCommand(['trace', '-'], { stdin: empty });
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('no tool events');
  });
});

describe('receipts', () => {
  it('writes a request and a receipt for each attempt', async () => {
    const { code, documents } = await runCommand(['receipts', AGENT]);
    expect(code).toBe(0);
    const requests = documents.filter((record) => 'toolId' in record);
    const receipts = documents.filter((record) => 'status' in record);
    expect([requests.length, receipts.length]).toEqual([7, 7]);
    const count = (status: string): number => receipts.filter((receipt) => receipt['status'] === status).length;
    expect({ succeeded: count('Succeeded'), denied: count('Denied') }).toEqual({ succeeded: 2, denied: 1 });
  });
});

describe('replay', () => {
  let server: Server;
  let endpoint = '';
  let status = 200;
  const bodies: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += String(chunk);
      });
      request.on('end', () => {
        bodies.push(body);
        response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.close();
  });

  it('sends what trace gives', async () => {
    status = 200;
    bodies.length = 0;
    const { code, stdout, stderr } = await runCommand(['replay', AGENT, '--endpoint', endpoint]);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/8 span\(s\) accepted, 0 rejected, 0 skipped/);
    const { documents } = await runCommand(['trace', AGENT]);
    expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual(documents);
  });

  it('sends nothing in a dry run', async () => {
    bodies.length = 0;
    const { code, stderr } = await runCommand(['replay', AGENT, '--endpoint', endpoint, '--dry-run']);
    expect([code, bodies]).toEqual([0, []]);
    expect(stderr).toContain('would send 8 span(s)');
  });

  it('fails when spans are refused', async () => {
    status = 400;
    const { code, stderr } = await runCommand(['replay', AGENT], { env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
    expect(code).toBe(1);
    expect(stderr).toContain('8 span(s) did not arrive');
  });

  it.each([
    ['an endpoint that is none', ['--endpoint', 'ftp://example.com']],
    ['a header without a value', ['--header', 'nonsense']],
    ['a timeout that is no number', ['--timeout', 'long']],
  ])('takes %s for wrong usage', async (_, options) => {
    expect((await runCommand(['replay', AGENT, ...options])).code).toBe(2);
  });
});
