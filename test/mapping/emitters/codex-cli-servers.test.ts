import { describe, expect, it } from 'vitest';
import type { Attributes, TelemetryRecord } from '../../../src/telemetry/index.js';
import { CODEX, codex, result } from './codex-records.js';
import { at, mapped, span } from './support.js';

const CALL = { call_id: 'c1', tool_name: 'get_weather' };
const ORIGIN = 'https://mcp.example.com/weather';

/** What each signal of a record says of its call. */
function calls(record: TelemetryRecord): readonly object[] {
  return mapped(record).signals.map(({ rule, kind, call: { callId, tool, server } }) => ({
    ...{ rule, kind, callId, tool },
    ...(server && { server }),
  }));
}

/** The span around a call, with an event. */
function event(name: string, attributes: Attributes): TelemetryRecord {
  const written = { 'event.name': `codex.${name}`, duration_ms: '90', success: 'true', ...CALL, ...attributes };
  const events = [{ name: 'event otel/src/tool_result.rs:54', time: at(390), attributes: written }];
  return span({ name: 'dispatch_tool_call_with_state', more: { resource: CODEX.resource, events } });
}

type Teller = readonly [rule: string, record: (server: Attributes) => TelemetryRecord, kinds: readonly string[]];

const approved = { ...CALL, decision: 'approved', source: 'Config' };
const rejected = { ...CALL, success: 'false', output: 'user rejected MCP tool call' };
const late = { ...CALL, outcome: 'timed_out' };
const escalated = { ...CALL, outcome: 'escalated', escalated_duration_ms: 30 };

const TELLERS: readonly Teller[] = [
  ['succeeded', (server) => event('tool_result', server), ['invocation', 'result']],
  ['decision', (server) => codex('tool_decision', 100, { ...approved, ...server }), ['decision']],
  ['refused', (server) => result(400, 'c1', { ...rejected, ...server }), ['decision']],
  ['result', (server) => result(400, 'c1', { ...CALL, ...server }), ['invocation', 'result']],
  ['sandbox-timeout', (server) => codex('sandbox_outcome', 400, { ...late, ...server }), ['timeout']],
  ['sandbox-timeout', (server) => event('sandbox_outcome', { ...late, ...server }), ['timeout']],
  [
    'sandbox-escalated',
    (server) => codex('sandbox_outcome', 400, { ...escalated, ...server }),
    ['failure', 'invocation'],
  ],
];

describe.each(TELLERS)('the server of a call that Codex tells of (%s)', (rule, record, kinds) => {
  const expected = (server: object) =>
    kinds.map((kind) => ({ rule, kind, callId: 'c1', tool: 'get_weather', ...server }));

  it('has the URL of its origin and its own name, of which the namespace has only what a tool name may have', () => {
    const http = { mcp_server: 'weather.eu', mcp_server_origin: ORIGIN, tool_namespace: 'mcp__weather_eu' };
    expect(calls(record(http))).toEqual(expected({ server: { url: ORIGIN, name: 'weather.eu' } }));
  });

  it('has no URL where its origin is none', () => {
    const stdio = { mcp_server: 'weather.eu', mcp_server_origin: 'stdio', tool_namespace: 'mcp__weather_eu' };
    expect(calls(record(stdio))).toEqual(expected({ server: { name: 'weather.eu' } }));
  });

  it.each(['mcp__weather', 'mcp__weather__'])(
    'has its name from the namespace %s where nothing else is told',
    (name) => {
      const named = { mcp_server: '', mcp_server_origin: '', tool_namespace: name };
      expect(calls(record(named))).toEqual(expected({ server: { name: 'weather' } }));
    },
  );

  it('is not told of tools of the host', () => {
    const host = { mcp_server: '', mcp_server_origin: '', tool_namespace: 'functions' };
    expect(calls(record(host))).toEqual(expected({}));
  });
});

describe('the server of a request to MCP by Codex', () => {
  const request = (origin: string) =>
    span(
      { name: 'mcp.tools.call', more: { resource: CODEX.resource, kind: 'client' } },
      {
        'rpc.method': 'tools/call',
        'mcp.server.name': 'weather',
        'mcp.server.origin': origin,
        'tool.name': 'get_weather',
        'tool.call_id': 'c1',
      },
    );

  it.each([
    [ORIGIN, { url: ORIGIN, name: 'weather' }],
    ['stdio', { name: 'weather' }],
  ])('with the origin %s', (origin, server) => {
    const call = { rule: 'mcp-call', callId: 'c1', tool: 'get_weather', server };
    expect(calls(request(origin))).toEqual(['invocation', 'result'].map((kind) => ({ kind, ...call })));
    expect(mapped(request(origin)).span?.call?.server).toEqual(server);
  });
});
