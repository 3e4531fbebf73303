import { describe, expect, it } from 'vitest';
import type { Attributes, SpanRecord } from '../../../src/telemetry/index.js';
import { events, mapped, span, story } from './support.js';

// Where emitters name the call, and what else than a status says how it ended.

const scope = (name: string): Partial<SpanRecord> => ({ scope: { name } });
const LANGCHAIN = scope('@arizeai/openinference-instrumentation-langchain');
const AGENTS = scope('@arizeai/openinference-instrumentation-openai-agents');
const TOOL = { 'openinference.span.kind': 'TOOL' };

const record = (attributes: Attributes, more: Partial<SpanRecord> = {}, name = 'rm') =>
  span({ name, more }, attributes);
const execute = (attributes: Attributes, more: Partial<SpanRecord> = {}) =>
  record({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'rm', ...attributes }, more);
const mcp = (attributes: Attributes, more: Partial<SpanRecord> = {}) =>
  record(
    { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'rm', 'gen_ai.tool.call.arguments': '{}', ...attributes },
    { kind: 'client', ...more },
  );

describe("the model's id of the call", () => {
  const ID = { 'gen_ai.tool.call.id': 'c1' };
  it.each<[string, SpanRecord]>([
    ['agents-a365', execute(ID, scope('Agent365Sdk'))],
    ['autogen', execute({ ...ID, 'gen_ai.system': 'autogen' }, scope('autogen-core'))],
    ['copilot-cli', execute(ID, scope('github.copilot'))],
    ['crewai', record({ ...TOOL, 'tool_call.id': 'c1' }, scope('openinference.instrumentation.crewai'))],
    ['gemini-cli', record({ 'gen_ai.operation.name': 'tool_call', 'gen_ai.tool.call_id': 'c1' }, scope('gemini-cli'))],
    ['google-genai', execute(ID, scope('opentelemetry.instrumentation.google_genai'))],
    ['langsmith', record({ ...ID, 'langsmith.span.kind': 'tool' })],
    ['langsmith', record({ 'langsmith.metadata.tool_call_id': 'c1', 'langsmith.span.kind': 'tool' })],
    ['mcp', mcp(ID)],
    ['ms-agent-framework', execute(ID, scope('agent_framework'))],
    ['ms-extensions-ai', execute(ID, scope('Experimental.Microsoft.Extensions.AI'))],
    ['opencode', record({ 'ai.operationId': 'ai.toolCall', 'ai.toolCall.id': 'c1' }, scope('opencode'))],
    ['openinference-openai-agents', record({ ...TOOL, 'tool_call.id': 'c1' }, AGENTS)],
    ['spring-ai', execute({ ...ID, 'spring.ai.kind': 'tool_call' })],
  ])('of %s', (emitter, one) => {
    const { emitter: taker, span: facts } = mapped(one);
    expect([taker, facts?.call?.callId]).toEqual([emitter, 'c1']);
  });

  it('of the tool that a model of OpenCode made up is that of the call', () => {
    const args = '{"tool":"no_such","error":"unavailable"}';
    const invalid = { 'ai.toolCall.name': 'invalid', 'ai.toolCall.id': 'c1', 'ai.toolCall.args': args };
    const call = mapped(record({ 'ai.operationId': 'ai.toolCall', ...invalid }, scope('opencode'))).span?.call;
    expect(call).toMatchObject({ callId: 'c1', tool: 'no_such' });
  });
});

describe('the id of a request', () => {
  it.each<[string, SpanRecord]>([
    ['mcp', mcp({ 'mcp.request.id': '7' })],
    ['mcp', mcp({ 'jsonrpc.request.id': '7' })],
    ['envoy-ai-gateway', mcp({ 'mcp.request.id': '7' }, scope('envoyproxy/ai-gateway'))],
    ['sentry-mcp', mcp({ 'mcp.request.id': '7', 'sentry.op': 'mcp.server' }, { kind: 'server' })],
  ])('of %s joins messages and is no id of the call', (emitter, one) => {
    const { emitter: taker, span: facts } = mapped(one);
    expect([taker, facts?.call?.requestId, facts?.call?.callId]).toEqual([emitter, '7', undefined]);
  });
});

