import { describe, expect, it } from 'vitest';
import type { Attributes } from '../../../src/telemetry/index.js';
import { convert, decisions, events, mapped, type SpanOptions, span } from './support.js';

const PYTHON = { scope: { name: 'opentelemetry.instrumentation.openai_agents' } };
const OPENINFERENCE = { scope: { name: 'openinference.instrumentation.openai_agents' } };
const python = (options: SpanOptions, attributes: Attributes) => span({ ...options, more: PYTHON }, attributes);

const call = {
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'rm',
  'gen_ai.tool.call.arguments': '{"path":"/a"}',
  'gen_ai.tool.call.result': 'gone',
};

describe('OpenAI Agents SDK for Python', () => {
  it('by contrib and by OpenLLMetry have one scope name, and differ by traceloop.span.kind', () => {
    const contrib = python({ name: 'execute_tool rm' }, { ...call, 'gen_ai.tool.call.id': 'c1' });
    const traceloop = python({ name: 'rm.tool' }, { ...call, 'traceloop.span.kind': 'tool' });
    expect(mapped(contrib).emitter).toBe('openai-agents-v2');
    expect(mapped(traceloop).emitter).toBe('traceloop-openai-agents');
    for (const record of [contrib, traceloop])
      expect(events([record])).toMatchObject([
        { type: 'tool-invocation', tool: 'rm', body: { path: '/a' } },
        { type: 'tool-result', body: 'gone' },
      ]);
    expect(events([contrib])[0]).toMatchObject({ operation_id: 'c1' });
  });

  it('a guardrail check decides about no call', () => {
    const check = {
      'gen_ai.operation.name': 'guardrail_check',
      'gen_ai.guardrail.name': 'g',
      'gen_ai.guardrail.triggered': true,
    };
    expect(convert([python({ name: 'guardrail_check g' }, check)])).toEqual([]);
  });
});

describe('hosted MCP tools of OpenAI', () => {
  const request = {
    type: 'mcp_approval_request',
    id: 'mcpr_1',
    name: 'rm',
    server_label: 'files',
    arguments: '{"path":"/secret"}',
  };
  const llm = (attributes: Attributes, start = 0, id = 1) =>
    span(
      { name: 'response', id, start, end: start + 100, more: OPENINFERENCE },
      { 'openinference.span.kind': 'LLM', ...attributes },
    );
  const asked = llm({ 'output.value': JSON.stringify({ output: [request] }) });
  const answer = (approve: boolean) => {
    const response = { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve, reason: 'not now' };
    return llm({ 'input.value': JSON.stringify([request, response]) }, 5000, 2);
  };

  it('ask for permission in a response, and are answered in the next request', () => {
    expect(decisions(asked)).toEqual(['permission-required']);
    expect(decisions(answer(true))).toEqual(['permission-required granted']);
    expect(decisions(answer(false))).toEqual(['permission-required refused']);
    const told = events([asked, answer(false)]);
    expect(told).toMatchObject([{ decision: 'permission-required', server: 'files', tool: 'rm', reason: 'not now' }]);
    expect(JSON.stringify(told)).not.toContain('/secret');
  });
});
