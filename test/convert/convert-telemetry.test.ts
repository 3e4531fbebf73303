import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { convertTelemetry, OtelVconError, vconToTelemetry } from '../../src/index.js';
import { decodeOtlp } from '../../src/otlp/index.js';
import type { SpanRecord, TelemetryRecord } from '../../src/telemetry/index.js';
import { readVcon, serializeVcon, type Vcon } from '../../src/vcon/index.js';

const TRACES = new URL('../fixtures/traces/', import.meta.url);
const CREATED = { createdAt: Date.parse('2026-11-30T10:00:00Z') };

const NAMES = readdirSync(TRACES).flatMap((file) => /^([^.]+)\.otlp\.json$/.exec(file)?.[1] ?? []);

function records(name: string): readonly TelemetryRecord[] {
  return [`${name}.otlp.json`, `${name}.logs.otlp.json`].flatMap((file) => {
    const url = new URL(file, TRACES);
    return existsSync(url) ? decodeOtlp(JSON.parse(readFileSync(url, 'utf8'))) : [];
  });
}

function spansOf(all: readonly TelemetryRecord[]): SpanRecord[] {
  return all.flatMap(({ origin: _, ...record }) => (record.signal === 'span' ? [record] : [])).sort(byId);
}

function byId(a: SpanRecord, b: SpanRecord): number {
  return a.traceId + a.spanId < b.traceId + b.spanId ? -1 : 1;
}

/** The spans of vCons that were written and read again. */
function back(vcons: readonly Vcon[]): SpanRecord[] {
  const read = vcons.map((vcon) => readVcon(serializeVcon(vcon)).vcon);
  return read.flatMap((vcon) => (vcon.analysis === undefined ? [] : vconToTelemetry(vcon).spans)).sort(byId);
}

/** What law L2 says of every span, whatever is taken out of its texts. */
function shape({ traceId, spanId, parentSpanId, kind, startTime, endTime, status, attributes, events }: SpanRecord) {
  const keys = [attributes, ...events.map((event) => event.attributes)].map((one) => Object.keys(one));
  return { traceId, spanId, parentSpanId, kind, startTime, endTime, code: status.code, keys };
}

describe('convertTelemetry, lossless: law L2', () => {
  it.each(NAMES)(
    'gives every span of the traces of %s that have a vCon back, attribute for attribute',
    async (name) => {
      const all = records(name);
      const { vcons, notices } = await convertTelemetry(all, { ...CREATED, lossless: true, redactCredentials: false });
      expect(vcons).not.toEqual([]);
      const spans = back(vcons);
      const kept = new Set(spans.map(({ traceId }) => traceId));
      const originals = spansOf(all);
      expect(spans).toEqual(originals.filter(({ traceId }) => kept.has(traceId)));
      const ofEvents = vcons.flatMap(({ events = [] }) => events.map((event) => event['trace_id']));
      const traced = ofEvents.filter((id) => originals.some(({ traceId }) => traceId === id));
      expect(traced.filter((id) => !kept.has(String(id)))).toEqual([]);
      const homeless = notices.find(({ code }) => code === 'spans-without-vcon')?.first.message;
      expect(Number.parseInt(homeless ?? '0', 10)).toBe(originals.length - spans.length);
    },
  );

  it.each(NAMES)('gives the spans of %s back when credentials are taken out', async (name) => {
    const all = records(name);
    const { vcons } = await convertTelemetry(all, { ...CREATED, lossless: true });
    const spans = back(vcons);
    const ids = new Set(spans.map(({ traceId }) => traceId));
    expect(spans.map(shape)).toEqual(
      spansOf(all)
        .filter(({ traceId }) => ids.has(traceId))
        .map(shape),
    );
  });

  it('changes nothing but the Analysis Object', async () => {
    const plain = await convertTelemetry(records('langfuse-sdk'), CREATED);
    const lossless = await convertTelemetry(records('langfuse-sdk'), { ...CREATED, lossless: true });
    expect(lossless.vcons.map(({ analysis: _, ...vcon }) => vcon)).toEqual(plain.vcons);
    expect(plain.vcons.some(({ analysis }) => analysis !== undefined)).toBe(false);
  });
});

describe('convertTelemetry, lossless: credentials (design rule R11)', () => {
  const SECRET = 'sk-proj-Zk3vT9bQ7wLmX2rN8yHcF4dJ';
  const attributes = { note: `the key is ${SECRET}`, password: SECRET };
  const span: SpanRecord = {
    signal: 'span',
    traceId: '5b8efff798038103d269b633813fc60c',
    spanId: 'eee19b7ec3c1b174',
    traceState: `vendor=${SECRET}`,
    name: `login ${SECRET}`,
    kind: 'internal',
    startTime: [1796029201, 0],
    endTime: [1796029202, 0],
    status: { code: 'error', message: `rejected ${SECRET}` },
    attributes: { ...attributes, 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'login' },
    events: [{ name: `tried ${SECRET}`, time: [1796029201, 5], attributes }],
    links: [
      {
        traceId: '0af7651916cd43dd8448eb211c80319c',
        spanId: 'b7ad6b7169203331',
        traceState: `v=${SECRET}`,
        attributes,
      },
    ],
    resource: { attributes: { ...attributes, 'process.command_args': ['agent', '--api-key', SECRET] } },
    scope: { name: 'app', attributes },
  };

  it('are taken out of every text of a span, and the rest stays', async () => {
    const { vcons } = await convertTelemetry([span], { ...CREATED, lossless: true });
    const [vcon] = vcons;
    expect(JSON.stringify(vcon)).not.toContain(SECRET);
    expect(back(vcons)).toMatchObject([
      {
        name: expect.stringMatching(/^login /),
        status: { code: 'error', message: expect.stringMatching(/^rejected /) },
        attributes: { note: expect.stringMatching(/^the key is /), 'gen_ai.tool.name': 'login' },
        events: [{ name: expect.stringMatching(/^tried /) }],
      },
    ]);
  });

  it('are taken out under further keys', async () => {
    const { vcons } = await convertTelemetry([{ ...span, attributes: { ...span.attributes, ssn: '078-05-1120' } }], {
      ...CREATED,
      lossless: true,
      redactKeys: ['ssn'],
    });
    expect(JSON.stringify(vcons)).not.toContain('078-05-1120');
  });

  it.each([
    ['content', { content: false }],
    ['redact', { redact: () => 'nothing' }],
  ])('are not shown by kept spans against the option %s: it is refused', async (option, options) => {
    const error = await convertTelemetry([span], { lossless: true, ...options }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(OtelVconError);
    expect(error).toMatchObject({ code: 'LOSSLESS_OPTION', message: expect.stringContaining(option) });
  });
});

describe('convertTelemetry, lossless: spans that were made from a vCon', () => {
  it('give that vCon back, and are not kept', async () => {
    const { vcons } = await convertTelemetry(records('langfuse-sdk'), CREATED);
    const spans = vcons.flatMap((vcon) => vconToTelemetry(readVcon(serializeVcon(vcon)).vcon).spans);
    const again = await convertTelemetry(spans, { lossless: true });
    const read = (vcon: Vcon) => readVcon(serializeVcon(vcon)).vcon;
    expect(again.vcons.map(read)).toEqual(vcons.map(read));
    expect(again.notices.map(({ code }) => code)).not.toContain('spans-without-vcon');
  });
});
