import { readFileSync } from 'node:fs';
import { type ReadOtlpOptions, readOtlp } from '../../src/otlp/index.js';
import type { LogRecord, Notice, SpanRecord, TelemetryRecord } from '../../src/telemetry/index.js';

/** What reading an input gave. */
export interface Reading {
  readonly records: readonly TelemetryRecord[];
  readonly spans: readonly SpanRecord[];
  readonly logs: readonly LogRecord[];
  readonly warnings: readonly Notice[];
  readonly infos: readonly Notice[];
}

/** Reads bytes or text to the end, in pieces of `size` bytes. */
export async function read(input: Uint8Array | string, options: ReadOtlpOptions = {}, size?: number): Promise<Reading> {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  const notices: Notice[] = [];
  const records: TelemetryRecord[] = [];
  const source = size === undefined ? bytes : inPieces(bytes, size);
  for await (const record of readOtlp(source, {
    source: 'test',
    ...options,
    onNotice: (notice) => notices.push(notice),
  })) {
    records.push(record);
  }
  return {
    records,
    spans: records.filter((record) => record.signal === 'span'),
    logs: records.filter((record) => record.signal === 'log'),
    warnings: notices.filter(({ level }) => level === 'warning'),
    infos: notices.filter(({ level }) => level === 'info'),
  };
}

/** The bytes in pieces, each in the same buffer, as a source may do that reads into one. */
export function* inPieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  const buffer = new Uint8Array(size);
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    buffer.set(piece);
    yield buffer.subarray(0, piece.length);
  }
}

export function fixture(name: string): Uint8Array {
  return readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
}

export const TRACE = '729fc177d9363fa8d3a694d06e1fa75e';

/** JSON of a small span; the id is `number` in hex. */
export function span(number: number, members: Record<string, unknown> = {}): string {
  const spanId = number.toString(16).padStart(16, '0');
  return JSON.stringify({ traceId: TRACE, spanId, name: `span ${number}`, ...members });
}

/** JSON of a request with these spans. */
export function request(...spans: readonly string[]): string {
  const resource = '{"attributes":[{"key":"service.name","value":{"stringValue":"trip-agent"}}]}';
  return `{"resourceSpans":[{"resource":${resource},"scopeSpans":[{"scope":{"name":"lib"},"spans":[${spans.join(',')}]}]}]}`;
}

export function names(reading: Reading): readonly string[] {
  return reading.spans.map(({ name }) => name);
}
