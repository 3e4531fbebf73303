import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeTracesData, writeTracesData } from '../../src/otlp/index.js';
import type { AnyValue, Attributes, HrTime, SpanRecord } from '../../src/telemetry/index.js';
import { names, read, request, span } from './reading.js';

function hex(bytes: number): fc.Arbitrary<string> {
  return fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .filter((id) => id.some((byte) => byte !== 0))
    .map((id) => [...id].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
}

const text = fc.string({ unit: 'binary', maxLength: 12 });
const filled = text.filter((value) => value !== '');
const integer = fc
  .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  .map((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value));
// Whole doubles beyond 2^53 stay doubles; those below are integers, as OTLP's readers cannot tell them apart.
const double = fc.double();

const { value } = fc.letrec<{ value: AnyValue; map: Attributes }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.boolean(),
    fc.constant(null),
    integer,
    double,
    fc.uint8Array({ maxLength: 8 }),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('map'),
  ),
  map: fc
    .dictionary(fc.oneof(text, fc.constant('__proto__')), tie('value'), { maxKeys: 3, noNullPrototype: false })
    .map(withoutPrototype),
}));

function withoutPrototype(map: Attributes): Attributes {
  const copy = Object.create(null);
  for (const [key, member] of Object.entries(map)) copy[key] = member;
  return copy;
}

const attributes = fc.dictionary(fc.oneof(text, fc.constant('__proto__')), value, { maxKeys: 4 }).map(withoutPrototype);
const time: fc.Arbitrary<HrTime> = fc.tuple(
  fc.integer({ min: 1, max: 4_000_000_000 }),
  fc.integer({ min: 0, max: 999_999_999 }),
);
const count = fc.integer({ min: 1, max: 2 ** 32 - 1 });

function record<T>(
  required: { [K in keyof T]: fc.Arbitrary<T[K]> },
  optional: Record<string, fc.Arbitrary<unknown>>,
): fc.Arbitrary<T> {
  return fc.record(
    { ...required, ...optional },
    { requiredKeys: Object.keys(required) as never, noNullPrototype: true },
  ) as fc.Arbitrary<T>;
}

const event = record<SpanRecord['events'][number]>(
  { name: text, time: fc.option(time, { nil: undefined }), attributes },
  { droppedAttributesCount: count },
);
const link = record<SpanRecord['links'][number]>(
  { traceId: hex(16), spanId: hex(8), attributes },
  { traceState: filled, flags: count, droppedAttributesCount: count },
);

const spanRecord: fc.Arbitrary<SpanRecord> = record<SpanRecord>(
  {
    signal: fc.constant('span'),
    traceId: hex(16),
    spanId: hex(8),
    name: text,
    kind: fc.constantFrom('unspecified', 'internal', 'server', 'client', 'producer', 'consumer'),
    startTime: fc.option(time, { nil: undefined }),
    endTime: fc.option(time, { nil: undefined }),
    status: record<SpanRecord['status']>({ code: fc.constantFrom('unset', 'ok', 'error') }, { message: filled }),
    attributes,
    events: fc.array(event, { maxLength: 2 }),
    links: fc.array(link, { maxLength: 2 }),
    resource: record<SpanRecord['resource']>({ attributes }, { schemaUrl: filled, droppedAttributesCount: count }),
    scope: record<SpanRecord['scope']>(
      { name: text },
      {
        version: filled,
        schemaUrl: filled,
        droppedAttributesCount: count,
        attributes: attributes.filter((map) => Object.keys(map).length > 0),
      },
    ),
  },
  {
    parentSpanId: hex(8),
    traceState: filled,
    flags: count,
    droppedAttributesCount: count,
    droppedEventsCount: count,
    droppedLinksCount: count,
  },
);

/** What stays when spans are put together by resource and scope: which spans there are, not their order. */
function inAnyOrder(records: readonly SpanRecord[]): unknown {
  const plain = records.map(({ origin: _, ...rest }) => rest);
  return plain.sort((a, b) => (a.traceId + a.spanId < b.traceId + b.spanId ? -1 : 1));
}

describe('what is written is read as it was', () => {
  it.each(['json', 'protobuf'] as const)('%s', async (encoding) => {
    await fc.assert(
      fc.asyncProperty(fc.array(spanRecord, { minLength: 1, maxLength: 4 }), async (spans) => {
        const reading = await read(encodeTracesData(spans, encoding));
        expect(reading.warnings).toEqual([]);
        expect(inAnyOrder(reading.spans)).toEqual(inAnyOrder(spans));
      }),
      { numRuns: 200 },
    );
  });

  it('and written the same again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(spanRecord, { minLength: 1, maxLength: 4 }), async (spans) => {
        const line = writeTracesData(spans);
        expect(writeTracesData((await read(line)).spans)).toBe(line);
      }),
    );
  });
});

describe('how the bytes are divided does not matter', () => {
  it.each(['json', 'protobuf'] as const)('%s', async (encoding) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(spanRecord, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 70 }),
        async (spans, size) => {
          const bytes = encodeTracesData(spans, encoding);
          expect((await read(bytes, {}, size)).records).toEqual((await read(bytes)).records);
        },
      ),
    );
  });

  it('for text that is broken in any way, which never throws but for an input of nothing', async () => {
    const good = request(span(1), span(2));
    const damage = fc.tuple(
      fc.nat(good.length - 1),
      fc.nat(30),
      fc.constantFrom('', '\n', '"', '{', '}', ']', '\\', `\n${good}\n`, 'x'),
    );
    await fc.assert(
      fc.asyncProperty(damage, fc.integer({ min: 1, max: 70 }), async ([at, length, put], size) => {
        const text = `${good}\n${good.slice(0, at)}${put}${good.slice(at + length)}\n${good}\n`;
        const [whole, divided] = [await read(text), await read(text, {}, size)];
        expect(divided.records).toEqual(whole.records);
        expect(divided.warnings).toEqual(whole.warnings);
        expect(names(whole).slice(0, 2)).toEqual(['span 1', 'span 2']);
      }),
      { numRuns: 500 },
    );
  });

  it('a damaged line never harms the line after it', async () => {
    const good = request(span(1), span(2));
    const last = request(span(8), span(9));
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), async (at) => {
        const reading = await read(`${good.slice(0, at)}\n${last}\n`);
        expect(names(reading).slice(-2)).toEqual(['span 8', 'span 9']);
        if (at > 0) expect(reading.warnings).toHaveLength(1);
      }),
      { numRuns: 500 },
    );
  });
});
