import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { convertTelemetry } from '../../src/convert/index.js';
import { decodeOtlp } from '../../src/otlp/index.js';
import { vconToTelemetry } from '../../src/replay/index.js';
import type { SpanRecord, TelemetryRecord } from '../../src/telemetry/index.js';
import { readVcon, type Vcon } from '../../src/vcon/index.js';

const TRACES = new URL('../fixtures/traces/', import.meta.url);
const VCONS = ['../fixtures/replay/out-of-order.vcon.json', '../fixtures/vcon/FC-40c.vcon.json'];

/** A vCon of the fixtures with its name. */
export interface NamedVcon {
  readonly name: string;
  readonly vcon: Vcon;
}

/** vCons to replay: written ones, and those made from every real trace. Each has a uuid of its own. */
export async function fixtureVcons(): Promise<NamedVcon[]> {
  const written = VCONS.map((path) => ({ name: path, vcon: readVcon(readText(new URL(path, import.meta.url))).vcon }));
  const emitters = readdirSync(TRACES).flatMap((file) => /^([^.]+)\.otlp\.json$/.exec(file)?.[1] ?? []);
  const made = await Promise.all(
    emitters.map(async (name) => {
      const records = [`${name}.otlp.json`, `${name}.logs.otlp.json`].flatMap(readRecords);
      const { vcons } = await convertTelemetry(records, { createdAt: Date.parse('2026-11-30T10:00:00Z') });
      return vcons.map((vcon, index) => ({ name: `${name} ${index}`, vcon }));
    }),
  );
  return [...written, ...made.flat()].map((one, index) => ({
    ...one,
    vcon: { ...one.vcon, uuid: `0193791e-7a00-8abc-8def-${String(index).padStart(12, '0')}` },
  }));
}

/** The spans that are sent for a vCon. */
export function spansOf({ vcon }: NamedVcon): readonly SpanRecord[] {
  return vconToTelemetry(vcon).spans;
}

/** Spans in the order of their ids, as they are compared. */
export function byIds(spans: Iterable<SpanRecord>): SpanRecord[] {
  return [...spans]
    .map(({ origin: _, ...span }) => span)
    .sort((a, b) => (a.traceId + a.spanId < b.traceId + b.spanId ? -1 : 1));
}

function readRecords(file: string): readonly TelemetryRecord[] {
  const url = new URL(file, TRACES);
  return existsSync(url) ? decodeOtlp(JSON.parse(readText(url))) : [];
}

function readText(url: URL): string {
  return readFileSync(url, 'utf8');
}
