import { describe, expect, it } from 'vitest';
import { decodeOtlp } from '../../src/otlp/index.js';
import type { SpanRecord } from '../../src/telemetry/index.js';
import { read, request, span, TRACE } from './reading.js';

async function one(members: Record<string, unknown>) {
  const reading = await read(request(span(1, members)));
  return { record: reading.spans[0], codes: reading.warnings.map(({ code }) => code) };
}

async function decoded(json: string): Promise<unknown> {
  const text = request(span(1).replace(/\}$/, `,"attributes":[{"key":"v","value":${json}}]}`));
  return (await read(text)).spans[0]?.attributes.v;
}

describe('ids', () => {
  it.each([
    ['AAAAAAAAAABZTlGa5JkxKw==', '0000000000000000594e519ae499312b'],
    ['AAAAAAAAAABZTlGa5JkxKw', '0000000000000000594e519ae499312b'],
    ['594e519ae499312b', '0000000000000000594e519ae499312b'],
    ['594E519AE499312BAAAAAAAAAAAAAAAA', '594e519ae499312baaaaaaaaaaaaaaaa'],
    // Hex whose characters are base64 too: 32 of them are 24 bytes of base64, which no id has.
    ['deadbeefdeadbeefdeadbeefdeadbeef', 'deadbeefdeadbeefdeadbeefdeadbeef'],
    ['_-__AAAAAABZTlGa5JkxKw==', 'ffefff000000000059' + '4e519ae499312b'],
  ])('trace id %s', async (traceId, expected) => {
    expect((await one({ traceId })).record?.traceId).toBe(expected);
  });

  it.each(['', '0'.repeat(32), null, 'xyz', 'AAAA', 7, 'AAAAAAAAAAAAAAAAAAAAAA=='])(
    'a span without a trace id (%j) is lost alone and reported',
    async (traceId) => {
      const reading = await read(request(span(1, { traceId }), span(2)));
      expect(reading.spans.map(({ name }) => name)).toEqual(['span 2']);
      expect(reading.warnings).toMatchObject([{ code: 'OTLP_SPAN_UNREADABLE', origin: { line: 1 } }]);
    },
  );

  it.each(['', '0'.repeat(16), null, 'AAAAAAAAAAA='])('no parent: %j', async (parentSpanId) => {
    const { record, codes } = await one({ parentSpanId });
    expect(record).not.toHaveProperty('parentSpanId');
    expect(codes).toEqual([]);
  });

  it('a parent that is no id is left out and reported', async () => {
    const { record, codes } = await one({ parentSpanId: 'what' });
    expect(record).not.toHaveProperty('parentSpanId');
    expect(codes).toEqual(['OTLP_ID_UNREADABLE']);
  });
});

describe('times', () => {
  it.each([
    ['"1796029201000000123"', [1796029201, 123]],
    ['1796029201000000123', [1796029201, 123]],
    ['1796029201999999999', [1796029201, 999999999]],
    ['1.5e9', [1, 500000000]],
    ['"18446744073709551615"', [18446744073, 709551615]],
    ['"7"', [0, 7]],
    ['"0"', undefined],
    ['0', undefined],
    ['null', undefined],
  ])('%s', async (json, expected) => {
    const reading = await read(request(span(1).replace(/\}$/, `,"startTimeUnixNano":${json}}`)));
    expect(reading.spans[0]?.startTime).toEqual(expected);
    expect(reading.warnings).toEqual([]);
  });

  it.each(['"2026-11-30T09:00:00Z"', '-1', '{}'])('%s is no time, which is reported', async (json) => {
    const reading = await read(request(span(1).replace(/\}$/, `,"startTimeUnixNano":${json}}`)));
    expect(reading.spans).toMatchObject([{ startTime: undefined }]);
    expect(reading.warnings).toMatchObject([{ code: 'OTLP_TIME_UNREADABLE' }]);
  });
});

