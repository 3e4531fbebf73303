import { describe, expect, it } from 'vitest';
import type { Attributes } from '../../../src/telemetry/index.js';
import { convert, events, mapped, type SpanOptions, span, story } from './support.js';

// Emitters that follow the GenAI conventions but for what these tests name.

const call = (scope: string, attributes: Attributes = {}, options: Partial<SpanOptions> = {}) =>
  span(
    { name: 'execute_tool rm', ...options, more: { scope: { name: scope } } },
    { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'rm', ...attributes },
  );

const ARGUMENTS = { 'gen_ai.tool.call.arguments': '{"path":"/a"}' };

describe('OpenTelemetry GenAI utilities for Python', () => {
  const scope = 'opentelemetry.util.genai.handler';

  it('never write a result: a call without an error returned', () => {
    expect(story([call(scope, ARGUMENTS)])).toEqual(['tool-invocation A1 !host/rm', 'tool-result A1']);
    expect(events([call(scope, ARGUMENTS)])[1]).not.toHaveProperty('body');
    expect(story([call(scope, { ...ARGUMENTS, 'error.type': 'ValueError' }, { error: true })]).at(-1)).toBe(
      'tool-failure A1',
    );
  });
});

describe('Google Gen AI SDK by contrib', () => {
  const scope = 'opentelemetry.instrumentation.google_genai';

  it('has an attribute a parameter (trap 6) and no call ids (trap 5)', () => {
    const parameters = {
      'code.function.parameters.path.type': 'str',
      'code.function.parameters.path.value': '/a',
      'code.function.parameters.depth.type': 'int',
      'code.function.parameters.depth.value': 3,
      'code.function.return.type': 'str',
      'code.function.return.value': 'gone',
    };
    expect(events([call(scope, parameters)])).toMatchObject([
      { type: 'tool-invocation', body: { path: '/a', depth: 3 } },
      { type: 'tool-result', body: 'gone' },
    ]);
  });
});

describe('AutoGen', () => {
  it('records no contents: a call without an error returned', () => {
    const record = call('autogen-core', { 'gen_ai.system': 'autogen', 'gen_ai.tool.call.id': 'c1' });
    expect(story([record])).toEqual(['tool-invocation A1 !host/rm', 'tool-result A1']);
    const failed = call('autogen-core', { 'error.type': 'ValueError' }, { error: 'no' });
    expect(story([failed]).at(-1)).toBe('tool-failure A1');
  });
});

describe('Microsoft Agent 365', () => {
  it('names the endpoint of the tool; the caller is not the agent that acts', () => {
    const record = call('Agent365Sdk', {
      ...ARGUMENTS,
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.call.result': '{"ok":true}',
      'server.address': 'files.example.com',
      'gen_ai.agent.id': 'agent-1',
      'microsoft.a365.caller.agent.id': 'caller-1',
    });
    expect(mapped(record).emitter).toBe('agents-a365');
    expect(events([record])).toMatchObject([{ server: 'https://files.example.com' }, { body: { ok: true } }]);
    expect(convert([record])[0]?.parties).toMatchObject([{ uuid: 'agent-1' }]);
  });

  it('is recognised by its keys under another scope', () => {
    const record = call('my-agent', { 'microsoft.tenant.id': 't' });
    expect(mapped(record).emitter).toBe('agents-a365');
  });
});

describe('Spring AI (unconfirmed)', () => {
  it('has its own keys and no call id', () => {
    const record = span(
      { name: 'tool_call rm', more: { scope: { name: 'org.springframework.boot' } } },
      {
        'spring.ai.kind': 'tool_call',
        'gen_ai.operation.name': 'framework',
        'spring.ai.tool.definition.name': 'rm',
        'spring.ai.tool.call.arguments': '{"path":"/a"}',
        'spring.ai.tool.call.result': '{"ok":true}',
      },
    );
    expect(events([record])).toMatchObject([
      { tool: 'rm', body: { path: '/a' } },
      { type: 'tool-result', body: { ok: true } },
    ]);
  });
});

describe('CrewAI', () => {
  const scope = { name: 'openinference.instrumentation.crewai' };

  it('names a tool in the name of the span, where tool.name is missing', () => {
    const attributes = { 'openinference.span.kind': 'TOOL', 'input.value': '{"city":"Lisbon"}', 'output.value': '21' };
    const record = span({ name: 'Weather.run', more: { scope } }, attributes);
    expect(events([record])[0]).toMatchObject({ tool: 'Weather', body: { city: 'Lisbon' } });
    expect(events([{ ...record, attributes: { ...attributes, 'tool.name': 'get_weather' } }])[0]).toMatchObject({
      tool: 'get_weather',
    });
  });

  it('by OpenLLMetry has no tools', () => {
    const traceloop = { name: 'opentelemetry.instrumentation.crewai' };
    const record = span({ name: 'researcher.agent', more: { scope: traceloop } }, { 'traceloop.span.kind': 'agent' });
    expect(mapped(record).emitter).toBe('crewai');
    expect(convert([record])).toEqual([]);
  });
});

describe('Claude Agent SDK by OpenInference', () => {
  it('has arguments in tool.parameters (trap 8), ids, and tools of MCP servers', () => {
    const record = span(
      { name: 'x', more: { scope: { name: '@arizeai/openinference-instrumentation-claude-agent-sdk' } } },
      {
        'openinference.span.kind': 'TOOL',
        'tool.name': 'mcp__github__create_issue',
        'tool.id': 'toolu_1',
        'tool.parameters': '{"title":"a","properties":{}}',
        'output.value': '{"ok":true}',
        'output.mime_type': 'application/json',
      },
    );
    expect(events([record])).toMatchObject([
      { operation_id: 'toolu_1', server: 'github', tool: 'create_issue', body: { title: 'a', properties: {} } },
      { type: 'tool-result', body: { ok: true } },
    ]);
  });
});

describe('VoltAgent', () => {
  const tool = (attributes: Attributes, options: Partial<SpanOptions> = {}) =>
    span(
      {
        name: 'tool.execution:rm',
        id: 2,
        parent: 1,
        ...options,
        more: { scope: { name: '@voltagent/core' }, kind: 'client' },
      },
      {
        'span.type': 'tool',
        'entity.type': 'agent',
        'entity.name': 'helper',
        'tool.name': 'rm',
        'tool.call.id': 'c1',
        'tool.parameters': '{"type":"object","properties":{"path":{"type":"string"}}}',
        input: '{"path":"/a"}',
        ...attributes,
      },
    );

  it('tool.parameters is the schema (trap 8)', () => {
    const records = [tool({ output: '{"ok":true}', 'conversation.id': 'v-1' })];
    expect(events(records)).toMatchObject([{ operation_id: 'c1', body: { path: '/a' } }, { body: { ok: true } }]);
    expect(convert(records)[0]?.parties).toMatchObject([{ name: 'helper' }]);
  });

  it('is recognised without its scope by span.type and entity.type', () => {
    expect(mapped({ ...tool({}), scope: { name: 'x' } }).emitter).toBe('voltagent');
  });

  it('a failure has its message', () => {
    const failed = tool(
      { 'error.type': 'VoltAgentError', 'error.message': 'declined', 'error.stage': 'tool' },
      { error: true },
    );
    expect(events([failed])[1]).toMatchObject({ type: 'tool-failure', body: { message: 'declined' } });
  });
});
