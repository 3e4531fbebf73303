import { describe, expect, it } from 'vitest';
import type { Attributes, SpanRecord } from '../../../src/telemetry/index.js';
import { at, events, type SpanOptions, span, story } from './support.js';

/** A message that the client sends. */
const sent = (method: string, options: Partial<SpanOptions>, attributes: Attributes = {}): SpanRecord =>
  span(
    { name: method, ...options, more: { kind: 'client', ...options.more } },
    { 'mcp.method.name': method, ...attributes },
  );

const call = (tool: string, options: Partial<SpanOptions>, attributes: Attributes = {}): SpanRecord =>
  sent('tools/call', options, { 'gen_ai.tool.name': tool, 'gen_ai.tool.call.arguments': '{}', ...attributes });

const RESULT = 'gen_ai.tool.call.result';

describe('tasks of MCP', () => {
  const accepted = call('render', { id: 2 }, { [RESULT]: '{"task":{"taskId":"t-9","status":"working"}}' });
  const poll = (id: number, start: number, result: string) =>
    sent('tasks/get', { id, start, end: start + 1 }, { [RESULT]: result });

  it('of 2025-11-25 end with the answer to tasks/result, which can report an error or be one', () => {
    const answer = (options: Partial<SpanOptions>, attributes: Attributes = {}) =>
      story([
        accepted,
        poll(3, 2000, '{"taskId":"t-9","status":"working"}'),
        poll(4, 3000, '{"taskId":"t-9","status":"completed"}'),
        sent('tasks/result', { id: 5, start: 4000, end: 4001, ...options }, { 'mcp.task.id': 't-9', ...attributes }),
      ]).slice(1);
    expect(answer({}, { [RESULT]: '{"content":[]}' })).toEqual(['tool-pending A1', 'tool-result A1']);
    expect(answer({}, { [RESULT]: '{"isError":true,"content":[]}' })).toEqual(['tool-pending A1', 'tool-failure A1']);
    expect(answer({ error: 'gone' }, { 'error.type': '-32603' })).toEqual(['tool-pending A1', 'tool-error A1']);
  });

  it('of 2026-07-28 ask, are answered and end in what tasks/get and tasks/update carry', () => {
    const told = events([
      accepted,
      poll(3, 2000, '{"taskId":"t-9","status":"input_required","inputRequests":{"q":{"method":"elicitation/create"}}}'),
      sent(
        'tasks/update',
        { id: 4, start: 3000 },
        { 'gen_ai.tool.call.arguments': '{"taskId":"t-9","inputResponses":{"q":{"action":"accept"}}}' },
      ),
      poll(5, 4000, '{"taskId":"t-9","status":"completed","result":{"content":[{"type":"text","text":"done"}]}}'),
    ]);
    expect(told).toMatchObject([
      { type: 'tool-invocation', tool: 'render' },
      { type: 'tool-pending' },
      { type: 'tool-input', body: { q: { method: 'elicitation/create' } } },
      { type: 'tool-input-response', body: { q: { action: 'accept' } } },
      { type: 'tool-result', body: { content: [{ type: 'text', text: 'done' }] } },
    ]);
  });

  it('that fail say so in their status, or with the error of the protocol', () => {
    const failed = (result: string) => events([accepted, poll(3, 2000, result)]).at(-1);
    expect(failed('{"taskId":"t-9","status":"failed","statusMessage":"no GPU"}')).toMatchObject({
      type: 'tool-failure',
      body: 'no GPU',
    });
    expect(failed('{"taskId":"t-9","status":"failed","error":{"code":-32603,"message":"x"}}')).toMatchObject({
      type: 'tool-error',
      body: { code: -32603, message: 'x' },
    });
    expect(failed('{"taskId":"t-9","status":"completed","result":{"isError":true,"content":[]}}')).toMatchObject({
      type: 'tool-failure',
    });
  });

  it('are cancelled with tasks/cancel, in a later trace too, and nothing else tells the end of a cancelled one', () => {
    const later = { traceId: '11111111111111111111111111111111' };
    const attributes = { 'mcp.task.id': 't-9', 'gen_ai.conversation.id': 'c' };
    const call2 = { ...accepted, attributes: { ...accepted.attributes, 'gen_ai.conversation.id': 'c' } };
    const records = [
      call2,
      sent('tasks/cancel', { id: 3, start: 2000, more: later }, attributes),
      sent('tasks/get', { id: 4, start: 3000, more: later }, { ...attributes, 'mcp.task.status': 'cancelled' }),
    ];
    expect(story(records)).toEqual(['tool-invocation A1 !host/render', 'tool-pending A1', 'tool-cancel A1']);
  });
});

