import { describe, expect, it } from 'vitest';
import { names, read, request, span } from './reading.js';

const utf8 = new TextEncoder();

describe('documents one after the other', () => {
  const [one, two] = [request(span(1)), request(span(2))];

  it.each([
    ['with nothing between', one + two],
    ['with blank lines', `\n\n${one}\n\n\r\n${two}\n`],
    ['with commas', `${one},\n${two},`],
    ['in an array', `[${one},${two}]`],
    ['in arrays of arrays', `[[${one}],[${two}]]`],
    ['as a JSON text sequence (RFC 7464)', `\x1e${one}\n\x1e${two}\n`],
    ['in files with byte order marks, joined', `\ufeff${one}\n\ufeff${two}\n`],
    ['followed by zeros, as a torn file is', `${one}\n${two}\n\0\0\0\0`],
    ['pretty-printed', JSON.stringify(JSON.parse(one), null, 2) + JSON.stringify(JSON.parse(two), null, '\t')],
    ['pretty-printed without indentation', `${one}\n${two}`.replaceAll('[', '[\n').replaceAll(',', ',\n')],
    ['an element a line', `[\n${one},\n${two}\n]`],
  ])('%s', async (_, text) => {
    const reading = await read(text);
    expect(names(reading)).toEqual(['span 1', 'span 2']);
    expect(reading.warnings).toEqual([]);
  });

  it.each(['utf-16le', 'utf-16be'])('in %s without a byte order mark', async (encoding) => {
    const text = `${one}\n${two}`;
    const bytes = new Uint8Array(text.length * 2);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), encoding === 'utf-16le');
    expect(names(await read(bytes))).toEqual(['span 1', 'span 2']);
  });

  it('gives each record its line and byte offset', async () => {
    const text = `${one}\n\n${two}`;
    const { spans } = await read(text);
    expect(spans.map(({ origin }) => origin)).toEqual([
      { source: 'test', line: 1, offset: text.indexOf(span(1)) },
      { source: 'test', line: 3, offset: text.indexOf(span(2)) },
    ]);
  });
});

describe('parts without their wrapper', () => {
  it.each([
    [
      'ResourceSpans',
      `{"resource":{"attributes":[{"key":"k","value":{"intValue":7}}]},"scopeSpans":[{"spans":[${span(1)}]}]}`,
    ],
    [
      'an array of ResourceSpans',
      `[{"resource":{"attributes":[{"key":"k","value":{"intValue":7}}]},"scopeSpans":[{"spans":[${span(1)}]}]}]`,
    ],
    ['ScopeSpans', `{"resource":{"attributes":[{"key":"k","value":{"intValue":7}}]},"spans":[${span(1)}]}`],
    [
      'resource after its spans',
      `{"scopeSpans":[{"spans":[${span(1)}]}],"resource":{"attributes":[{"key":"k","value":{"intValue":"7"}}]}}`,
    ],
  ])('%s', async (_, text) => {
    const reading = await read(text);
    expect(reading.warnings).toEqual([]);
    expect(names(reading)).toEqual(['span 1']);
    expect(reading.spans[0]?.resource.attributes.k).toBe(7);
  });

  it('a span', async () => {
    const reading = await read(`${span(1, { startTimeUnixNano: '5' })}\n${span(2, { startTimeUnixNano: 17 })}`);
    expect(names(reading)).toEqual(['span 1', 'span 2']);
  });

  it('a log record', async () => {
    const { logs } = await read('{"timeUnixNano":"1796029201000000123","body":{"stringValue":"hello"}}');
    expect(logs).toMatchObject([{ time: [1796029201, 123], body: 'hello' }]);
  });
});