describe('how a call ended', () => {
  const text = (value: object) => JSON.stringify(value);
  const failure: Partial<SpanRecord> = { status: { code: 'error', message: 'Error running tool' } };
  it.each<[string, SpanRecord, string]>([
    [
      'a task of MCP 2026-07-28',
      mcp({ 'gen_ai.tool.call.result': '{"resultType":"task","taskId":"t"}' }),
      'tool-pending',
    ],
    ['a task that works, by an attribute', mcp({ 'mcp.task.id': 't', 'mcp.task.status': 'working' }), 'tool-pending'],
    ['an error that an attribute tells', mcp({ 'mcp.tool.result.is_error': true }), 'tool-failure'],
    [
      'the status of a tool message of LangChain',
      record(
        { ...TOOL, 'output.value': text({ kwargs: { content: 'no', status: 'error', tool_call_id: 'c' } }) },
        LANGCHAIN,
      ),
      'tool-failure',
    ],
    [
      'the status of a tool message of LangChain, by OpenLLMetry',
      record(
        {
          'traceloop.span.kind': 'tool',
          'traceloop.entity.output': text({ kwargs: { content: 'no', status: 'error' } }),
        },
        scope('@traceloop/instrumentation-langchain'),
      ),
      'tool-failure',
    ],
    [
      'arguments that OpenAI Agents could not read',
      record({ ...TOOL, 'output.value': 'An error occurred while parsing tool arguments' }, { ...AGENTS, ...failure }),
      'tool-error',
    ],
    [
      'Genkit, by its state',
      record({ 'genkit:metadata:subtype': 'tool', 'genkit:input': '{}', 'genkit:state': 'error' }),
      'tool-failure',
    ],
    [
      'Google ADK, with a result that was not recorded',
      execute(
        { 'gen_ai.tool.call.arguments': '{"a":1}', 'gen_ai.tool.call.result': '<not specified>' },
        scope('gcp.vertex.agent'),
      ),
      'tool-result',
    ],
    [
      'Envoy AI Gateway, which records no results',
      mcp({ 'gen_ai.tool.call.arguments': '{"a":1}' }, scope('envoyproxy/ai-gateway')),
      'tool-result',
    ],
    [
      'Mastra, of arguments that the schema refused under status OK',
      record({
        'mastra.span.type': 'mcp_tool_call',
        'gen_ai.tool.call.result': '{"error":true,"message":"no","validationErrors":{"city":"required"}}',
      }),
      'tool-error',
    ],
  ])('%s', (_, one, expected) => {
    expect(events([one]).at(-1)?.type).toBe(expected);
  });

  it('an error of agentgateway has the code and the text of MCP', () => {
    const error = { 'mcp.error.code': '-32602', 'mcp.error.message': 'no such tool', 'error.type': 'unknown' };
    const one = mcp(error, { resource: { attributes: { 'service.name': 'agentgateway' } }, status: { code: 'error' } });
    expect(events([one]).at(-1)).toMatchObject({
      type: 'tool-error',
      body: { 'error.type': '-32602', message: 'no such tool', code: -32602 },
    });
  });
});

describe('the server', () => {
  it('of an MCP call of Mastra stands in server.address, which is its name and no address', () => {
    const call = { 'mastra.span.type': 'mcp_tool_call', 'gen_ai.tool.name': 'rm', 'gen_ai.tool.call.id': 'c1' };
    const named = (attributes: Attributes) => record({ ...call, ...attributes }, { kind: 'client' });
    expect(story([named({ 'server.address': 'files' })])[0]).toBe('tool-invocation A1 files/rm');
    expect(story([named({ 'mastra.mcp_tool_call.server_name': 'files' })])[0]).toBe('tool-invocation A1 files/rm');
    expect(events([named({ 'server.address': 'files' })])[0]).toMatchObject({ operation_id: 'c1' });
  });
});