describe('questions of MCP', () => {
  const ask = {
    'mcp.elicitation.mode': 'url',
    'mcp.elicitation.message': 'Sign in',
    'mcp.elicitation.url': 'https://auth.example.com/start',
  };
  const answered = { ...ask, 'mcp.elicitation.action': 'decline' };
  const asked = [
    { type: 'tool-invocation' },
    { type: 'tool-input', body: { mode: 'url', message: 'Sign in', url: 'https://auth.example.com/start' } },
    { type: 'tool-input-response', body: { action: 'decline' } },
    { type: 'tool-result' },
  ];

  it('are asked and answered in a span below the call', () => {
    const question = span(
      { name: 'elicitation/create', id: 3, parent: 2, start: 100, end: 200, more: { kind: 'server' } },
      { 'mcp.method.name': 'elicitation/create', ...answered },
    );
    expect(events([call('pay', { id: 2 }, { [RESULT]: '{"content":[]}' }), question])).toMatchObject(asked);
  });

  it('are asked by the server, whose span tells where the client is silent', () => {
    const server = (id: number, parent: number, kind: 'client' | 'server', attributes: Attributes, end = 200) =>
      span({ name: 'mcp', id, parent, start: 100, end, more: { kind } }, attributes);
    const handled = server(3, 2, 'server', { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'pay' }, 900);
    const question = server(4, 3, 'client', { 'mcp.method.name': 'elicitation/create', ...answered });
    expect(events([call('pay', { id: 2 }, { [RESULT]: '{"content":[]}' }), handled, question])).toMatchObject(asked);
  });

  it('are asked and answered, and requests are cancelled, in events of its span', () => {
    const on = (name: string, attributes: Attributes) => ({ events: [{ name, time: at(100), attributes }] });
    const question = { id: 2, more: on('elicitation/create', answered) };
    expect(events([call('pay', question, { [RESULT]: '{"content":[]}' })])).toMatchObject(asked);
    const waiting = call('pay', { id: 2, more: on('elicitation/create', ask) }, { [RESULT]: '{"content":[]}' });
    expect(story([waiting])).toEqual(['tool-invocation A1 !host/pay', 'tool-input A1', 'tool-result A1']);
    const given = {
      id: 2,
      error: 'aborted',
      more: on('notifications/cancelled', { 'mcp.cancelled.reason': 'enough' }),
    };
    expect(events([call('pay', given, { 'error.type': 'AbortError' })])).toMatchObject([
      {},
      { type: 'tool-cancel', body: 'enough' },
    ]);
  });
});

