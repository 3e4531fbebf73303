import { describe, expect, it } from 'vitest';
import type { Attributes } from '../../../src/telemetry/index.js';
import { decisions, events, log, mapped, story } from './support.js';

const used = (more: Attributes, millis = 100) =>
  log(millis, { 'event.name': 'task.tool_used', ulid: 'task-1', tool: 'read_file', ...more });
const mcp = (millis: number, status: string, more: Attributes = {}) =>
  log(millis, {
    'event.name': 'task.mcp_tool_called',
    ulid: 'task-1',
    serverName: 'weather',
    toolName: 'get_weather',
    status,
    ...more,
  });

describe('Cline', () => {
  it.each([
    [{ autoApproved: true, success: true }, ['allowed']],
    [{ auto_approved: true, success: true }, ['allowed']],
    [{ autoApproved: false, success: true }, ['permission-required granted']],
    [{ autoApproved: false, success: false }, ['permission-required refused']],
    [{ success: true }, []],
  ])('decision of a record with %o', (attributes, expected) => {
    expect(decisions(used(attributes))).toEqual(expected);
  });

  it('makes operations of log records alone; success is that of the approval, so there is no outcome', () => {
    const records = [used({ autoApproved: true, success: true }), used({ autoApproved: false, success: false }, 200)];
    expect(story(records)).toEqual([
      'allowed A1 !host/read_file',
      'tool-invocation A1 !host/read_file',
      'permission-required B1 !host/read_file',
    ]);
  });

  it.each([
    ['success', 'tool-result'],
    ['error', 'tool-failure'],
  ])('puts the two records of an MCP call together by order: %s', (status, expected) => {
    const records = [1, 2].flatMap((n) => [
      mcp(n * 100, 'started'),
      mcp(n * 100 + 50, status, status === 'error' ? { errorMessage: 'declined' } : {}),
    ]);
    expect(story(records)).toEqual(
      ['A1', 'B1'].flatMap((id) => [`tool-invocation ${id} weather/get_weather`, `${expected} ${id}`]),
    );
  });

  it.each([
    ['started', 'invocation'],
    ['success', 'result'],
    ['error', 'failure'],
  ])('names server and tool of an MCP call in either spelling: %s', (status, kind) => {
    const { serverName, toolName, ...rest } = mcp(100, status).attributes;
    const snake = log(100, { ...rest, server_name: 'weather', tool_name: 'get_weather' });
    for (const record of [mcp(100, status), snake]) {
      const told = mapped(record).signals.map((signal) => [signal.kind, signal.call]);
      expect(told).toEqual([[kind, { tool: 'get_weather', protocol: 'mcp', server: { name: 'weather' } }]]);
    }
  });

  it('leaves out the approval of an MCP call, which names neither server nor tool, and says so', () => {
    const { signals, remarks } = mapped(used({ tool: 'use_mcp_tool', autoApproved: true, success: true }));
    expect([signals, remarks.map(({ code }) => code)]).toEqual([[], ['skipped']]);
  });

  it('takes the task for the conversation', () => {
    const [signal] = mapped(used({ autoApproved: true, success: true })).signals;
    expect(signal?.conversation).toBe('task-1');
    expect(events([used({ autoApproved: true, success: true })])).toHaveLength(2);
  });
});
