import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeOtlp } from '../../src/otlp/index.js';
import { exporterSettings, sendTraces } from '../../src/replay/sending/index.js';
import { fromNanos, type SpanRecord, toNanos } from '../../src/telemetry/index.js';
import { buildGo, hasGo } from './build.js';
import { byIds, fixtureVcons, type NamedVcon, spansOf } from './fixtures.js';
import { eventually, freePorts, Running } from './running.js';

const isPossible = hasGo('jaeger');
if (!isPossible) console.warn('skipped: Go is missing or too old to build Jaeger');

const config = (query: number, grpc: number, otlp: number) => `
service:
  extensions: [jaeger_storage, jaeger_query]
  pipelines:
    traces: { receivers: [otlp], exporters: [jaeger_storage_exporter] }
  telemetry: { metrics: { level: none }, logs: { level: error } }
extensions:
  jaeger_query:
    storage: { traces: memory }
    http: { endpoint: "127.0.0.1:${query}" }
    grpc: { endpoint: "127.0.0.1:${grpc}" }
  jaeger_storage:
    backends: { memory: { memory: { max_traces: 100000 } } }
receivers:
  otlp: { protocols: { http: { endpoint: "127.0.0.1:${otlp}" } } }
exporters:
  jaeger_storage_exporter: { trace_storage: memory }
`;

/** Where Jaeger notes what it changed when it stored a span. */
const WARNINGS = '@jaeger@warnings';

/** A span as Jaeger shows it: it sorts events, so that equal spans are equal; the order of events says nothing. */
function shown(span: SpanRecord): SpanRecord {
  const { [WARNINGS]: _, ...attributes } = span.attributes;
  const events = [...span.events].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return { ...span, attributes, events };
}

/** A span as Jaeger stores it: one without length gets a nanosecond, and a warning. */
function asStored(span: SpanRecord): SpanRecord {
  const { startTime, endTime } = span;
  const isPoint = startTime !== undefined && endTime !== undefined && toNanos(startTime) === toNanos(endTime);
  return shown(isPoint ? { ...span, endTime: fromNanos(toNanos(endTime) + 1n) } : span);
}

/** The spans that are sent, by trace: several vCons may share one. */
function sentTraces(vcons: readonly NamedVcon[]): Map<string, SpanRecord[]> {
  const traces = new Map<string, SpanRecord[]>();
  for (const span of vcons.flatMap(spansOf)) traces.set(span.traceId, [...(traces.get(span.traceId) ?? []), span]);
  return traces;
}

describe.skipIf(!isPossible)('Jaeger 1.76', () => {
  const jaeger = new Running();
  let vcons: NamedVcon[] = [];
  let query = '';
  let endpoint = '';

  beforeAll(async () => {
    const program = buildGo('jaeger', 'github.com/jaegertracing/jaeger/cmd/jaeger');
    const [queryPort = 0, grpcPort = 0, otlpPort = 0] = await freePorts(3);
    query = `http://127.0.0.1:${queryPort}`;
    endpoint = `http://127.0.0.1:${otlpPort}`;
    await jaeger.start(program, config(queryPort, grpcPort, otlpPort), query);
    vcons = await fixtureVcons();
  });

  afterAll(() => jaeger.remove());

  async function replay(): Promise<void> {
    const summary = await sendTraces(vcons.map(spansOf), exporterSettings({}, { endpoint, compression: 'gzip' }));
    const spans = vcons.flatMap(spansOf).length;
    expect(summary).toMatchObject({ accepted: spans, rejected: 0, skipped: 0 });
    expect(summary.stopped).toBeUndefined();
  }

  async function storedTrace(traceId: string): Promise<SpanRecord[]> {
    return eventually(async () => {
      const answer = await fetch(`${query}/api/v3/traces/${traceId}`);
      if (!answer.ok) return undefined;
      const { result } = (await answer.json()) as { result: unknown };
      return byIds(decodeOtlp(result).filter((record) => record.signal === 'span'));
    });
  }

  it('stores what was replayed, span by span, and nothing more when it is replayed again', async () => {
    await replay();
    await replay();
    const traces = sentTraces(vcons);
    expect(traces.size).toBeGreaterThan(20);
    for (const [traceId, spans] of traces) {
      expect((await storedTrace(traceId)).map(shown)).toEqual(byIds(spans).map(asStored));
    }
  });

  it('warns of nothing but spans without length in traces that were made from events alone', async () => {
    const written = vcons.filter(({ name }) => name.endsWith('.vcon.json'));
    expect(written).toHaveLength(2);
    for (const traceId of sentTraces(written).keys()) {
      const answer = await fetch(`${query}/api/traces/${traceId}`);
      const { data } = (await answer.json()) as { data: { spans: { warnings: string[] | null }[] }[] };
      const warnings = data.flatMap(({ spans }) => spans.flatMap((span) => span.warnings ?? []));
      expect(warnings.filter((warning) => !warning.startsWith('Negative duration detected'))).toEqual([]);
    }
  });

  it('finds them by service', async () => {
    const answer = await fetch(`${query}/api/services`);
    const { data } = (await answer.json()) as { data: string[] };
    expect(data).toContain('planner');
  });
});
