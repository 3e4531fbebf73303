import { describe, expect, it } from 'vitest';
import type { Attributes, SpanEvent, SpanRecord } from '../../../src/telemetry/index.js';
import { at, convert, events, type SpanOptions, span, story } from './support.js';

const scope = { name: 'my-service' };
const own = { 'gen_ai.system': 'strands-agents', 'gen_ai.event.start_time': '2026-11-30T09:00:00.000Z' };

function event(name: string, attributes: Attributes, millis = 0): SpanEvent {
  return { name, time: at(millis), attributes };
}

function strands(options: SpanOptions, attributes: Attributes, happened: readonly SpanEvent[] = []): SpanRecord {
  return span({ ...options, more: { scope, events: happened, ...options.more } }, { ...own, ...attributes });
}

const agent = (more: Partial<SpanRecord> = {}, attributes: Attributes = {}) =>
  strands(
    { name: 'invoke_agent helper', id: 1, end: 9000, more },
    {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'helper',
      'session.id': 's',
      ...attributes,
    },
  );

function tool(attributes: Attributes, happened: readonly SpanEvent[], options: Partial<SpanOptions> = {}): SpanRecord {
  const name = attributes['gen_ai.tool.name'] ?? 'rm';
  return strands(
    { name: `execute_tool ${name}`, id: 9, parent: 1, start: 2000, end: 2100, ...options },
    { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'rm', 'gen_ai.tool.call.id': 'c1', ...attributes },
    happened,
  );
}

const input = event('gen_ai.tool.message', { role: 'tool', content: '{"path":"/a"}', id: 'c1' });
const output = (blocks: unknown) => event('gen_ai.choice', { message: JSON.stringify(blocks), id: 'c1' });
const error = (type: string, message = 'no') =>
  event('exception', { 'exception.type': type, 'exception.message': message });

/** A chat span whose model asks for calls. */
function asking(calls: readonly unknown[], options: Partial<SpanOptions> = {}): SpanRecord {
  const message = JSON.stringify(calls);
  return strands(
    { name: 'chat', id: 3, parent: 2, start: 100, end: 200, ...options },
    { 'gen_ai.operation.name': 'chat' },
    [event('gen_ai.choice', { finish_reason: 'toolUse', message })],
  );
}

const toolUse = (toolUseId: string, name = 'rm') => ({ type: 'toolUse', name, toolUseId, input: { path: '/secret' } });
const cycle = (happened: readonly SpanEvent[], failed = true) =>
  strands(
    { name: 'execute_agent_loop_cycle', id: 2, parent: 1, start: 50, end: 300, ...(failed ? { error: 'no' } : {}) },
    { 'agent_loop.cycle_id': 'cycle-1' },
    happened,
  );

/** The chat after a call was answered with a text, in the default convention. */
function answered(text: string, status = 'error'): SpanRecord {
  const { type, ...rest } = toolUse('c1');
  return strands({ name: 'chat', id: 5, parent: 1, start: 1000, end: 1100 }, { 'gen_ai.operation.name': 'chat' }, [
    event('gen_ai.assistant.message', { content: JSON.stringify([{ [type]: rest }]) }, 1000),
    event(
      'gen_ai.tool.message',
      { content: JSON.stringify([{ toolResult: { toolUseId: 'c1', status, content: [{ text }] } }]) },
      1010,
    ),
  ]);
}

/** The same in the latest convention. */
function answeredLatest(text: string): SpanRecord {
  const messages = [
    { role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'rm', arguments: { path: '/secret' } }] },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: [{ text }] }] },
  ];
  return strands({ name: 'chat', id: 5, parent: 1, start: 1000, end: 1100 }, { 'gen_ai.operation.name': 'chat' }, [
    event('gen_ai.client.inference.operation.details', { 'gen_ai.input.messages': JSON.stringify(messages) }, 1010),
  ]);
}

const refusals: readonly [string, string, string][] = [
  ['DENIED: deletes are off', 'disallowed', 'deletes are off'],
  ['GUIDANCE: ask first', 'disallowed', 'ask first'],
  ['CONFIRMATION_FAILED: Delete?', 'permission-required', 'Delete?'],
];

