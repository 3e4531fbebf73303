import { describe, expect, it } from 'vitest';
import type { Attributes } from '../../../src/telemetry/index.js';
import { fixture, spanWith } from '../records.js';
import { CODEX, codex, result, shell } from './codex-records.js';
import { at, events, mapped, span, story } from './support.js';

describe('Codex calls', () => {
  it('have the time that the emitter wrote: the time of the record is 0 (trap 9)', () => {
    const [invocation, outcome] = events([result(400, 'c1')]);
    expect(invocation).toMatchObject({ type: 'tool-invocation', time: '2026-11-30T09:00:00.3Z', body: { cmd: 'ls' } });
    expect(outcome).toMatchObject({ type: 'tool-result', time: '2026-11-30T09:00:00.4Z' });
  });

  it('that exit with another code than 0 returned: the emitter says so', () => {
    const records = [result(400, 'c1', { output: 'Process exited with code 3\nOutput:\n' })];
    expect(events(records)[1]).toMatchObject({ type: 'tool-result', body: 'Process exited with code 3\nOutput:\n' });
  });

  it('of an unknown tool are errors', () => {
    const unknown = { success: 'false', tool_name: 'no_such_tool', output: 'unsupported call: no_such_tool' };
    expect(story([result(400, 'c1', unknown)])).toEqual(['tool-invocation A1 !host/no_such_tool', 'tool-error A1']);
  });

  it('of MCP servers have the server of the record, its URL where one is known', () => {
    const mcp = { tool_name: 'get_weather', tool_namespace: 'mcp__weather' };
    const stdio = { ...mcp, mcp_server: 'weather', mcp_server_origin: 'stdio' };
    const http = { ...mcp, mcp_server: 'weather', mcp_server_origin: 'https://mcp.example.com/weather' };
    const named = codex('tool_decision', 100, { ...shell('c1'), ...mcp, decision: 'approved', source: 'Config' });
    expect(story([named])).toEqual(['allowed A1 weather/get_weather']);
    expect(events([result(400, 'c1', stdio)])[0]).toMatchObject({ server: 'weather', tool: 'get_weather' });
    expect(events([result(400, 'c1', http)])[0]).toMatchObject({ server: 'https://mcp.example.com/weather' });
  });

  it('are one operation in all of their spans and records (trap 3)', () => {
    const resource = CODEX.resource;
    const succeeded = {
      name: 'event otel/src/tool_result.rs:54',
      time: at(390),
      attributes: {
        'event.name': 'codex.tool_result',
        tool_name: 'get_weather',
        tool_namespace: 'mcp__weather',
        call_id: 'c1',
        duration_ms: '90',
        success: 'true',
      },
    };
    const spans = [
      span(
        { name: 'mcp__weatherget_weather', id: 1, start: 250, end: 420, more: { resource } },
        { 'codex.tool.phase': 'dispatch', call_id: 'c1', tool_name: 'mcp__weatherget_weather', aborted: false },
      ),
      span({
        name: 'dispatch_tool_call_with_state',
        id: 2,
        parent: 1,
        start: 260,
        end: 410,
        more: { resource, events: [succeeded] },
      }),
      span(
        { name: 'mcp.tools.call', id: 3, parent: 2, start: 300, end: 380, more: { resource, kind: 'client' } },
        {
          'rpc.method': 'tools/call',
          'mcp.server.name': 'weather',
          'mcp.server.origin': 'stdio',
          'tool.name': 'get_weather',
          'tool.call_id': 'c1',
          'conversation.id': 'conv-1',
        },
      ),
    ];
    const told = result(400, 'c1', { tool_name: 'get_weather', tool_namespace: 'mcp__weather', mcp_server: 'weather' });
    expect(story([...spans, told])).toEqual(['tool-invocation A1 weather/get_weather', 'tool-result A1']);
    expect(events([...spans, told])[0]).toMatchObject({ time: '2026-11-30T09:00:00.3Z', body: { cmd: 'ls' } });
    expect(story(spans)).toEqual(['tool-invocation A1 weather/get_weather', 'tool-result A1']);
  });

  it('of MCP fail when the result has isError, and otherwise as the code says', () => {
    const call = (error: Attributes) =>
      story([
        span(
          { name: 'mcp.tools.call', more: { resource: CODEX.resource } },
          { 'rpc.method': 'tools/call', 'tool.name': 'get_weather', 'tool.call_id': 'c1', ...error },
        ),
      ]).at(-1);
    expect(call({ 'error.type': 'tool_result', 'codex.mcp.error.code': 'unknown' })).toBe('tool-failure A1');
    expect(call({ 'error.type': 'rpc', 'codex.mcp.error.code': '-32602' })).toBe('tool-error A1');
  });

  it('whose span alone says that they failed may have been refused: nothing is said (trap 2)', () => {
    const attributes = { 'event.name': 'codex.tool_result', ...shell('c1'), success: 'false', duration_ms: '3' };
    const failed = spanWith({
      name: 'dispatch_tool_call_with_state',
      resource: CODEX.resource,
      events: [{ name: 'event', time: at(5), attributes }],
    });
    expect(mapped(failed).signals).toEqual([]);
  });

  it('of a turn that was aborted have a span and nothing else', () => {
    const aborted = { 'codex.tool.phase': 'dispatch', call_id: 'c1', tool_name: 'exec_command', aborted: true };
    const { signals, remarks } = mapped(span({ name: 'exec_command', more: { resource: CODEX.resource } }, aborted));
    expect([signals, remarks]).toEqual([[], []]);
  });
});