describe('enums', () => {
  it.each([
    [2, 'server'],
    ['2', 'server'],
    ['SPAN_KIND_SERVER', 'server'],
    ['Server', 'server'],
    [null, 'unspecified'],
  ])('kind %j', async (kind, expected) => {
    const { record, codes } = await one({ kind });
    expect(record?.kind).toBe(expected);
    expect(codes).toEqual([]);
  });

  it.each([
    [2, 'error'],
    ['STATUS_CODE_ERROR', 'error'],
    ['ERROR', 'error'],
    ['Ok', 'ok'],
    [undefined, 'unset'],
  ])('status %j', async (code, expected) => {
    expect((await one({ status: { code } })).record?.status.code).toBe(expected);
  });

  it('reports one that is unknown', async () => {
    expect(await one({ kind: 'SPAN_KIND_ODD' })).toMatchObject({
      record: { kind: 'unspecified' },
      codes: ['OTLP_ENUM_UNKNOWN'],
    });
  });

  it.each([
    [9, 9],
    ['SEVERITY_NUMBER_INFO', 9],
    ['SEVERITY_NUMBER_ERROR3', 19],
    ['warn', 13],
    [0, undefined],
  ])('severity %j', async (severityNumber, expected) => {
    const { logs } = await read(
      JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ severityNumber }] }] }] }),
    );
    expect(logs[0]?.severityNumber).toBe(expected);
  });
});

describe('values', () => {
  it.each([
    ['{"intValue":"9007199254740993"}', 9007199254740993n],
    ['{"intValue":9007199254740993}', 9007199254740993n],
    ['{"intValue":-9223372036854775808}', -9223372036854775808n],
    ['{"intValue":"42"}', 42],
    ['{"doubleValue":1e300}', 1e300],
    ['{"doubleValue":100000000000000000}', 1e17],
    ['{"doubleValue":NaN}', NaN],
    ['{"doubleValue":-Infinity}', -Infinity],
    ['{"stringValue":"[1234567890123456789, NaN]"}', '[1234567890123456789, NaN]'],
    ['{"stringValue":"say \\"x\\":1234567890123456789"}', 'say "x":1234567890123456789'],
    ['{"boolValue":false}', false],
    ['{"arrayValue":{}}', []],
    ['{}', null],
    ['null', null],
    ['{"bytesValue":"AP_-"}', new Uint8Array([0, 255, 254])],
    ['{"bytesValue":"AP/+"}', new Uint8Array([0, 255, 254])],
    ['{"string_value":"x"}', 'x'],
    ['{"Value":{"IntValue":5}}', 5],
    ['{"string_value":null,"int_value":"3"}', 3],
    ['"bare"', 'bare'],
    ['{"newValue":1}', null],
  ])('%s', async (json, expected) => {
    expect(await decoded(json)).toEqual(expected);
  });

  it('a key called __proto__ is a key', async () => {
    const attributes = (
      await read(
        request(
          span(1, {
            attributes: [
              { key: '__proto__', value: { kvlistValue: { values: [{ key: '__proto__', value: { intValue: 1 } }] } } },
            ],
          }),
        ),
      )
    ).spans[0]?.attributes;
    expect(Object.keys(attributes ?? {})).toEqual(['__proto__']);
    expect(Object.values(attributes ?? {}).flatMap((value) => Object.keys(Object(value)))).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).intValue).toBeUndefined();
  });

  it.each(['{"intValue":"many"}', '{"doubleValue":"1,5"}', '{"bytesValue":"%%"}'])(
    '%s is kept as text and reported',
    async (json) => {
      const reading = await read(request(span(1).replace(/\}$/, `,"attributes":[{"key":"v","value":${json}}]}`)));
      expect(reading.spans[0]?.attributes.v).toBe(/:"(.*)"/.exec(json)?.[1]);
      expect(reading.warnings).toMatchObject([{ code: 'OTLP_VALUE_UNREADABLE' }]);
    },
  );

  it('one nested too deeply is left out as a whole, and nothing else is', async () => {
    const deep = '{"arrayValue":{"values":['.repeat(5000) + ']}}'.repeat(5000);
    const attributes = `[{"key":"v","value":${deep}},{"key":"w","value":{"intValue":"1"}}]`;
    const reading = await read(request(`${span(1).slice(0, -1)},"attributes":${attributes}}`, span(2)));
    expect(reading.spans.map(({ name, attributes: read }) => [name, { ...read }])).toEqual([
      ['span 1', { v: null, w: 1 }],
      ['span 2', {}],
    ]);
    expect(reading.warnings).toMatchObject([{ code: 'OTLP_VALUE_UNREADABLE' }]);
  });

  it('attributes and events of another shape are left out and reported', async () => {
    const { record, codes } = await one({ attributes: { a: 1 }, events: 'none' });
    expect(record).toMatchObject({ events: [] });
    expect(codes).toEqual(['OTLP_FIELD_UNREADABLE', 'OTLP_FIELD_UNREADABLE']);
  });
});

