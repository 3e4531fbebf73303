import { describe, expect, it } from 'vitest';
import type { Attributes, TelemetryRecord } from '../../../src/telemetry/index.js';
import { fixture } from '../records.js';
import { decisions, events, log, mapped, span, story } from './support.js';

const SCOPE = { name: 'com.anthropic.claude_code.tracing' };
const ids = (id: string) => ({ tool_use_id: id, 'gen_ai.tool.call.id': id });

function tool(id: number, callId: string, attributes: Attributes = {}) {
  return span(
    { name: 'claude_code.tool', id, start: 0, end: 900, more: { scope: SCOPE } },
    { 'span.type': 'tool', tool_name: 'Bash', 'gen_ai.tool.name': 'Bash', ...ids(callId), ...attributes },
  );
}

function blocked(decision: string, source: string, parent = 1) {
  return span(
    { name: 'claude_code.tool.blocked_on_user', id: 20 + parent, parent, start: 0, end: 100, more: { scope: SCOPE } },
    { 'span.type': 'tool.blocked_on_user', decision, source },
  );
}

function execution(callId: string, parent = 1, error?: Attributes) {
  return span(
    {
      name: 'claude_code.tool.execution',
      id: 40 + parent,
      parent,
      start: 200,
      end: 800,
      more: { scope: SCOPE },
      ...(error === undefined ? {} : { error: true }),
    },
    { 'span.type': 'tool.execution', ...ids(callId), ...error },
  );
}

function decisionLog(decision: string, source: string, more: Attributes = {}) {
  const attributes = {
    'event.name': 'tool_decision',
    tool_name: 'Bash',
    tool_use_id: 'tu1',
    decision,
    source,
    ...more,
  };
  return log(100, attributes, { body: 'claude_code.tool_decision' });
}

function resultLog(more: Attributes = {}) {
  const attributes = { 'event.name': 'tool_result', tool_name: 'Bash', tool_use_id: 'tu1', success: 'true', ...more };
  return log(900, { duration_ms: '600', ...attributes }, { body: 'claude_code.tool_result' });
}

describe('Claude Code decisions', () => {
  it.each([
    ['accept', 'config', ['allowed']],
    ['accept', 'hook', ['allowed']],
    ['accept', 'classifier', ['allowed']],
    ['accept', 'user_temporary', ['permission-required granted']],
    ['accept', 'user_permanent', ['permission-required standing']],
    ['reject', 'config', ['disallowed refused']],
    ['reject', 'hook', ['disallowed refused']],
    ['reject', 'classifier', ['disallowed refused']],
    ['reject', 'user_reject', ['permission-required refused']],
    ['reject', 'user_abort', ['permission-required refused']],
    ['cancelled', 'user_abort', ['permission-required refused']],
    ['cancelled', 'config', []],
    ['reject', 'invalid_input', []],
    ['reject', 'permission_updated_input_invalid', []],
    ['reject', 'server_fallback_tombstone', []],
    ['reject', 'plugin_cut', []],
    ['reject', 'unknown', []],
  ])('%s by %s, in a span, in a record of its own and in that of the result', (decision, source, expected) => {
    expect(decisions(blocked(decision, source))).toEqual(expected);
    expect(decisions(decisionLog(decision, source))).toEqual(expected);
    expect(decisions(resultLog({ decision_type: decision, decision_source: source }))).toEqual(expected);
  });

  it('says when the value of a decision is new', () => {
    const { remarks, signals } = mapped(decisionLog('accept', 'oracle'));
    expect(signals).toEqual([]);
    expect(remarks.map(({ code }) => code)).toEqual(['unknown-decision']);
  });

  it('reads what a result record says of the decision, for the time before the call', () => {
    const records = [resultLog({ decision_type: 'accept', decision_source: 'user_temporary', tool_input: '{"a":1}' })];
    expect(story(records)).toEqual([
      'permission-required A1 !host/Bash',
      'tool-invocation A1 !host/Bash',
      'tool-result A1',
    ]);
    expect(story([resultLog({ decision_type: 'reject', decision_source: 'user_reject' })])).toEqual([
      'permission-required A1 !host/Bash',
    ]);
  });

  it('records the category of a classifier as reason, and no reason where none is told', () => {
    const [refusal] = events([decisionLog('reject', 'classifier', { classifier_category: 'destructive' })]);
    expect(refusal).toMatchObject({ decision: 'disallowed', reason: 'destructive' });
    expect(events([decisionLog('reject', 'hook')])[0]).not.toHaveProperty('reason');
  });

  it('writes one standing decision for a permanent grant, and none for its later uses', () => {
    const later = [
      { ...decisionLog('accept', 'user_permanent', { tool_use_id: 'tu2' }), time: [1796029300, 0] as const },
      { ...resultLog({ tool_use_id: 'tu2' }), time: [1796029301, 0] as const },
    ];
    expect(story([decisionLog('accept', 'user_permanent'), resultLog(), ...later])).toEqual([
      'permission-required A1 !host/Bash',
      'allowed standing !host/Bash',
      'tool-invocation A1 !host/Bash',
      'tool-result A1',
      'tool-invocation B1 !host/Bash',
      'tool-result B1',
    ]);
  });
});