describe('the server of MCP', () => {
  it('names itself in the answer to initialize, or in each result', () => {
    const local = { 'network.transport': 'pipe', 'mcp.session.id': 's' };
    const hello = sent(
      'initialize',
      { id: 3, start: 0, end: 1 },
      { ...local, [RESULT]: '{"serverInfo":{"name":"files"}}' },
    );
    const read = call('read', { id: 2, start: 10 }, { ...local, [RESULT]: '{"content":[]}' });
    expect(story([hello, read])[0]).toBe('tool-invocation A1 files/read');
    const result = '{"content":[],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"files"}}}';
    expect(story([call('read', { id: 2 }, { [RESULT]: result })])[0]).toBe('tool-invocation A1 files/read');
  });

  it('has the name of its own service where the client tells nothing of it', () => {
    const service = (name: string) => ({ resource: { attributes: { 'service.name': name } } });
    const client = call('read', { id: 2, more: { kind: 'client', ...service('agent') } });
    const server = (name: string) =>
      span(
        { name: 'tools/call read', id: 3, parent: 2, more: { kind: 'server', ...service(name) } },
        { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'read' },
      );
    expect(story([client, server('files')])[0]).toBe('tool-invocation A1 files/read');
    expect(story([client, server('agent')])[0]).toBe('tool-invocation A1 !host/read');
    const known = call(
      'read',
      { id: 2, more: { kind: 'client', ...service('agent') } },
      { 'server.address': 'a.example' },
    );
    expect(story([known, server('files')])[0]).toBe('tool-invocation A1 https://a.example/read');
  });
});

describe('ids of requests', () => {
  const cancelled = (attributes: Attributes) =>
    sent('notifications/cancelled', { id: 9, start: 500 }, { 'mcp.cancelled.request_id': '7', ...attributes });
  const tools = (records: readonly SpanRecord[]) =>
    Object.fromEntries(
      events(records)
        .filter(({ type }) => type === 'tool-invocation')
        .map(({ tool, operation_id: id }) => [
          tool,
          events(records).filter(({ type, operation_id }) => operation_id === id && type !== 'tool-invocation').length,
        ]),
    );

  it('count anew in each session and at each server', () => {
    const session = (id: string) => ({ 'jsonrpc.request.id': '7', 'mcp.session.id': id });
    const bySession = [call('one', { id: 2 }, session('s1')), call('two', { id: 3 }, session('s2'))];
    expect(tools([...bySession, cancelled({ 'mcp.session.id': 's1' })])).toEqual({ one: 1, two: 0 });
    const server = (address: string) => ({ 'jsonrpc.request.id': '7', 'server.address': address });
    const byServer = [call('one', { id: 2 }, server('a.example.com')), call('two', { id: 3 }, server('b.example.com'))];
    expect(tools([...byServer, cancelled({ 'server.address': 'b.example.com' })])).toEqual({ one: 0, two: 1 });
  });

  it('of which two can be meant belong to neither', () => {
    const server = (address: string) => ({ 'jsonrpc.request.id': '7', 'server.address': address });
    const both = [call('one', { id: 2 }, server('a.example.com')), call('two', { id: 3 }, server('b.example.com'))];
    expect(tools([...both, cancelled({})])).toEqual({ one: 0, two: 0 });
  });

  it('given again later mean the request that is open', () => {
    const again = [
      call('one', { id: 2, start: 0, end: 100 }, { 'jsonrpc.request.id': '7' }),
      call('two', { id: 3, start: 400, end: 900 }, { 'jsonrpc.request.id': '7' }),
      call('three', { id: 4, start: 1000, end: 1100 }, { 'jsonrpc.request.id': '7' }),
    ];
    expect(tools([...again, cancelled({})])).toEqual({ one: 0, two: 1, three: 0 });
  });

  it('are the progress tokens of the SDKs; a token that a request names comes first', () => {
    const progress = sent('notifications/progress', { id: 9, start: 500 }, { progressToken: '7', progress: 1 });
    const numbered = [
      call('one', { id: 2 }, { 'jsonrpc.request.id': '6' }),
      call('two', { id: 3 }, { 'jsonrpc.request.id': '7' }),
    ];
    expect(tools([...numbered, progress])).toEqual({ one: 0, two: 1 });
    const named = call('three', { id: 4 }, { 'jsonrpc.request.id': '8', 'mcp.progress.token': '7' });
    expect(tools([...numbered, named, progress])).toEqual({ one: 0, two: 0, three: 1 });
  });
});
