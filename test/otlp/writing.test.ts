import { describe, expect, it } from 'vitest';
import { encodedSize, encodeTracesData, tracesData, writeTracesData } from '../../src/otlp/index.js';
import type { SpanRecord } from '../../src/telemetry/index.js';
import { fixture, read, request, span, TRACE } from './reading.js';

const bare: SpanRecord = {
  signal: 'span',
  traceId: TRACE,
  spanId: '0000000000000001',
  name: 'n',
  kind: 'unspecified',
  startTime: undefined,
  endTime: undefined,
  status: { code: 'unset' },
  attributes: {},
  events: [],
  links: [],
  resource: { attributes: {} },
  scope: { name: '' },
};

/** The one span of a request. */
// biome-ignore lint/suspicious/noExplicitAny: plain JSON
function only(data: any): any {
  return data.resourceSpans[0].scopeSpans[0].spans[0];
}

describe('OTLP/JSON as its specification says', () => {
  it('has no empty members', () => {
    expect(tracesData([bare])).toEqual({
      resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: TRACE, spanId: '0000000000000001', name: 'n' }] }] }],
    });
  });

  it('writes enums as integers, times as decimal text, ids as hex', () => {
    const data = only(
      tracesData([
        {
          ...bare,
          kind: 'client',
          startTime: [1796029201, 5],
          status: { code: 'error', message: 'm' },
          parentSpanId: '00000000000000aa',
        },
      ]),
    );
    expect(data).toMatchObject({
      kind: 3,
      startTimeUnixNano: '1796029201000000005',
      status: { code: 2, message: 'm' },
      parentSpanId: '00000000000000aa',
    });
  });

  it.each([
    [1, { intValue: '1' }],
    [9007199254740993n, { intValue: '9007199254740993' }],
    [2n ** 70n, { stringValue: '1180591620717411303424' }],
    [0.5, { doubleValue: 0.5 }],
    [1e300, { doubleValue: 1e300 }],
    [NaN, { doubleValue: 'NaN' }],
    [-Infinity, { doubleValue: '-Infinity' }],
    ['', { stringValue: '' }],
    ['a\ud800', { stringValue: 'a\ufffd' }],
    ['\udc00😀', { stringValue: '\ufffd😀' }],
    [false, { boolValue: false }],
    [null, {}],
    [[], { arrayValue: {} }],
    [{}, { kvlistValue: {} }],
    [[1, null], { arrayValue: { values: [{ intValue: '1' }, {}] } }],
    [new Uint8Array([0, 255, 254]), { bytesValue: 'AP/+' }],
  ])('value %#', (value, expected) => {
    expect(only(tracesData([{ ...bare, attributes: { v: value } }])).attributes).toEqual([
      { key: 'v', value: expected },
    ]);
  });

  it('groups by resource and scope, in the order of the first spans', () => {
    const at = (id: number, service: string, scope: string): SpanRecord => ({
      ...bare,
      spanId: id.toString(16).padStart(16, '0'),
      resource: { attributes: { service }, schemaUrl: 'urn:r' },
      scope: { name: scope },
    });
    // biome-ignore lint/suspicious/noExplicitAny: plain JSON
    const data: any = tracesData([at(1, 'b', 'x'), at(2, 'a', 'x'), at(3, 'b', 'y'), at(4, 'b', 'x')]);
    // biome-ignore lint/suspicious/noExplicitAny: plain JSON
    const shape = data.resourceSpans.map((r: any) => [
      r.resource.attributes[0].value.stringValue,
      r.schemaUrl,
      // biome-ignore lint/suspicious/noExplicitAny: plain JSON
      r.scopeSpans.map((s: any) => [s.scope.name, s.spans.map((item: { spanId: string }) => Number(item.spanId))]),
    ]);
    expect(shape).toEqual([
      [
        'b',
        'urn:r',
        [
          ['x', [1, 4]],
          ['y', [3]],
        ],
      ],
      ['a', 'urn:r', [['x', [2]]]],
    ]);
  });

  it('is one line', async () => {
    const { spans } = await read(request(span(1), span(2, { name: 'a\nb' })));
    const line = writeTracesData(spans);
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(writeTracesData([])).toBe('');
  });

  it('is read back as what was written, for a real trace', async () => {
    const { spans } = await read(fixture('traces/codex-cli.otlp.json'));
    const again = (await read(writeTracesData(spans))).spans;
    const withoutOrigin = (records: readonly SpanRecord[]) =>
      new Map(records.map(({ origin: _, ...record }) => [`${record.traceId}/${record.spanId}`, record]));
    expect(withoutOrigin(again)).toEqual(withoutOrigin(spans));
  });
});

describe('bodies', () => {
  it('have bytes', () => {
    expect(new TextDecoder().decode(encodeTracesData([bare], 'json'))).toBe(JSON.stringify(tracesData([bare])));
    // TracesData { resource_spans { scope_spans { spans { trace_id, span_id, name } } } }
    const spanBytes = [
      0x0a,
      16,
      ...Uint8Array.from(TRACE.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
      0x12,
      8,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      0x2a,
      1,
      0x6e,
    ];
    const scope = [0x12, spanBytes.length, ...spanBytes];
    const resource = [0x12, scope.length, ...scope];
    expect([...encodeTracesData([bare], 'protobuf')]).toEqual([0x0a, resource.length, ...resource]);
  });

  it.each(['json', 'protobuf'] as const)(
    'are not larger than the sum of the sizes of their spans (%s)',
    async (encoding) => {
      const { spans } = await read(fixture('traces/genkit.otlp.json'));
      const sum = spans.reduce((size, record) => size + encodedSize(record, encoding), 0);
      expect(encodeTracesData(spans, encoding).length).toBeLessThanOrEqual(sum);
    },
  );
});
