import { describe, expect, it } from 'vitest';
import type { Attributes, SpanRecord } from '../../../src/telemetry/index.js';
import { at, convert, decisions, events, mapped, type SpanOptions, span, story } from './support.js';

const scope = { name: 'gcp.vertex.agent' };
const adk = (options: SpanOptions, attributes: Attributes = {}) =>
  span({ ...options, more: { scope, ...options.more } }, attributes);

const agent = (id = 1, start = 0) =>
  adk(
    { name: 'invoke_agent helper', id, start, end: start + 9000 },
    {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'helper',
      'gen_ai.conversation.id': 'conv-1',
    },
  );

/** The span of the model that asks for calls, and is told what came of those of the turn before. */
function model(id: number, start: number, asked: readonly unknown[], told: readonly unknown[] = []): SpanRecord {
  const contents = [
    { role: 'user', parts: [{ text: 'error' }] },
    { role: 'model', parts: [{ text: 'x' }] },
    { role: 'user', parts: told.map((functionResponse) => ({ functionResponse })) },
  ];
  return adk(
    { name: 'call_llm', id, parent: 1, start, end: start + 800 },
    {
      'gcp.vertex.agent.session_id': 'conv-1',
      'gcp.vertex.agent.llm_request': JSON.stringify({ contents }),
      'gcp.vertex.agent.llm_response': JSON.stringify({
        content: { role: 'model', parts: asked.map((functionCall) => ({ functionCall })) },
      }),
    },
  );
}

function tool(response: string, attributes: Attributes = {}, options: Partial<SpanOptions> = {}): SpanRecord {
  return adk(
    { name: 'execute_tool rm', id: 3, parent: 2, start: 100, end: 200, ...options },
    {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'rm',
      'gen_ai.tool.call.id': 'c1',
      'gcp.vertex.agent.tool_call_args': '{"path":"/secret"}',
      'gcp.vertex.agent.tool_response': response,
      ...attributes,
    },
  );
}

const ASKED = '{"error":"This tool call requires confirmation, please approve or reject."}';
const REFUSED = '{"error":"This tool call is rejected."}';
const call = (id: string, name = 'rm') => ({ id, name, args: { path: '/a' } });
const bare = (id = 3) => adk({ name: 'execute_tool rm', id, parent: 2, start: 100, end: 200 });

function merged(...responses: readonly unknown[]): SpanRecord {
  const parts = responses.map((functionResponse) => ({ functionResponse }));
  return adk(
    { name: 'execute_tool (merged)', id: 8, parent: 2, start: 300, end: 310 },
    {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': '(merged tools)',
      'gen_ai.tool.call.id': 'event-1',
      'gcp.vertex.agent.tool_call_args': 'N/A',
      'gcp.vertex.agent.tool_response': JSON.stringify({ content: { parts } }),
    },
  );
}

