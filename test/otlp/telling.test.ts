import { describe, expect, it } from 'vitest';
import { fixture, read, request, span } from './reading.js';

const telling = ['gen_ai.', 'execute_tool'];
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
      span(4, { attributes: [{ key: 'a', value: { stringValue: 'about gen_ai.' } }], name: 'say "execute_tool"' }),
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
    expect(spans[3]?.name).toBe('say "execute_tool"');
  });

  it('are parsed in full when their scope is telling, or not known yet', async () => {
    const scoped = `{"resourceSpans":[{"scopeSpans":[{"scope":{"name":"gen_ai.lib"},"spans":[${span(1, { attributes })}]}]}]}`;
    const later = `{"resourceSpans":[{"scopeSpans":[{"spans":[${span(1, { attributes })}],"scope":{"name":"gen_ai.lib"}}]}]}`;
    for (const text of [scoped, later]) {
      expect(Object.keys((await read(text, { telling })).spans[0]?.attributes ?? {})).toEqual(['http.route']);
    }
  });

  it('have their members in any order and spelling', async () => {
    const members = `"status":{"code":2},"attributes":[{"key":"a \\" b","value":{"stringValue":"}]"}}], "end_time_unix_nano" : 7 ,"span_id":"00000000000000bb"`;
    const { spans } = await read(
      request(`{${members},"trace_id":"${'ab'.repeat(16)}","name":"n","kind":"SPAN_KIND_SERVER"}`),
      { telling },
    );
    expect(spans).toMatchObject([
      { spanId: '00000000000000bb', name: 'n', kind: 'server', endTime: [0, 7], status: { code: 'unset' } },
    ]);
  });

  it('are the same whatever the pieces', async () => {
    const bytes = fixture('traces/mcp-sdk-traceloop.otlp.json');
    const whole = await read(bytes, { telling: ['traceloop.span.kind'] });
    expect(whole.spans.some((record) => Object.keys(record.attributes).length > 0)).toBe(true);
    for (const size of [1, 13, 64, 1000]) {
      expect((await read(bytes, { telling: ['traceloop.span.kind'] }, size)).records).toEqual(whole.records);
    }
  });
});
