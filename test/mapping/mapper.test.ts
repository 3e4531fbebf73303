import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtinMapper, compileMappings } from '../../src/mapping/index.js';
import type { SpanRecord } from '../../src/telemetry/index.js';
import { logWith, spanWith } from './records.js';

const map = (members: Partial<SpanRecord>) => builtinMapper().map(spanWith(members));

describe('exceptions in log records', () => {
  it('are given with their span', () => {
    const attributes = { 'exception.type': 'ValueError', 'exception.message': 'boom\n  at x (y.js:1:1)' };
    expect(builtinMapper().map(logWith({ eventName: 'exception', attributes })).exception).toEqual({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      time: [1796029200, 0],
      type: 'ValueError',
      message: 'boom',
    });
    expect(builtinMapper().map(logWith({})).exception).toBeUndefined();
  });
});

describe('remarks', () => {
  it('name what was lost', () => {
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 't',
      'gen_ai.tool.call.arguments': '{"a":"b',
    };
    const { remarks } = map({ attributes, droppedAttributesCount: 2, droppedEventsCount: 1 });
    expect(remarks.map(({ code }) => code)).toEqual(['dropped-attributes', 'dropped-events', 'cut-content']);
  });

  it('name records that speak of a tool and that no mapping knows', () => {
    const { emitter, remarks } = map({ attributes: { 'acme.span.kind': 'TOOL' } });
    expect(emitter).toBeUndefined();
    expect(remarks).toMatchObject([{ code: 'unknown-tool-record', level: 'warning' }]);
    expect(map({ attributes: { 'http.route': '/tool' } }).remarks).toEqual([]);
  });
});

describe('mapping any record', () => {
  const value = fc.oneof(
    fc.json(),
    fc.string(),
    fc.constant(null),
    fc.double(),
    fc.bigInt(),
    fc.boolean(),
    fc.uint8Array(),
    fc.array(fc.string()),
    fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.constant(null))),
  );
  const key = fc.constantFrom(
    ...['gen_ai.operation.name', 'gen_ai.tool.name', 'gen_ai.tool.call.arguments', 'gen_ai.tool.call.result'],
    ...[
      'gen_ai.input.messages',
      'ai.operationId',
      'ai.prompt',
      'openinference.span.kind',
      'input.value',
      'output.value',
    ],
    ...[
      'mastra.span.type',
      'mastra.agent_run.output',
      'traceloop.span.kind',
      'traceloop.entity.input',
      'mcp.method.name',
    ],
    ...['error.type', 'vcon.event.body', 'vcon.event.encoding', 'event.name', 'exception.message'],
  );
  const attributes = fc.dictionary(key, fc.oneof(value, fc.constantFrom('execute_tool', 'TOOL', 'tool', 'tools/call')));

  it('never throws', () => {
    fc.assert(
      fc.property(attributes, attributes, fc.string(), fc.string(), (own, others, name, message) => {
        const events = [
          { name: 'exception', time: undefined, attributes: others },
          { name: 'vcon.tool_result', time: undefined, attributes: others },
        ];
        map({ name, attributes: own, events, status: { code: 'error', message } });
        builtinMapper().map(logWith({ attributes: own, body: name }));
      }),
    );
  });

  it('stands JSON that is nested too deep', () => {
    const deep = `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`;
    const attributes = {
      'ai.operationId': 'ai.generateText',
      'ai.prompt': `{"messages":[{"role":"assistant","content":[{"type":"tool-approval-request","toolCallId":${deep}}]}]}`,
    };
    expect(map({ attributes }).signals).toEqual([]);
  });
});

describe('mappings of a user', () => {
  const mine = {
    id: 'acme',
    title: 'Acme',
    status: 'observed',
    shows: ['arguments'],
    order: 5,
    match: { 'acme.kind': 'tool' },
    rules: [
      {
        id: 'tool',
        on: 'span',
        call: { tool: 'acme.tool' },
        invocation: { arguments: 'acme.input' },
        outcome: { result: 'acme.output' },
      },
    ],
  };

  it('are tried in their order, besides the built-in ones', () => {
    const mapper = compileMappings([mine]);
    const attributes = { 'acme.kind': 'tool', 'acme.tool': 't', 'acme.input': '{}', 'acme.output': '1' };
    expect(mapper.map(spanWith({ attributes })).signals.map(({ kind, emitter }) => [kind, emitter])).toEqual([
      ['invocation', 'acme'],
      ['result', 'acme'],
    ]);
    expect(mapper.list().map(({ id }) => id)).toContain('otel-genai');
    expect(mapper.list().find(({ id }) => id === 'acme')).toEqual({
      id: 'acme',
      title: 'Acme',
      status: 'observed',
      shows: ['arguments'],
      order: 5,
    });
  });

  it('replace the built-in mapping of their id', () => {
    const mapper = compileMappings([{ ...mine, id: 'otel-genai' }]);
    expect(mapper.list().filter(({ id }) => id === 'otel-genai')).toHaveLength(1);
    const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 't' };
    expect(mapper.map(spanWith({ attributes })).emitter).toBeUndefined();
  });
});
