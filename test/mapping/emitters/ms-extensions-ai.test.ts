import { describe, expect, it } from 'vitest';
import type { AnyValue, Attributes } from '../../../src/telemetry/index.js';
import { decisions, events, type SpanOptions, span } from './support.js';

const dotnet = (options: SpanOptions, attributes: Attributes, scope = 'Experimental.Microsoft.Extensions.AI') =>
  span({ ...options, more: { scope: { name: scope } } }, attributes);

const tool = (result: AnyValue, options: Partial<SpanOptions> = {}, more: Attributes = {}) =>
  dotnet(
    { name: 'execute_tool rm', id: 2, parent: 1, ...options },
    {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'rm',
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.call.arguments': '{"path":"/a"}',
      'gen_ai.tool.call.result': result,
      ...more,
    },
  );

describe('Microsoft.Extensions.AI', () => {
  it('null is a result, but says nothing of a failure (trap 7)', () => {
    const failed = tool('null', { error: 'bad path' }, { 'error.type': 'System.ArgumentException' });
    expect(events([failed])[1]).toMatchObject({
      type: 'tool-failure',
      body: { 'error.type': 'System.ArgumentException', message: 'bad path' },
    });
    expect(events([tool('null')])[1]).toMatchObject({ type: 'tool-result', body: 'null' });
  });

  it('a cancelled operation is a cancel', () => {
    const cancelled = tool('null', { error: 'x' }, { 'error.type': 'System.OperationCanceledException' });
    expect(events([cancelled])[1]).toMatchObject({ type: 'tool-cancel' });
  });

  it('the parent orchestrate_tools is no call, and the agents’ source is known too', () => {
    const parent = dotnet({ name: 'orchestrate_tools', id: 1 }, { 'gen_ai.operation.name': 'orchestrate_tools' });
    expect(events([parent, tool('1')])).toHaveLength(2);
    const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'rm' };
    expect(events([dotnet({ name: 'execute_tool rm' }, attributes, 'Experimental.Microsoft.Agents.AI')])).toHaveLength(
      2,
    );
  });

  it.each([
    [
      {
        type: 'server_tool_call',
        id: 'r1',
        name: 'rm',
        server_tool_call: { type: 'mcp_approval_request', server_name: 'files', arguments: { path: '/secret' } },
      },
      (approved: boolean) => ({
        type: 'server_tool_call_response',
        id: 'r1',
        server_tool_call_response: { type: 'mcp_approval_response', approved },
      }),
    ],
    [
      { type: 'mcp_approval_request', id: 'r1', name: 'rm', ServerName: 'files', Arguments: { path: '/secret' } },
      (approved: boolean) => ({ type: 'mcp_approval_response', id: 'r1', Approved: approved }),
    ],
  ])('approvals of MCP calls are parts of messages', (request, response) => {
    const chat = (id: number, start: number, attributes: Attributes) =>
      dotnet({ name: 'chat m', id, start, end: start + 100 }, { 'gen_ai.operation.name': 'chat', ...attributes });
    const parts = (list: readonly unknown[]) => JSON.stringify([{ role: 'assistant', parts: list }]);
    const asked = chat(3, 0, { 'gen_ai.output.messages': parts([request]) });
    const answered = (approved: boolean) =>
      chat(4, 2000, { 'gen_ai.input.messages': parts([request, response(approved)]) });
    expect(decisions(asked)).toEqual(['permission-required']);
    expect(decisions(answered(true))).toEqual(['permission-required granted']);
    expect(decisions(answered(false))).toEqual(['permission-required refused']);
    const told = events([asked, answered(false)]);
    expect(told).toMatchObject([{ decision: 'permission-required', server: 'files', tool: 'rm', operation_id: 'r1' }]);
    expect(JSON.stringify(told)).not.toContain('/secret');
  });
});
