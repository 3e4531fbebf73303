import { describe, expect, it } from 'vitest';
import type { Attributes } from '../../../src/telemetry/index.js';
import { convert, decisions, events, type SpanOptions, span, story } from './support.js';

const framework = (options: SpanOptions, attributes: Attributes) =>
  span({ ...options, more: { scope: { name: 'agent_framework' }, ...options.more } }, attributes);

const tool = (attributes: Attributes, options: Partial<SpanOptions> = {}) =>
  framework(
    { name: 'execute_tool rm', ...options },
    { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'rm', 'gen_ai.tool.call.id': 'c1', ...attributes },
  );

const function_call = { type: 'function_call', call_id: 'c1', name: 'rm', arguments: '{"path":"/secret"}' };
const chat = (attributes: Attributes, id: number, start: number) =>
  framework({ name: 'chat m', id, start, end: start + 100 }, { 'gen_ai.operation.name': 'chat', ...attributes });
const asked = chat(
  {
    'gen_ai.output.messages': JSON.stringify([
      { role: 'assistant', parts: [{ type: 'function_approval_request', id: 'a1', function_call }] },
    ]),
  },
  2,
  0,
);
const answered = (approved: boolean) =>
  chat(
    {
      'gen_ai.input.messages': JSON.stringify([
        { role: 'assistant', parts: [{ type: 'function_approval_request', id: 'a1', function_call }] },
        { role: 'user', parts: [{ type: 'function_approval_response', id: 'a1', approved, function_call }] },
      ]),
    },
    3,
    2000,
  );

describe('Microsoft Agent Framework', () => {
  it('placeholders are no id and no arguments (trap 6); results are plain text', () => {
    const record = tool({
      'gen_ai.tool.call.id': 'unknown',
      'gen_ai.tool.call.arguments': 'None',
      'gen_ai.tool.call.result': 'all gone',
    });
    const [invocation, result] = events([record]);
    expect(invocation?.['operation_id']).not.toBe('unknown');
    expect(invocation).not.toHaveProperty('body');
    expect(result).toMatchObject({ type: 'tool-result', body: 'all gone', encoding: 'none' });
  });

  it('an error has the name of its class', () => {
    const failed = tool({ 'error.type': 'ValueError', 'gen_ai.tool.call.arguments': '{}' }, { error: 'bad path' });
    expect(events([failed])[1]).toMatchObject({
      type: 'tool-failure',
      body: { 'error.type': 'ValueError', message: 'bad path' },
    });
  });

  it('an approval is asked for and answered in messages; a refused call has no span', () => {
    expect(decisions(asked)).toEqual(['permission-required']);
    expect(decisions(answered(true))).toEqual(['permission-required granted']);
    expect(decisions(answered(false))).toEqual(['permission-required refused']);
    expect(story([asked, answered(false)])).toEqual(['permission-required A1 !host/rm']);
    expect(JSON.stringify(convert([asked, answered(false)]))).not.toContain('/secret');
    const ran = tool({ 'gen_ai.tool.call.result': 'gone' }, { id: 4, start: 3000, end: 3100 });
    expect(story([asked, answered(true), ran])).toEqual([
      'permission-required A1 !host/rm',
      'tool-invocation A1 !host/rm',
      'tool-result A1',
    ]);
  });
});
