import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodeTracesData } from '../../src/otlp/index.js';
import { fixture, names, read, request, span } from './reading.js';

const utf8 = new TextEncoder();

function join(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** As the Collector's file exporter writes a message: after its length in 4 bytes, big-endian. */
function prefixed(message: Uint8Array): Uint8Array {
  const prefix = new Uint8Array(4);
  new DataView(prefix.buffer).setUint32(0, message.length);
  return join(prefix, message);
}

async function protobuf(...numbers: readonly number[]): Promise<Uint8Array> {
  const { spans } = await read(request(...numbers.map((number) => span(number))));
  return encodeTracesData(spans, 'protobuf');
}

describe('compression', () => {
  const one = utf8.encode(`${request(span(1))}\n`);
  const two = utf8.encode(`${request(span(2))}\n`);

  it('gzip, by its content', async () => {
    expect(names(await read(gzipSync(one)))).toEqual(['span 1']);
  });

  it('gzip of several members', async () => {
    expect(names(await read(join(gzipSync(one), gzipSync(two))))).toEqual(['span 1', 'span 2']);
  });

  it('gzip that is cut off gives what can be had, and a warning', async () => {
    const lines = Array.from({ length: 20_000 }, (_, number) =>
      request(span(number + 1, { traceState: `${Math.sin(number)}` })),
    );
    const whole = gzipSync(lines.join('\n'));
    const reading = await read(whole.subarray(0, whole.length - 1000));
    expect(reading.spans.length).toBeGreaterThan(10_000);
    expect(reading.spans.length).toBeLessThan(20_000);
    expect(reading.warnings.map(({ code }) => code)).toContain('OTLP_COMPRESSION');
  });

  it('gzip that is damaged from the beginning is an error', async () => {
    await expect(read(new Uint8Array([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8]))).rejects.toMatchObject({
      code: 'OTLP_COMPRESSION',
    });
  });

  it('zstd as the zstd program writes it', async () => {
    const reading = await read(fixture('otlp/mixed-signals.jsonl.zst'));
    expect(names(reading)).toEqual(['execute_tool seat_map', 'invoke_agent planner']);
    expect(reading.logs).toHaveLength(2);
  });

  it('zstd of several frames', async () => {
    const frame = fixture('otlp/mixed-signals.jsonl.zst');
    expect((await read(join(frame, frame), {}, 7)).spans).toHaveLength(4);
  });

  it('zstd that is cut off is reported', async () => {
    const frame = fixture('otlp/mixed-signals.jsonl.zst');
    await expect(read(frame.subarray(0, 100))).rejects.toMatchObject({ code: 'OTLP_COMPRESSION' });
  });
});

describe('protobuf', () => {
  it('one body, in pieces of any size', async () => {
    const bytes = await protobuf(1, 2);
    for (const size of [1, 3, 1000]) {
      const reading = await read(bytes, {}, size);
      expect(names(reading)).toEqual(['span 1', 'span 2']);
      expect(reading.spans[0]?.resource.attributes['service.name']).toBe('trip-agent');
      expect(reading.warnings).toEqual([]);
    }
  });

  it('several bodies after each other', async () => {
    expect(names(await read(join(await protobuf(1), await protobuf(2))))).toEqual(['span 1', 'span 2']);
  });

  it('messages after their length', async () => {
    const reading = await read(join(prefixed(await protobuf(1)), prefixed(await protobuf(2, 3))));
    expect(names(reading)).toEqual(['span 1', 'span 2', 'span 3']);
    expect(reading.warnings).toEqual([]);
  });

  it('compressed messages after their length, JSON among them', async () => {
    const zstd = fixture('otlp/mixed-signals.jsonl.zst');
    const reading = await read(
      join(prefixed(zstd), prefixed(gzipSync(await protobuf(1))), prefixed(utf8.encode(request(span(2))))),
    );
    expect(names(reading)).toEqual(['execute_tool seat_map', 'invoke_agent planner', 'span 1', 'span 2']);
  });

  it('a message that is cut off is reported, the others are read', async () => {
    const bytes = join(prefixed(await protobuf(1)), prefixed(await protobuf(2)));
    const reading = await read(bytes.subarray(0, bytes.length - 4));
    expect(names(reading)).toEqual(['span 1']);
    expect(reading.warnings).toMatchObject([{ code: 'OTLP_CUT' }]);
  });

  it('a message above the limit is reported, the others are read', async () => {
    const large = await protobuf(1, 2, 3, 4, 5, 6, 7, 8);
    const small = await protobuf(9);
    const reading = await read(join(small, large, small), { limits: { messageBytes: small.length } });
    expect(names(reading)).toEqual(['span 9', 'span 9']);
    expect(reading.warnings).toMatchObject([{ code: 'OTLP_TOO_LARGE', origin: { offset: small.length } }]);
  });

  it('a span with invalid text loses only itself', async () => {
    const bytes = await protobuf(1, 2);
    const text = new TextDecoder('latin1').decode(bytes);
    bytes[text.indexOf('span 1')] = 0xff;
    const reading = await read(bytes);
    expect(names(reading)).toEqual(['span 2']);
    expect(reading.warnings).toMatchObject([{ code: 'OTLP_SPAN_UNREADABLE' }]);
  });

  it('log records are told from spans and from metrics', async () => {
    // ResourceLogs { scope_logs { log_records { time_unix_nano: 1, body: "hi" } } }
    const record = [0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0x2a, 4, 0x0a, 2, 0x68, 0x69];
    // ResourceMetrics { scope_metrics { metrics { name: "m", gauge {} } } }
    const metric = [0x0a, 1, 0x6d, 0x2a, 0];
    const body = (leaf: readonly number[]) => {
      const scope = [0x12, leaf.length, ...leaf];
      const resource = [0x12, scope.length, ...scope];
      return Uint8Array.from([0x0a, resource.length, ...resource]);
    };
    const reading = await read(join(body(record), body(metric)));
    expect(reading.records).toMatchObject([{ signal: 'log', time: [0, 1], body: 'hi' }]);
    expect(reading.infos).toMatchObject([{ code: 'OTLP_OTHER_SIGNAL' }]);
    expect(reading.warnings).toEqual([]);
  });
});