describe('Google ADK', () => {
  it('a call that returned, its status never set', () => {
    expect(events([agent(), tool('{"ok":true}')])).toMatchObject([
      { type: 'tool-invocation', operation_id: 'c1', body: { path: '/secret' } },
      { type: 'tool-result', body: { ok: true } },
    ]);
    expect(convert([agent(), model(2, 0, []), tool('{}')])[0]?.parties).toMatchObject([{ name: 'helper' }]);
  });

  it('a failed call without attributes has its id from the model and its error from "(merged)" (traps 1, 3)', () => {
    const failed = { id: 'c1', name: 'rm', response: { error: "Error in tool 'rm': declined" } };
    const records = [agent(), model(2, 0, [call('c1')]), bare(), merged(failed)];
    expect(events(records)).toMatchObject([
      { type: 'tool-invocation', operation_id: 'c1', tool: 'rm' },
      { type: 'tool-failure', operation_id: 'c1', body: { message: "Error in tool 'rm': declined" } },
    ]);
    expect(events(records)).toHaveLength(2);
    expect(events(records)[0]).toMatchObject({ body: { path: '/a' } });
  });

  it('a single failed call has its error from the next request to the model', () => {
    const failed = { id: 'c1', name: 'rm', response: { error: 'declined' } };
    const records = [agent(), model(2, 0, [call('c1')]), bare(), model(4, 1000, [], [failed])];
    expect(events(records)).toMatchObject([
      { type: 'tool-invocation' },
      { type: 'tool-failure', time: '2026-11-30T09:00:00.2Z', body: { message: 'declined' } },
    ]);
  });

  it('rejected arguments are an error, known by the text', () => {
    const issue = { expected: 'string', code: 'invalid_type', path: ['city'], message: 'Invalid input' };
    const error = `Error in tool 'rm': ${JSON.stringify([issue], null, 2)}`;
    const told = { id: 'c1', name: 'rm', response: { error } };
    for (const teller of [merged(told), model(4, 1000, [], [told])])
      expect(story([agent(), model(2, 0, [call('c1')]), bare(), teller])).toEqual([
        'tool-invocation A1 !host/rm',
        'tool-error A1',
      ]);
  });

  it('what a call returned counts before what is told of it elsewhere', () => {
    const told = { id: 'c1', name: 'rm', response: { error: 'not found' } };
    const records = [agent(), model(2, 0, [call('c1')]), tool('{"error":"not found"}'), merged(told)];
    expect(story(records)).toEqual(['tool-invocation A1 !host/rm', 'tool-result A1']);
  });

  it('an error told of a call that has no span makes no call (unknown tool)', () => {
    const told = { id: 'c9', name: 'nope', response: { error: 'nope is not found' } };
    expect(convert([agent(), model(2, 0, [call('c9', 'nope')], [told])])).toEqual([]);
  });

  it('a span that asks for a confirmation is no invocation (trap 2)', () => {
    const told = events([agent(), tool(ASKED)]);
    expect(told).toMatchObject([{ type: 'policy-decision', decision: 'permission-required', operation_id: 'c1' }]);
    expect(JSON.stringify(told)).not.toContain('/secret');
  });

  it('a refused confirmation leaves two spans of one decision, and none in "(merged)" (traps 2, 4)', () => {
    const waits = { id: 'c1', name: 'rm', response: JSON.parse(ASKED) };
    const records = [agent(), tool(ASKED), merged(waits), tool(REFUSED, {}, { id: 5, start: 4000, end: 4100 })];
    expect(story(records)).toEqual(['permission-required A1 !host/rm']);
    expect(JSON.stringify(events(records))).not.toContain('/secret');
  });

  it.each([
    ['asks for a confirmation', ASKED, 'permission-required'],
    ['tells of a refused confirmation', REFUSED, 'permission-required refused'],
  ])('a span that %s decides about its call when it ends, and says nothing else', (_, response, decision) => {
    const named = tool(response);
    const { 'gen_ai.tool.name': __, ...attributes } = named.attributes;
    for (const record of [named, { ...named, attributes }, { ...named, name: 'execute_tool' }]) {
      const { signals } = mapped(record);
      expect(signals).toMatchObject([{ kind: 'decision', source: 'call', time: at(200) }]);
      expect(signals.map(({ call }) => call)).toEqual([{ callId: 'c1', tool: 'rm' }]);
      expect(decisions(record)).toEqual([decision]);
      expect(story([agent(), record])).toEqual(['permission-required A1 !host/rm']);
      expect(JSON.stringify(events([agent(), record]))).not.toContain('/secret');
    }
  });

  it('a given confirmation goes on under the same id as attempt 1 (trap 4)', () => {
    const records = [agent(), tool(ASKED), tool('{"ok":true}', {}, { id: 5, start: 4000, end: 4100 })];
    expect(story(records)).toEqual([
      'permission-required A1 !host/rm',
      'tool-invocation A1 !host/rm',
      'tool-result A1',
    ]);
  });

  it('placeholders are no contents and no ids (trap 6)', () => {
    const off = tool('{}', { 'gcp.vertex.agent.tool_call_args': '{}', 'gen_ai.tool.call.id': '<not specified>' });
    const [invocation, result] = events([agent(), off]);
    expect(invocation).not.toHaveProperty('body');
    expect(invocation?.['operation_id']).not.toBe('<not specified>');
    expect(result).toMatchObject({ type: 'tool-result' });
    expect(result).not.toHaveProperty('body');
    const empty = tool('{"ok":1}', { 'gcp.vertex.agent.tool_call_args': '{}' });
    expect(events([agent(), empty])[0]).toMatchObject({ body: {} });
  });
});
