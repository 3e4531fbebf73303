import { describe, expect, it } from 'vitest';
import type { Attributes, SpanEvent } from '../../../src/telemetry/index.js';
import { at, convert, decisions, events, type SpanOptions, span, story } from './support.js';

const scope = { name: 'pydantic-ai' };

function tool(attributes: Attributes, options: Partial<SpanOptions> = {}, exception?: string) {
  const happened: SpanEvent[] = [
    { name: 'exception', time: at(900), attributes: { 'exception.type': exception ?? '', 'exception.message': 'no' } },
  ];
  const more = { scope, events: exception === undefined ? [] : happened };
  return span(
    { name: 'execute_tool rm', ...options, more },
    { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'rm', 'gen_ai.tool.call.id': 'c1', ...attributes },
  );
}

const current = { 'gen_ai.tool.call.arguments': '{"path":"/a"}' };
const returned = { ...current, 'gen_ai.tool.call.result': '{"ok":true}' };

describe('Pydantic AI', () => {
  it('has the same calls in versions 3 to 5, and with other names in version 2', () => {
    const older = { tool_arguments: '{"path":"/a"}', tool_response: '{"ok":true}', 'logfire.msg': 'running tool: rm' };
    for (const record of [tool(returned), tool(older, { name: 'running tool' })])
      expect(events([record])).toMatchObject([
        { type: 'tool-invocation', operation_id: 'c1', tool: 'rm', body: { path: '/a' } },
        { type: 'tool-result', body: { ok: true } },
      ]);
  });

  it('ApprovalRequired asks, with an error before version 5 (trap 1); the granted call is the same (trap 4)', () => {
    const deferral = { ...current, 'pydantic_ai.tool.deferral.name': 'ApprovalRequired' };
    const before = [
      tool(deferral),
      tool(deferral, { error: true }, 'ApprovalRequired'),
      tool(current, { error: true }, 'pydantic_ai.exceptions.ApprovalRequired'),
    ];
    for (const record of before) {
      expect(decisions(record)).toEqual(['permission-required']);
      expect(story([record])).toEqual(['permission-required A1 !host/rm']);
      expect(JSON.stringify(convert([record]))).not.toContain('/a');
    }
    expect(story([tool(deferral), tool(returned, { id: 2, start: 5000, end: 5100 })])).toEqual([
      'permission-required A1 !host/rm',
      'tool-invocation A1 !host/rm',
      'tool-result A1',
    ]);
  });

  it('CallDeferred is pending (trap 13)', () => {
    const deferral = {
      'pydantic_ai.tool.deferral.name': 'CallDeferred',
      'pydantic_ai.tool.deferral.metadata': '{"job":7}',
    };
    for (const record of [
      tool({ ...current, ...deferral }),
      tool({ ...current, ...deferral }, { error: true }, 'CallDeferred'),
    ])
      expect(events([record])).toMatchObject([{ type: 'tool-invocation' }, { type: 'tool-pending', body: { job: 7 } }]);
  });

  it('a denial is told by the history', () => {
    const messages = [
      { role: 'user', parts: [{ type: 'tool_call_response', id: 'c1', name: 'rm', outcome: 'denied' }] },
    ];
    const run = span(
      { name: 'invoke_agent helper', id: 3, start: 4000, end: 4500, more: { scope } },
      { 'gen_ai.operation.name': 'invoke_agent', 'pydantic_ai.all_messages': JSON.stringify(messages) },
    );
    expect(decisions(run)).toEqual(['permission-required refused']);
    expect(story([tool({ 'pydantic_ai.tool.deferral.name': 'ApprovalRequired' }), run])).toEqual([
      'permission-required A1 !host/rm',
    ]);
  });

  it('a retry is a failure with its prompt, rejected arguments are an error', () => {
    const retry = tool({ ...current, 'gen_ai.tool.call.result': 'Fix the path' }, { error: true }, 'ToolRetryError');
    expect(events([retry])[1]).toMatchObject({ type: 'tool-failure', body: 'Fix the path' });
    const rejected = tool(
      { ...current, 'pydantic_ai.tool.failure_stage': 'validation' },
      { error: true },
      'ToolRetryError',
    );
    expect(story([rejected]).at(-1)).toBe('tool-error A1');
  });

  it('the agent of the tool span acts', () => {
    expect(convert([tool({ ...returned, 'gen_ai.agent.name': 'helper' })])[0]?.parties).toMatchObject([
      { name: 'helper' },
    ]);
    const run = span({ name: 'agent run', id: 5, more: { scope } }, { agent_name: 'older' });
    expect(convert([run, tool(returned, { parent: 5, id: 6 })])[0]?.parties).toMatchObject([{ name: 'older' }]);
  });
});

describe('Logfire', () => {
  it('announces a span with a copy of its start, which is no second call', () => {
    const announced = { ...current, 'logfire.span_type': 'pending_span', 'logfire.pending_parent_id': '0'.repeat(16) };
    const nameless = (attributes: Attributes, options: Partial<SpanOptions>) => {
      const { 'gen_ai.tool.call.id': _, ...rest } = tool(attributes, options).attributes;
      return { ...tool(attributes, options), attributes: rest };
    };
    const pending = nameless(announced, { id: 9, parent: 1, start: 0, end: 0 });
    const ended = nameless({ ...returned, 'logfire.span_type': 'span' }, { id: 1 });
    expect(story([pending, ended])).toEqual(['tool-invocation A1 !host/rm', 'tool-result A1']);
  });
});