describe('Claude Code calls', () => {
  it('are told by spans alone, the decision found by the span around (trap 3)', () => {
    const mcp = { 'gen_ai.tool.name': 'get_weather', tool_name: 'mcp__weather__get_weather' };
    const records = [
      tool(1, 'tu1', { ...mcp, 'anthropic.mcp.server.name': 'weather' }),
      blocked('accept', 'config'),
      execution('tu1'),
    ];
    expect(story(records)).toEqual([
      'allowed A1 weather/get_weather',
      'tool-invocation A1 weather/get_weather',
      'tool-result A1',
    ]);
  });

  it('are no invocation without an execution, whatever the span holds (trap 2)', () => {
    const refused = [tool(1, 'tu1', { full_command: 'rm walrus' }), blocked('reject', 'user_reject')];
    expect(story(refused)).toEqual(['permission-required A1 !host/Bash']);
    expect(JSON.stringify(events(refused))).not.toContain('walrus');
    expect(story([tool(2, 'tu2', { full_command: 'ls' })])).toEqual([]);
  });

  it('fail as the execution says, though the span of the call never does (trap 1)', () => {
    const error = { 'error.type': 'tool_error', error: 'Shell command failed', error_class: 'ShellError' };
    const [, , outcome] = events([tool(1, 'tu1'), blocked('accept', 'config'), execution('tu1', 1, error)]);
    expect(outcome).toMatchObject({
      type: 'tool-failure',
      body: { 'error.type': 'ShellError', message: 'Shell command failed' },
    });
  });

  it('are told by records alone; success is text, the MCP names are in the parameters (traps 6, 9)', () => {
    const names = {
      tool_name: 'mcp_tool',
      tool_parameters: '{"mcp_server_name":"weather","mcp_tool_name":"charge_card"}',
    };
    const failed = { ...names, success: 'false', error_type: 'McpToolCallError', error: 'card declined' };
    const records = [
      decisionLog('accept', 'user_temporary', { ...names, tool_source: 'mcp' }),
      resultLog({ ...failed, tool_input: '{"amount":42}' }),
    ];
    expect(story(records)).toEqual([
      'permission-required A1 weather/charge_card',
      'tool-invocation A1 weather/charge_card',
      'tool-failure A1',
    ]);
    expect(events(records)[1]).toMatchObject({ body: { amount: 42 }, time: '2026-11-30T09:00:00.3Z' });
  });

  it('take the name of an MCP tool from the span where the records do not tell it', () => {
    const mcp = { 'gen_ai.tool.name': 'get_weather', 'anthropic.mcp.server.name': 'weather' };
    const records = [tool(1, 'tu1', mcp), execution('tu1'), decisionLog('accept', 'config', { tool_name: 'mcp_tool' })];
    expect(story(records)[0]).toBe('allowed A1 weather/get_weather');
  });

  it('that a person aborted are cancelled', () => {
    const records = [resultLog({ success: 'false', error_type: 'AbortError', error: 'aborted' })];
    expect(story(records)).toEqual(['tool-invocation A1 !host/Bash', 'tool-cancel A1']);
  });

  it('join records by the id of the tool use, not by the span they name (trap 10)', () => {
    const records = [
      span({ name: 'claude_code.interaction', id: 9, more: { scope: SCOPE } }, { 'span.type': 'interaction' }),
      tool(1, 'tu1'),
      execution('tu1'),
      tool(2, 'tu2'),
      execution('tu2', 2),
      { ...resultLog({ tool_use_id: 'tu2', tool_input: '{"which":2}' }), spanId: '0000000000000009' },
    ];
    const second = events(records).filter(({ operation_id: id }) => id === 'tu2');
    expect(second.map(({ type, body }) => [type, body])).toEqual([
      ['tool-invocation', { which: 2 }],
      ['tool-result', undefined],
    ]);
  });

  it('are performed by the subagent that the record names', () => {
    const [signal] = mapped(decisionLog('accept', 'config', { agent_id: 'agent-7' })).signals;
    expect(signal?.agent).toEqual({ id: 'agent-7' });
  });
});

describe('the server of a call of Claude Code', () => {
  const parameters = { tool_parameters: '{"mcp_server_name":"weather","mcp_tool_name":"get_weather"}' };

  it.each<[string, Attributes, object | undefined]>([
    ['is named by an attribute', { 'anthropic.mcp.server.name': 'weather' }, { name: 'weather' }],
    ['is named in the parameters', parameters, { name: 'weather' }],
    ['is the host for what is built in', { tool_source: 'builtin' }, { host: true }],
    ['is not told otherwise', { tool_source: 'mcp' }, undefined],
  ])('%s, on its span, with a decision, and with what came of it', (_, attributes, server) => {
    const servers = (record: TelemetryRecord) => mapped(record).signals.map(({ kind, call }) => [kind, call.server]);
    expect(mapped(tool(1, 'tu1', attributes)).span?.call?.server).toEqual(server);
    expect(servers(decisionLog('accept', 'config', attributes))).toEqual([['decision', server]]);
    expect(servers(resultLog(attributes))).toEqual([
      ['invocation', server],
      ['result', server],
    ]);
    const refused = { decision_type: 'reject', decision_source: 'hook', success: 'false' };
    expect(servers(resultLog({ ...refused, ...attributes }))).toEqual([['decision', server]]);
  });
});

describe('the trace of Claude Code', () => {
  const refused = ['toolu_mock_05', 'toolu_mock_06', 'toolu_mock_07'];

  it.each(['claude-code.otlp.json', 'claude-code.logs.otlp.json'])('%s tells of all eight calls', (file) => {
    const all = events(fixture(`traces/${file}`));
    expect(new Set(all.flatMap(({ operation_id: id }) => id ?? [])).size).toBe(8);
    const performed = all.filter(({ type }) => type === 'tool-invocation').map(({ operation_id: id }) => id);
    expect(performed.filter((id) => refused.includes(String(id)))).toEqual([]);
    expect(performed).toHaveLength(5);
    expect(all.filter(({ policy_life: life }) => life === 'standing')).toHaveLength(1);
    expect(JSON.stringify(all)).not.toMatch(/no\.txt|curl http|mv \/home/);
  });
});
