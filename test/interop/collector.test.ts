import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convertTelemetry } from '../../src/convert/index.js';
import { readOtlp } from '../../src/otlp/index.js';
import { exporterSettings, sendTraces } from '../../src/replay/sending/index.js';
import type { SpanRecord } from '../../src/telemetry/index.js';
import type { Vcon } from '../../src/vcon/index.js';
import { lawful } from '../replay/vcons.js';
import { buildGo, hasGo } from './build.js';
import { byIds, fixtureVcons, type NamedVcon, spansOf } from './fixtures.js';
import { freePorts, Running } from './running.js';

const isPossible = hasGo('collector');
if (!isPossible) console.warn('skipped: Go is missing or too old to build the Collector');

const config = (otlp: number) => `
receivers:
  otlp: { protocols: { http: { endpoint: "127.0.0.1:${otlp}" } } }
exporters:
  file: { path: ./traces.jsonl }
service:
  pipelines:
    traces: { receivers: [otlp], exporters: [file] }
  telemetry: { metrics: { level: none }, logs: { level: error } }
`;

describe.skipIf(!isPossible)('OpenTelemetry Collector 0.161, OTLP in and file out', () => {
  const collector = new Running();
  let vcons: NamedVcon[] = [];
  let file: Buffer = Buffer.alloc(0);

  beforeAll(async () => {
    const [port = 0] = await freePorts(1);
    const endpoint = `http://127.0.0.1:${port}`;
    await collector.start(buildGo('collector', '.'), config(port), endpoint);
    vcons = await fixtureVcons();
    for (const compression of ['none', 'gzip'] as const) {
      const half = vcons.filter((_, index) => (index % 2 === 0) === (compression === 'gzip'));
      const summary = await sendTraces(half.map(spansOf), exporterSettings({}, { endpoint, compression }));
      expect(summary).toMatchObject({ accepted: half.flatMap(spansOf).length, rejected: 0, skipped: 0 });
    }
    await collector.stop();
    file = readFileSync(join(collector.folder, 'traces.jsonl'));
  });

  afterAll(() => collector.remove());

  it('writes what was replayed, span by span', async () => {
    const written: SpanRecord[] = [];
    for await (const record of readOtlp(file)) if (record.signal === 'span') written.push(record);
    expect(byIds(written)).toEqual(byIds(vcons.flatMap(spansOf)));
  });

  it('gives the vCons back (law L1)', async () => {
    const { vcons: back, notices } = await convertTelemetry(readOtlp(file));
    const byUuid = (some: readonly Vcon[]) => [...some].sort((a, b) => (a.uuid < b.uuid ? -1 : 1)).map(lawful);
    expect(byUuid(back)).toEqual(byUuid(vcons.map(({ vcon }) => vcon)));
    expect(notices.filter(({ level }) => level === 'warning')).toEqual([]);
  });
});