describe('the whole span', () => {
  it('has everything that OTLP says about it, and ignores the rest', async () => {
    const { record } = await one({
      traceState: 'a=b',
      parentSpanId: 'ABCDEF0123456789',
      flags: 257,
      droppedAttributesCount: 1,
      droppedEventsCount: '2',
      droppedLinksCount: 3,
      status: { code: 2, message: 'no' },
      events: [
        { name: 'e', timeUnixNano: '5', droppedAttributesCount: 4, attributes: [{ key: 'k', value: { intValue: 1 } }] },
      ],
      links: [{ traceId: TRACE, spanId: '00000000000000aa', traceState: 'c=d', flags: 1 }],
      future: { member: true },
    });
    expect(record).toEqual({
      signal: 'span',
      traceId: TRACE,
      spanId: '0000000000000001',
      parentSpanId: 'abcdef0123456789',
      traceState: 'a=b',
      flags: 257,
      name: 'span 1',
      kind: 'unspecified',
      startTime: undefined,
      endTime: undefined,
      status: { code: 'error', message: 'no' },
      attributes: Object.create(null),
      events: [
        {
          name: 'e',
          time: [0, 5],
          droppedAttributesCount: 4,
          attributes: Object.assign(Object.create(null), { k: 1 }),
        },
      ],
      links: [
        { traceId: TRACE, spanId: '00000000000000aa', traceState: 'c=d', flags: 1, attributes: Object.create(null) },
      ],
      droppedAttributesCount: 1,
      droppedEventsCount: 2,
      droppedLinksCount: 3,
      resource: { attributes: Object.assign(Object.create(null), { 'service.name': 'trip-agent' }) },
      scope: { name: 'lib' },
      origin: { source: 'test', line: 1, offset: expect.any(Number) },
    });
  });
});

describe('values that are parsed already', () => {
  const spans = (value: unknown) => decodeOtlp(value).map((record) => (record as SpanRecord).name);

  it('a request, an array of them, parts of one', () => {
    const whole = JSON.parse(request(span(1)));
    expect(spans(whole)).toEqual(['span 1']);
    expect(spans([whole, whole])).toEqual(['span 1', 'span 1']);
    expect(spans({ trace: whole })).toEqual(['span 1']);
    expect(spans(whole.resourceSpans[0])).toEqual(['span 1']);
    expect(spans(whole.resourceSpans[0].scopeSpans[0])).toEqual(['span 1']);
    expect(spans(JSON.parse(span(1, { startTimeUnixNano: '1' })))).toEqual(['span 1']);
  });

  it('gives what reading the text gives', async () => {
    const text = request(span(1), span(2));
    const withoutOrigin = (records: readonly object[]) => records.map((record) => ({ ...record, origin: undefined }));
    expect(withoutOrigin(decodeOtlp(JSON.parse(text)))).toEqual(withoutOrigin((await read(text)).records));
  });

  it.each([[{ data: [] }], [null], ['text'], [[1]]])('%j is no OTLP', (value) => {
    expect(() => decodeOtlp(value)).toThrow(expect.objectContaining({ code: 'OTLP_UNKNOWN_DOCUMENT' }));
  });
});