describe('Strands calls', () => {
  it('have their contents in span events (trap 6), results as content blocks (trap 7)', () => {
    const record = tool({ 'gen_ai.tool.status': 'success' }, [input, output([{ json: { ok: 1 } }])]);
    expect(events([agent(), record])).toMatchObject([
      { type: 'tool-invocation', operation_id: 'c1', body: { path: '/a' } },
      { type: 'tool-result', body: [{ json: { ok: 1 } }] },
    ]);
  });

  it('have attributes, or two events of one name, in the latest convention', () => {
    const attributes = { 'gen_ai.tool.call.arguments': '{"a":1}', 'gen_ai.tool.call.result': '[{"text":"x"}]' };
    const latest = tool({ 'gen_ai.tool.status': 'success', ...attributes }, []);
    expect(events([agent(), latest])).toMatchObject([{ body: { a: 1 } }, { body: [{ text: 'x' }] }]);
    const details = 'gen_ai.client.inference.operation.details';
    const told = tool({ 'gen_ai.tool.status': 'error' }, [
      event(details, { 'gen_ai.input.messages': '[{"role":"tool","parts":[{"arguments":{"a":1}}]}]' }),
      event(details, { 'gen_ai.output.messages': '[{"role":"tool","parts":[{"response":[{"text":"bad"}]}]}]' }),
    ]);
    expect(events([agent(), told])).toMatchObject([
      { body: { a: 1 } },
      { type: 'tool-failure', body: [{ text: 'bad' }] },
    ]);
  });

  it('are recognised whatever the scope is named (trap 11), and belong to the session of the run', () => {
    const [vcon] = convert([agent(), tool({ 'gen_ai.tool.status': 'success' }, [input, output([])])]);
    expect(vcon?.parties).toMatchObject([{ name: 'helper' }]);
  });

  it('fail when they threw, are errors when the arguments or the tool were wrong, also under status OK (trap 1)', () => {
    const outcome = (record: SpanRecord) => story([agent(), record]).at(-1);
    const failed = { 'gen_ai.tool.status': 'error' };
    const text = (words: string) => output([{ text: words }]);
    expect(outcome(tool(failed, [input, text('Error: no'), error('Error')], { error: 'no' }))).toBe('tool-failure A1');
    expect(outcome(tool(failed, [input, text('Error: []'), error('ZodError')], { error: '[]' }))).toBe('tool-error A1');
    const ok = { more: { scope, status: { code: 'ok' as const } } };
    for (const words of ["Tool 'rm' not found in registry", 'Unknown tool: rm']) {
      const unknown = tool(failed, [], ok);
      expect(outcome({ ...unknown, events: [input, text(words)] })).toBe('tool-error A1');
    }
  });

  it('that ask for input have a span without a status: the question is no result (trap 1)', () => {
    const ok = { more: { scope, status: { code: 'ok' as const }, events: [input] } };
    expect(story([agent(), tool({}, [], ok)])).toEqual(['tool-invocation A1 !host/rm', 'tool-input A1']);
  });

  it('that asked go on under the same id as the same attempt, in another trace without session too (trap 4)', () => {
    const noSession = (trace: string) => agent({ traceId: trace }, { 'session.id': '' });
    const [first, second] = ['1'.repeat(32), '2'.repeat(32)] as [string, string];
    const waiting = tool({}, [input], { more: { scope, traceId: first, events: [input] } });
    const happened = [input, output([{ json: 1 }])];
    const later = { start: 5000, end: 5100, more: { scope, traceId: second, events: happened } };
    const again = tool({ 'gen_ai.tool.status': 'success' }, [], later);
    expect(story([noSession(first), waiting, noSession(second), again])).toEqual([
      'tool-invocation A1 !host/rm',
      'tool-input A1',
      'tool-input-response A1',
      'tool-result A1',
    ]);
  });
});

describe('Strands decisions', () => {
  it.each(refusals)('%s is %s, in both conventions', (text, decision, reason) => {
    for (const record of [answered(text), answeredLatest(text)]) {
      const told = events([agent(), asking([toolUse('c1')]), record]);
      expect(told).toMatchObject([{ type: 'policy-decision', decision, policy_life: 'once', tool: 'rm', reason }]);
      expect(JSON.stringify(told)).not.toContain('/secret');
    }
  });

  it('are not read from what a tool that ran returned', () => {
    const ran = tool({ 'gen_ai.tool.status': 'error' }, [input, output([{ text: 'DENIED: by the database' }])]);
    expect(story([agent(), ran, answered('DENIED: by the database')])).toEqual([
      'tool-invocation A1 !host/rm',
      'tool-failure A1',
    ]);
    expect(convert([agent(), answered('DENIED: x', 'success')])).toEqual([]);
  });

  it('are not told again from the history of later turns', () => {
    const later = answered('DENIED: x');
    const history = [...later.events, event('gen_ai.assistant.message', { content: '[{"text":"ok"}]' }, 1020)];
    expect(convert([agent(), { ...later, events: history }])).toEqual([]);
  });

  it('InterruptError asks for permission for the call that has no span (trap 1)', () => {
    const interrupted = cycle([error('InterruptError', 'Interrupt raised: policy')]);
    const told = events([agent(), interrupted, asking([toolUse('c1')])]);
    expect(told).toMatchObject([{ decision: 'permission-required', operation_id: 'c1', tool: 'rm' }]);
    expect(JSON.stringify(told)).not.toContain('/secret');
  });

  it('InterruptError of a tool that asks is no decision', () => {
    const waiting = tool({}, [input], { parent: 2, start: 250, end: 260 });
    const records = [agent(), cycle([error('InterruptError')]), asking([toolUse('c1')]), waiting];
    expect(story(records)).toEqual(['tool-invocation A1 !host/rm', 'tool-input A1']);
  });

  it('InterruptError with several calls without a span is not guessed', () => {
    const records = [agent(), cycle([error('InterruptError')]), asking([toolUse('c1'), toolUse('c2')])];
    expect(convert(records)).toEqual([]);
  });

  it('a granted permission is followed by the call, under the same operation', () => {
    const ran = tool({ 'gen_ai.tool.status': 'success' }, [input, output([])]);
    expect(story([agent(), cycle([error('InterruptError')]), asking([toolUse('c1')]), ran])).toEqual([
      'permission-required A1 !host/rm',
      'tool-invocation A1 !host/rm',
      'tool-result A1',
    ]);
  });
});