describe('what describes records may come in any order', () => {
  it('schema URLs and scope behind the spans', async () => {
    const { spans } = await read(
      `{"resourceSpans":[{"scopeSpans":[{"spans":[${span(1)}],"schemaUrl":"urn:scope","scope":{"name":"lib"}}],"schemaUrl":"urn:resource"}]}`,
    );
    expect(spans[0]?.scope).toEqual({ name: 'lib', schemaUrl: 'urn:scope' });
    expect(spans[0]?.resource.schemaUrl).toBe('urn:resource');
  });

  it('says so when they come too late', async () => {
    const text = `{"resourceSpans":[{"scopeSpans":[{"spans":[${span(1)},${span(2)}]}],"resource":{"attributes":[{"key":"k"}]}}]}`;
    const reading = await read(text, { limits: { batchBytes: 10 } });
    expect(names(reading)).toEqual(['span 1', 'span 2']);
    expect(reading.warnings).toMatchObject([{ code: 'OTLP_RESOURCE_LATE', origin: { line: 1 } }]);
  });

  it('does not say so for each scope of a long resource', async () => {
    const scope = (number: number) => `{"scope":{"name":"lib ${number}"},"spans":[${span(number)}]}`;
    const text = `{"resourceSpans":[{"resource":{},"scopeSpans":[${scope(1)},${scope(2)},${scope(3)}]}]}`;
    const reading = await read(text, { limits: { batchBytes: 10 } });
    expect(reading.spans.map((record) => record.scope.name)).toEqual(['lib 1', 'lib 2', 'lib 3']);
    expect(reading.warnings).toEqual([]);
  });
});

describe('what is broken loses only itself', () => {
  const good = request(span(9));

  it.each([
    ['inside a string', request(span(1), '{"traceId":"abc"').slice(0, -12)],
    ['after an escape', `${request(span(1)).slice(0, -5)},{"name":"x\\`],
    ['inside a key', `${request(span(1)).slice(0, -5)},{"na`],
    ['after a comma', `${request(span(1)).slice(0, -5)},`],
    ['after a colon', `${request(span(1)).slice(0, -5)},{"name":`],
    ['between objects', request(span(1)).slice(0, -4)],
    ['inside the attributes', `${request(span(1)).slice(0, -5)},{"attributes":[`],
  ])('a line cut off %s', async (_, cut) => {
    for (const text of [`${good}\n${cut}\n${good}`, `${good}\n${cut}`]) {
      const reading = await read(text);
      expect(names(reading)).toEqual(text.endsWith(good) ? ['span 9', 'span 1', 'span 9'] : ['span 9', 'span 1']);
      expect(reading.warnings).toHaveLength(1);
      expect(reading.warnings[0]).toMatchObject({ origin: { line: 2, offset: good.length + 1 } });
    }
  });

  it('a pretty-printed document that is cut off keeps its complete spans', async () => {
    const pretty = JSON.stringify(JSON.parse(request(span(1), span(2), span(3))), null, 2);
    const reading = await read(pretty.slice(0, pretty.indexOf('span 3')));
    expect(names(reading)).toEqual(['span 1', 'span 2']);
    expect(reading.spans[0]?.resource.attributes['service.name']).toBe('trip-agent');
    expect(reading.warnings).toMatchObject([{ code: 'OTLP_CUT' }]);
  });

  it('a line with an extra or a wrong closer', async () => {
    const reading = await read(`${request(span(1))}]}\n${request(span(2)).replace(']}]}', '}}}}')}\n${good}`);
    expect(names(reading)).toEqual(['span 1', 'span 2', 'span 9']);
    expect(reading.warnings).toMatchObject([{ code: 'OTLP_BROKEN', origin: { line: 2 } }]);
  });

  it('a span that is no JSON inside a good line', async () => {
    const reading = await read(request(span(1), '{"traceId": oops}', span(2)));
    expect(names(reading)).toEqual(['span 1', 'span 2']);
    expect(reading.warnings).toMatchObject([{ code: 'OTLP_SPAN_UNREADABLE', origin: { line: 1 } }]);
  });

  it('a span that is no object', async () => {
    const reading = await read(request('"text"', 'null', '[1]', span(2)));
    expect(names(reading)).toEqual(['span 2']);
    expect(reading.warnings.map(({ code }) => code)).toEqual(['OTLP_FIELD_UNREADABLE', 'OTLP_FIELD_UNREADABLE']);
  });

  it('text before, between and after', async () => {
    const reading = await read(
      `{not json} [main] INFO ${request(span(1))} done\nplain text\n[2026] {"level":"info"} ${good}\n`,
    );
    expect(names(reading)).toEqual(['span 1', 'span 9']);
    expect(reading.warnings.map(({ code, origin }) => [code, origin?.line])).toEqual([
      ['OTLP_NO_JSON', 1],
      ['OTLP_NO_JSON', 2],
      ['OTLP_UNKNOWN_DOCUMENT', 3],
    ]);
  });

  it('invalid UTF-8', async () => {
    const bytes = utf8.encode(request(span(1, { name: 'a?b' })));
    bytes[bytes.indexOf(0x3f)] = 0xff;
    expect(names(await read(bytes))).toEqual(['a\ufffdb']);
  });
});