describe('Codex sandbox outcomes', () => {
  const outcome = (millis: number, value: string, more: Attributes = {}) =>
    codex('sandbox_outcome', millis, { ...shell('c1'), outcome: value, initial_duration_ms: 12, ...more });

  it('escalated: a second attempt of the same call', () => {
    const escalated = outcome(500, 'escalated', { escalated_duration_ms: 30 });
    expect(story([result(510, 'c1', { duration_ms: '400' }), escalated])).toEqual([
      'tool-invocation A1 !host/exec_command',
      'tool-failure A1',
      'tool-invocation A2 !host/exec_command',
      'tool-result A2',
    ]);
  });

  it('timed_out: the command was not waited for', () => {
    const told = result(510, 'c1', { success: 'false', output: 'command timed out' });
    expect(story([told, outcome(500, 'timed_out')])).toEqual([
      'tool-invocation A1 !host/exec_command',
      'tool-timeout A1',
      'tool-failure A1',
    ]);
  });

  it.each(['denied', 'signal'])('%s: told by the record of the result', (value) => {
    const { signals, remarks } = mapped(outcome(500, value));
    expect([signals, remarks.map(({ code }) => code)]).toEqual([[], ['skipped']]);
  });
});

describe('the trace of Codex', () => {
  it('tells by spans alone of the calls that ran: not of the declined, the unknown, and the aborted one', () => {
    const all = events(fixture('traces/codex-cli.otlp.json'));
    const performed = all.filter(({ type }) => type === 'tool-invocation').map(({ operation_id: id }) => id);
    expect(performed).toEqual([1, 2, 3, 4, 5, 7, 8].map((n) => `call_mock_0${n}`));
    expect(all.filter(({ type }) => type === 'tool-failure').map(({ operation_id: id }) => id)).toEqual([
      'call_mock_08',
    ]);
  });

  it('tells by records alone of all but the aborted call', () => {
    const all = events(fixture('traces/codex-cli.logs.otlp.json'));
    expect(new Set(all.flatMap(({ operation_id: id }) => id ?? [])).size).toBe(9);
    expect(JSON.stringify(all)).not.toMatch(/denyme|cancelme/);
  });
});
