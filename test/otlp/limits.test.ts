import { describe, expect, it } from 'vitest';
import { readOtlp } from '../../src/otlp/index.js';
import { names, read, request, span } from './reading.js';

const MIB = 1024 * 1024;

describe('sizes', () => {
  it('a value above the limit is skipped with its line, everything else is read', async () => {
    const huge = span(1, { traceState: 'x'.repeat(5000) });
    const reading = await read(
      `${request(span(2), huge, span(3))}\n${request(span(4))}`,
      { limits: { recordBytes: 1000 } },
      100,
    );
    expect(names(reading)).toEqual(['span 2', 'span 3', 'span 4']);
    expect(reading.warnings).toMatchObject([{ code: 'OTLP_TOO_LARGE', origin: { line: 1 } }]);
    expect(reading.warnings[0]?.message).toContain(`${huge.length} bytes`);
  });

  it.each([
    ['a span', `{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"`, '"}]}]}]}', 'OTLP_TOO_LARGE'],
    ['no JSON', 'noise ', '', 'OTLP_NO_JSON'],
    ['an object of others', '{"a":"', '"}', 'OTLP_UNKNOWN_DOCUMENT'],
    ['a string without an end', '{"resourceSpans":"', '', 'OTLP_CUT'],
    ['a key without an end', '{"resourceSpans":[],"', '', 'OTLP_BROKEN'],
  ])('a line of 60 MiB that is %s is skipped in bounded memory, the next is read', async (_, begin, end, code) => {
    function* source() {
      yield new TextEncoder().encode(begin);
      const piece = new Uint8Array(MIB).fill(0x78);
      for (let count = 0; count < 60; count += 1) yield piece;
      yield new TextEncoder().encode(`${end}\n${request(span(1))}\n`);
    }
    const codes: [string, number | undefined][] = [];
    const found: string[] = [];
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const options = {
      source: 'long',
      onNotice: (notice: { code: string; origin?: { line?: number } }) =>
        codes.push([notice.code, notice.origin?.line]),
    };
    const watched = (function* () {
      for (const piece of source()) {
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
        yield piece;
      }
    })();
    for await (const record of readOtlp(watched, options)) if (record.signal === 'span') found.push(record.name);
    expect(found).toEqual(['span 1']);
    expect(codes).toContainEqual([code, 1]);
    expect(most).toBeLessThan(59 * MIB);
  });

  it('many lines are read as they come, not at the end', async () => {
    let given = 0;
    function* source() {
      for (given = 0; given < 1000; given += 1) yield new TextEncoder().encode(`${request(span(given + 1))}\n`);
    }
    for await (const record of readOtlp(source())) {
      if (record.origin?.line === 1) expect(given).toBeLessThan(20);
      if (given >= 20) break;
    }
    expect(given).toBeLessThan(1000);
  });

  it('a batch of one resource in a large document is passed on before its end', async () => {
    const many = Array.from({ length: 1000 }, (_, number) => span(number + 1));
    const reading = await read(request(...many), { limits: { batchBytes: 2000 } }, 500);
    expect(reading.spans).toHaveLength(1000);
    expect(reading.spans.every(({ resource }) => resource.attributes['service.name'] === 'trip-agent')).toBe(true);
    expect(reading.warnings).toEqual([]);
  });

  it.each([0, -1, 1.5, Number.NaN])('a limit of %s is refused', async (recordBytes) => {
    await expect(read(request(span(1)), { limits: { recordBytes } })).rejects.toMatchObject({ code: 'OTLP_OPTION' });
  });
});
