import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertTelemetry } from '../../src/convert/index.js';
import { decodeOtlp } from '../../src/otlp/index.js';
import { fromTraceAnalysis, toTraceAnalysis, vconToTelemetry } from '../../src/replay/index.js';
import { parseJson, type SpanRecord, type TelemetryRecord } from '../../src/telemetry/index.js';
import { readVcon, serializeVcon, type Vcon } from '../../src/vcon/index.js';
import { arbitraryTrace } from './arbitrary-trace.js';
import { flaws, lawful } from './vcons.js';

const RUNS = 1000;
const TRACES = new URL('../fixtures/traces/', import.meta.url);

/** What law L2 says of a tool span. */
function told({ traceId, spanId, parentSpanId, name, kind, startTime, endTime, status }: SpanRecord): unknown {
  return { traceId, spanId, parentSpanId, name, kind, startTime, endTime, status: status.code };
}

async function vconsOf(records: readonly TelemetryRecord[]): Promise<Vcon[]> {
  const { vcons } = await convertTelemetry(records, { createdAt: Date.parse('2026-11-30T10:00:00Z') });
  return vcons.map((vcon) => readVcon(serializeVcon(vcon)).vcon);
}

function back(vcons: readonly Vcon[]): SpanRecord[] {
  return vcons.flatMap((vcon) => vconToTelemetry(vcon).spans);
}

function byIds(spans: readonly SpanRecord[]): SpanRecord[] {
  return [...spans].sort((a, b) => (a.traceId + a.spanId < b.traceId + b.spanId ? -1 : 1));
}

describe('law L2: trace, vCon, trace', () => {
  it(`gives the tool spans of generated traces back (${RUNS})`, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryTrace, async (records) => {
        const spans = back(await vconsOf(records));
        const tools = records.filter(({ attributes }) => attributes['gen_ai.operation.name'] === 'execute_tool');
        const ids = new Set(tools.map(({ traceId, spanId }) => traceId + spanId));
        const found = spans.filter(({ traceId, spanId }) => ids.has(traceId + spanId));
        expect(byIds(found).map(told)).toEqual(byIds(tools).map(told));
        expect(flaws(spans)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it(`gives every span back, attribute for attribute, when the spans are kept (${RUNS})`, () => {
    fc.assert(
      fc.property(arbitraryTrace, (records) => {
        const analysis = parseJson(JSON.stringify(toTraceAnalysis(records)));
        expect(byIds(fromTraceAnalysis(analysis) ?? [])).toEqual(byIds(records));
      }),
      { numRuns: RUNS },
    );
  });

  it.each(realTraces())('gives the tool spans of %s back', async (name) => {
    const records = [`${name}.otlp.json`, `${name}.logs.otlp.json`].flatMap(read);
    const originals = new Map(
      records.flatMap((record) => (record.signal === 'span' ? [[record.traceId + record.spanId, record]] : [])),
    );
    const vcons = await vconsOf(records);
    const spans = back(vcons);
    expect(flaws(spans)).toEqual([]);
    const own = vcons.flatMap(({ events = [] }) => events).filter((event) => event['otel_span'] !== undefined);
    const found = spans.flatMap((span) => {
      const original = originals.get(span.traceId + span.spanId);
      const isTool = span.attributes['gen_ai.operation.name'] === 'execute_tool';
      return isTool && original !== undefined ? [[told(span), told(original)]] : [];
    });
    for (const [after, before] of found) expect(after).toEqual(before);
    expect(found).toHaveLength(own.length);
  });
});

describe('law L1: vCons of real traces', () => {
  it.each(realTraces())('gives those made from %s back', async (name) => {
    const vcons = await vconsOf([`${name}.otlp.json`, `${name}.logs.otlp.json`].flatMap(read));
    const wire = parseJson(JSON.stringify(toTraceAnalysis(back(vcons)).body));
    const again = vcons.length === 0 ? [] : await vconsOf(decodeOtlp(wire));
    expect(byUuid(again).map(lawful)).toEqual(byUuid(vcons).map(lawful));
  });
});

function byUuid(vcons: readonly Vcon[]): Vcon[] {
  return [...vcons].sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
}

function realTraces(): string[] {
  return readdirSync(TRACES).flatMap((file) => /^([^.]+)\.otlp\.json$/.exec(file)?.[1] ?? []);
}

function read(file: string): readonly TelemetryRecord[] {
  const url = new URL(file, TRACES);
  return existsSync(url) ? decodeOtlp(JSON.parse(readFileSync(url, 'utf8'))) : [];
}
