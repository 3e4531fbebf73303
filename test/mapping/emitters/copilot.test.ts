import { describe, expect, it } from 'vitest';
import type { Attributes } from '../../../src/telemetry/index.js';
import { at, decisions, events, log, mapped, span, story } from './support.js';

const CHAT = { resource: { attributes: { 'service.name': 'copilot-chat' } } };
const CLI = { scope: { name: 'github.copilot' } };
const AGENT = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'copilot' };

function hook(decision: string, more: Attributes = {}, service: object = CHAT) {
  return span(
    { name: 'execute_hook PreToolUse', id: 2, parent: 1, start: 10, end: 20, more: service },
    {
      'gen_ai.operation.name': 'execute_hook',
      'github.copilot.hook.decision': decision,
      'github.copilot.hook.tool_names': '["run_in_terminal"]',
      ...more,
    },
  );
}

function executeTool(more: Attributes = {}, service: object = CHAT) {
  return span(
    { name: 'execute_tool run_in_terminal', id: 3, parent: 1, start: 30, end: 90, more: service },
    { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'run_in_terminal', ...more },
  );
}

const agent = (service: object = CHAT) => span({ name: 'invoke_agent copilot', id: 1, end: 100, more: service }, AGENT);

describe.each([
  ['VS Code Copilot', CHAT],
  ['Copilot CLI', CLI],
])('%s', (_, service) => {
  it.each([
    ['block', ['disallowed']],
    ['approve', ['allowed']],
    ['allow', ['allowed']],
    ['ask', ['permission-required']],
    ['pass', []],
    ['non_blocking_error', []],
  ])('decision of a hook: %s', (decision, expected) => {
    expect(decisions(hook(decision, {}, service))).toEqual(expected);
  });

  it('gives a permission to the next call of the tool, and a block leaves no call', () => {
    expect(story([agent(service), hook('approve', {}, service), executeTool({}, service)])).toEqual([
      'allowed A1 !host/run_in_terminal',
      'tool-invocation A1 !host/run_in_terminal',
      'tool-result A1',
    ]);
    expect(story([agent(service), hook('block', {}, service)])).toEqual(['disallowed A1 !host/run_in_terminal']);
  });

  it('takes the server and the tool of an MCP call from its parameters', () => {
    const mcp = {
      'github.copilot.tool.parameters.mcp_server_name': 'weather',
      'github.copilot.tool.parameters.mcp_tool_name': 'get_weather',
      'gen_ai.tool.name': 'mcp_weather_get_weather',
    };
    expect(story([executeTool(mcp, service)])[0]).toBe('tool-invocation A1 weather/get_weather');
  });

  it('says who acted', () => {
    const [signal] = mapped(executeTool({ 'gen_ai.agent.name': 'Explore' }, service)).signals;
    expect(signal?.agent).toEqual({ name: 'Explore' });
  });
});

describe('VS Code Copilot', () => {
  it.each(['PostToolUse', 'Stop', 'UserPromptSubmit'])('a hook %s decides no call', (type) => {
    expect(decisions(hook('block', { 'copilot_chat.hook_type': type }))).toEqual([]);
    expect(decisions(hook('block', { 'copilot_chat.hook_type': 'PreToolUse' }))).toEqual(['disallowed']);
  });

  it('records contents when they are captured', () => {
    const contents = { 'gen_ai.tool.call.arguments': '{"command":"ls"}', 'gen_ai.tool.call.result': 'a.txt' };
    expect(events([executeTool(contents)]).map(({ body }) => body)).toEqual([{ command: 'ls' }, 'a.txt']);
  });

  it.each([
    [true, 'tool-result A1'],
    [false, 'tool-failure A1'],
  ])('a log record alone makes an operation: success %s', (success, expected) => {
    const attributes = {
      'event.name': 'copilot_chat.tool.call',
      'gen_ai.tool.name': 'readFile',
      duration_ms: 50,
      success,
    };
    const record = log(100, { ...attributes, ...(success ? {} : { 'error.type': 'FileNotFoundError' }) }, CHAT);
    expect(story([record])).toEqual(['tool-invocation A1 !host/readFile', expected]);
    expect(events([record])[0]).toMatchObject({ time: '2026-11-30T09:00:00.05Z' });
  });

  it('a log record and the span of the call are one operation', () => {
    const record = log(
      95,
      { 'event.name': 'copilot_chat.tool.call', 'gen_ai.tool.name': 'run_in_terminal', duration_ms: 60, success: true },
      { ...CHAT, on: 1 },
    );
    expect(story([agent(), executeTool(), record])).toEqual([
      'tool-invocation A1 !host/run_in_terminal',
      'tool-result A1',
    ]);
  });
});

describe('Copilot CLI', () => {
  it('takes the parameters for the arguments where those are not recorded', () => {
    const parameters = {
      'github.copilot.tool.parameters.command': 'ls',
      'github.copilot.tool.parameters.mcp_server_name_hash': 'abc',
    };
    expect(events([executeTool(parameters, CLI)])[0]).toMatchObject({ body: { command: 'ls' } });
  });

  it.each([
    ['preToolUse', 'block', ['disallowed']],
    ['preToolUse', 'allow', ['allowed']],
    ['preToolUse', 'ask', ['permission-required']],
    ['preToolUse', 'pass', []],
    ['preToolUse', 'shrug', ['unknown']],
    ['postToolUse', 'block', []],
  ])('reads hooks that are events of the span around: %s, %s', (type, decision, expected) => {
    const attributes = {
      'github.copilot.hook.type': type,
      'github.copilot.hook.decision': decision,
      'github.copilot.hook.tool_names': '["shell"]',
    };
    const chat = span({
      name: 'chat',
      more: { ...CLI, events: [{ name: 'github.copilot.hook.end', time: at(10), attributes }] },
    });
    expect(decisions(chat)).toEqual(expected);
  });

  it('does not take the result of a permission for a decision: it does not tell who gave it', () => {
    expect(decisions(executeTool({ 'github.copilot.permission.result': 'approved' }, CLI))).toEqual([]);
  });
});
