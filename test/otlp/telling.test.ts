import { describe, expect, it } from 'vitest';
import { fixture, read, request, span } from './reading.js';

const telling = [{ text: 'gen_ai.' }, { text: 'execute_tool' }];
const attributes = [{ key: 'http.route', value: { stringValue: '/x' } }];

describe('spans without a telling text', () => {
  it('are given with their place in the tree only', async () => {
    const text = request(
      span(1, {
        parentSpanId: '00000000000000aa',
        kind: 3,
        startTimeUnixNano: '5',
        endTimeUnixNano: '6',
        attributes,
        status: { code: 2 },
      }),
      span(2, { attributes: [{ key: 'gen_ai.tool.name', value: { stringValue: 't' } }] }),
      span(3, { name: 'execute_tool t', attributes }),
      span(4, {
        name: 'say "execute_tool"',
        parentSpanId: '00000000000000aa',
        kind: 1,
        startTimeUnixNano: '5',
        endTimeUnixNano: '6',
        attributes: [{ key: 'a', value: { stringValue: 'about gen_ai.' } }],
      }),
    );
    const { spans, warnings } = await read(text, { telling });
    expect(warnings).toEqual([]);
    expect(spans[0]).toMatchObject({
      name: 'span 1',
      spanId: '0000000000000001',
      parentSpanId: '00000000000000aa',
      kind: 'client',
      startTime: [0, 5],
      endTime: [0, 6],
      status: { code: 'unset' },
    });
    expect(spans.map((record) => Object.keys(record.attributes))).toEqual([
      [],
      ['gen_ai.tool.name'],
      ['http.route'],
      [],
    ]);
    expect(spans.map(({ skimmed }) => skimmed)).toEqual([true, undefined, undefined, true]);
  });

  it('are parsed in full when their scope is telling, or not known yet', async () => {
    const scoped = `{"resourceSpans":[{"scopeSpans":[{"scope":{"name":"gen_ai.lib"},"spans":[${span(1, { attributes })}]}]}]}`;
    const later = `{"resourceSpans":[{"scopeSpans":[{"spans":[${span(1, { attributes })}],"scope":{"name":"gen_ai.lib"}}]}]}`;
    for (const text of [scoped, later]) {
      expect(Object.keys((await read(text, { telling })).spans[0]?.attributes ?? {})).toEqual(['http.route']);
    }
  });

  it.each([
    [
      'members in another order',
      '"status":{"code":2},"attributes":[],"spanId":"00000000000000bb","traceId":"TRACE","name":"n"',
    ],
    [
      'other names of members',
      '"trace_id":"TRACE","span_id":"00000000000000bb","name":"n","attributes":[],"status":{"code":2}',
    ],
    [
      'no parent before the attributes',
      '"traceId":"TRACE","spanId":"00000000000000bb","name":"n","kind":1,"attributes":[],"status":{"code":2}',
    ],
    [
      'a time that is no text',
      '"traceId":"TRACE","spanId":"00000000000000bb","parentSpanId":"00000000000000aa","name":"n","kind":1,"startTimeUnixNano":5,"endTimeUnixNano":"6","attributes":[],"status":{"code":2}',
    ],
    [
      'no parent',
      '"traceId":"TRACE","spanId":"00000000000000bb","parentSpanId":"","name":"n","kind":1,"startTimeUnixNano":"5","endTimeUnixNano":"6","attributes":[],"status":{"code":2}',
    ],
    [
      'an id that is none',
      '"traceId":"TRACE","spanId":"00000000000000bb","parentSpanId":"?","name":"n","kind":1,"startTimeUnixNano":"5","endTimeUnixNano":"6","attributes":[],"status":{"code":2}',
    ],
  ])('are parsed in full with %s', async (_, members) => {
    const { spans } = await read(request(`{${members.replace('TRACE', 'ab'.repeat(16))}}`), { telling });
    expect(spans).toMatchObject([{ spanId: '00000000000000bb', name: 'n', status: { code: 'error' } }]);
    expect(spans[0]?.skimmed).toBeUndefined();
  });

  it('are parsed in full when their resource is telling', async () => {
    const resource = '{"attributes":[{"key":"service.name","value":{"stringValue":"gen_ai.app"}}]}';
    const text = `{"resourceSpans":[{"resource":${resource},"scopeSpans":[{"scope":{},"spans":[${plain()}]}]}]}`;
    expect((await read(text, { telling })).spans[0]?.skimmed).toBeUndefined();
  });

  it('are parsed in full when an escape may hide the text', async () => {
    for (const key of ['gen\\u005fai.x', '\\u0067en_ai.x', 'g\\u0065n_ai.x']) {
      const { spans } = await read(request(plain({ key: 'KEY' }).replace('KEY', key)), { telling });
      expect(Object.keys(spans[0]?.attributes ?? {})).toEqual(['gen_ai.x']);
    }
  });

  it('are parsed in full when a text tells of their kind', async () => {
    const texts = [{ text: 'http.', kinds: ['client', 'producer'] }] as const;
    const kinds = [0, 1, 2, 3, 4, 5].map((kind) => plain({ key: 'http.route', kind }));
    const { spans } = await read(request(...kinds), { telling: texts });
    expect(spans.map(({ skimmed }) => skimmed)).toEqual([true, true, true, undefined, undefined, true]);
  });

  it('are parsed in full when a text is in their name', async () => {
    const texts = [{ text: 'ext_mcp', in: 'name' }] as const;
    const { spans } = await read(request(plain({ name: 'a/ext_mcp/b' }), plain({ key: 'ext_mcp' })), {
      telling: texts,
    });
    expect(spans.map(({ skimmed }) => skimmed)).toEqual([undefined, true]);
  });

  it('are the same whatever the pieces', async () => {
    const bytes = fixture('traces/mcp-sdk-traceloop.otlp.json');
    const whole = await read(bytes, { telling: [{ text: 'traceloop.span.kind' }] });
    expect(whole.spans.some((record) => Object.keys(record.attributes).length > 0)).toBe(true);
    for (const size of [1, 13, 64, 1000]) {
      expect((await read(bytes, { telling: [{ text: 'traceloop.span.kind' }] }, size)).records).toEqual(whole.records);
    }
  });
});

/** A span as most writers write it. */
function plain({ key = 'http.route', kind = 1, name = 'n' } = {}): string {
  return JSON.stringify({
    traceId: 'ab'.repeat(16),
    spanId: '00000000000000bb',
    parentSpanId: '00000000000000aa',
    name,
    kind,
    startTimeUnixNano: '5',
    endTimeUnixNano: '6',
    attributes: [{ key, value: { stringValue: '/x' } }],
    status: {},
  });
}
