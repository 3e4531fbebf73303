import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReplayedReader } from '../../../src/bridge/replayed/index.js';
import { decodeOtlp, tracesData } from '../../../src/otlp/index.js';
import { vconToTelemetry } from '../../../src/replay/index.js';
import { sendTraces } from '../../../src/replay/sending/index.js';
import type { Notice, SpanRecord } from '../../../src/telemetry/index.js';
import type { Vcon } from '../../../src/vcon/index.js';
import { arbitraryVcon } from '../arbitrary-vcon.js';
import { event, invocation, lawful, vconOf } from '../vcons.js';
import { settingsFor } from './stub-server.js';

/** `max_attribute_bytes` of Tempo's distributor, as it is by default. */
const ATTRIBUTE_BYTES = 2048;

interface WireAttribute {
  readonly key: string;
  readonly value: { stringValue?: string };
}

/** What Tempo does to spans: it refuses requests with ids of a wrong length, and cuts keys and texts at the top level. */
function throughTempo(spans: readonly SpanRecord[]): SpanRecord[] {
  const request = JSON.parse(JSON.stringify(tracesData(spans)), (key, value) => {
    if (key === 'traceId' && Buffer.from(value, 'hex').length !== 16) throw new Error('trace ids must be 128 bit');
    if (key === 'spanId' && Buffer.from(value, 'hex').length !== 8) throw new Error('span ids must be 64 bit');
    if ((key === 'traceId' || key === 'spanId') && /^0+$/.test(value)) throw new Error(`${key} is zero`);
    return key === 'attributes' ? (value as WireAttribute[]).map(cut) : value;
  });
  return decodeOtlp(request).filter((record) => record.signal === 'span');
}

function cut({ key, value }: WireAttribute): WireAttribute {
  const text = value.stringValue;
  return { key: cutText(key), value: text === undefined ? value : { stringValue: cutText(text) } };
}

function cutText(text: string): string {
  return Buffer.byteLength(text) > ATTRIBUTE_BYTES ? Buffer.from(text).subarray(0, ATTRIBUTE_BYTES).toString() : text;
}

function readBack(spans: readonly SpanRecord[]): { readonly vcons: Vcon[]; readonly notices: Notice[] } {
  const notices: Notice[] = [];
  const reader = new ReplayedReader((notice) => void notices.push(notice));
  const vcons = spans.flatMap((span) => reader.add(span) ?? []);
  return { vcons: [...vcons, ...reader.finish()], notices };
}

async function noticesOf(spans: readonly SpanRecord[]): Promise<string[]> {
  const codes: string[] = [];
  await sendTraces([spans], settingsFor('http://localhost'), {
    dryRun: true,
    onNotice: ({ code }) => void codes.push(code),
  });
  return codes;
}

const text = { encoding: 'none', mediatype: 'text/plain' };

describe("Tempo's rules of ingest", () => {
  it('refuse nothing that is replayed', () => {
    fc.assert(
      fc.property(arbitraryVcon, (vcon) => {
        const { spans } = vconToTelemetry(vcon);
        expect(throughTempo(spans)).toHaveLength(spans.length);
      }),
      { numRuns: 200 },
    );
  });

  it('leave a small vCon whole', async () => {
    const vcon = vconOf([invocation(1), event('tool-result', 2, { ...text, body: 'x'.repeat(ATTRIBUTE_BYTES) })]);
    const { spans } = vconToTelemetry(vcon);
    expect(await noticesOf(spans)).toEqual([]);
    expect(readBack(throughTempo(spans)).vcons.map(lawful)).toEqual([lawful(vcon)]);
  });

  it('cut long JSON: that is said before, and what comes back says that it is not whole', async () => {
    const json = { encoding: 'json', mediatype: 'application/json', body: { text: 'x'.repeat(ATTRIBUTE_BYTES) } };
    const { spans } = vconToTelemetry(vconOf([invocation(1), event('tool-result', 2, json)]));
    expect(await noticesOf(spans)).toEqual(['long-for-tempo']);
    const { vcons, notices } = readBack(throughTempo(spans));
    expect(vcons[0]?.events?.map(({ type }) => type)).toEqual(['tool-invocation']);
    expect(notices.map(({ code }) => code)).toEqual(['replayed-incomplete']);
  });

  it('count bytes, not letters', async () => {
    const { spans } = vconToTelemetry(
      vconOf([invocation(1), event('tool-result', 2, { ...text, body: 'ü'.repeat(1100) })]),
    );
    expect(await noticesOf(spans)).toEqual(['long-for-tempo']);
  });

  it('drop traces over 5 MB: that is said before', async () => {
    const results = Array.from({ length: 6 }, (_, index) =>
      event('tool-result', index, { ...text, operation_id: `op-${index}`, body: 'x'.repeat(1_000_000) }),
    );
    expect(await noticesOf(vconToTelemetry(vconOf(results)).spans)).toEqual(['large-for-tempo', 'long-for-tempo']);
  });
});