describe('an input without telemetry is an error', () => {
  it.each([
    ['', 'OTLP_EMPTY', /empty/],
    ['\ufeff \r\n', 'OTLP_EMPTY', /empty/],
    ['[]', 'OTLP_EMPTY', /no telemetry/],
    ['{"data":[{"traceID":"1"}],"total":0}', 'OTLP_UNKNOWN_DOCUMENT', /"data", "total"/],
    ['[{"id":"1","traceId":"2"}]', 'OTLP_UNKNOWN_DOCUMENT', /"id", "traceId"/],
    ['{"\\u001b[31mred":1}', 'OTLP_UNKNOWN_DOCUMENT', /"\?\[31mred"/],
    ['{"trace":{"id":1}}', 'OTLP_UNKNOWN_DOCUMENT', /"trace"/],
    ['just text\nmore', 'OTLP_NO_JSON', /line 1/],
    ['{"resourceSpa', 'OTLP_CUT', /line 1/],
    [new Uint8Array([1, 2, 3, 4, 5, 6]), 'OTLP_NO_JSON', /binary/],
  ])('%j', async (text, code, message) => {
    const error = await read(text).then(
      () => undefined,
      (reason: Error) => reason,
    );
    expect(error).toMatchObject({ name: 'OtelVconError', code });
    expect(error?.message).toMatch(message);
    expect(error?.message).not.toContain('\x1b');
  });

  it('but one with an empty envelope is not', async () => {
    expect((await read('{"resourceSpans":[]}')).records).toEqual([]);
    expect((await read('{"resourceMetrics":[]}')).records).toEqual([]);
  });
});

describe('objects of others', () => {
  it('are offered whole, with their digits, and no error when taken', async () => {
    const taken: unknown[] = [];
    const text = `{"invocationId":"a","n":9007199254740993,"scope":{"__proto__":1}}\n${request(span(1))}\n{"invocationId":"b"}`;
    const reading = await read(text, { onForeign: (value, origin) => taken.push([value, origin.line]) > 0 });
    expect(taken).toMatchObject([
      [{ invocationId: 'a', n: 9007199254740993n }, 1],
      [{ invocationId: 'b' }, 3],
    ]);
    expect(names(reading)).toEqual(['span 1']);
    expect(reading.warnings).toEqual([]);
  });

  it('are reported when not taken', async () => {
    const reading = await read(`${request(span(1))}\n{"invocationId":"b"}`, { onForeign: () => false });
    expect(reading.warnings).toMatchObject([{ code: 'OTLP_UNKNOWN_DOCUMENT', origin: { line: 2 } }]);
  });

  it('may have members with the names of ours', async () => {
    const taken: unknown[] = [];
    const text = '{"trace":{"id":1},"spans":3,"batches":"x","resource":"/path"}';
    await read(text, { onForeign: (value) => taken.push(value) > 0 });
    expect(taken).toEqual([JSON.parse(text)]);
  });
});
