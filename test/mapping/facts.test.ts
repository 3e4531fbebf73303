import { describe, expect, it } from 'vitest';
import { builtinMapper } from '../../src/mapping/index.js';
import type { Attributes, SpanRecord } from '../../src/telemetry/index.js';
import { fixture, spanWith } from './records.js';

const map = (members: Partial<SpanRecord>) => builtinMapper().map(spanWith(members));

describe('facts of spans', () => {
  it('are given for any span, mapped or not', () => {
    const { span, emitter, signals } = map({ name: 'GET /', parentSpanId: '00f067aa0ba902b7' });
    expect(emitter).toBeUndefined();
    expect(signals).toEqual([]);
    expect(span).toEqual({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      parentSpanId: '00f067aa0ba902b7',
      name: 'GET /',
      kind: 'internal',
      startTime: [1796029200, 0],
      endTime: [1796029201, 0],
      service: 'test',
    });
  });

  it.each([
    [{ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'planner' }, 'x', { name: 'planner' }, true],
    [{ 'gen_ai.operation.name': 'create_agent', 'gen_ai.agent.id': 'a1' }, 'create_agent', { id: 'a1' }, true],
    [{ 'gen_ai.operation.name': 'invoke_agent' }, 'invoke_agent planner', { name: 'planner' }, true],
    [{ 'gen_ai.operation.name': 'chat', 'gen_ai.agent.name': 'planner' }, 'chat', { name: 'planner' }, undefined],
    [{ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'unknown' }, 'x', undefined, true],
  ])('name the agent of %j', (attributes, name, agent, run) => {
    const { span } = map({ name, attributes });
    expect(span?.agent).toEqual(agent);
    expect(span?.agentRun).toBe(run);
  });

  it('name the conversation', () => {
    expect(map({ attributes: { 'gen_ai.conversation.id': 'c1' } }).span?.conversation).toBe('c1');
    expect(map({ attributes: { 'gen_ai.conversation.id': '' } }).span?.conversation).toBeUndefined();
  });

  it('tell of HTTP requests, by both generations of the conventions', () => {
    const challenge = 'Bearer error="insufficient_scope"';
    const stable: Attributes = {
      'http.request.method': 'POST',
      'url.full': 'https://x/mcp',
      'http.response.status_code': 403,
      'http.response.header.www-authenticate': [challenge],
    };
    const old: Attributes = { 'http.method': 'POST', 'http.url': 'https://x/mcp', 'http.status_code': '403' };
    expect(map({ kind: 'client', attributes: stable }).span?.http).toEqual({
      url: 'https://x/mcp',
      status: 403,
      challenge,
    });
    expect(map({ kind: 'client', attributes: old }).span?.http).toEqual({ url: 'https://x/mcp', status: 403 });
    expect(map({ kind: 'server', attributes: stable }).span?.http).toBeUndefined();
  });

  it('announce the server of an MCP session', () => {
    const attributes = {
      'mcp.method.name': 'initialize',
      'server.address': 'weather.example.com',
      'mcp.session.id': 's1',
    };
    const { span } = map({ kind: 'client', attributes });
    expect(span?.announces).toEqual({ address: 'weather.example.com' });
    expect(span?.mcpSession).toBe('s1');
  });
});

describe('facts of calls', () => {
  const callOf = (attributes: Attributes, members: Partial<SpanRecord> = {}) =>
    map({ attributes, ...members }).signals[0]?.call;

  it('leave out placeholders of the call id', () => {
    for (const id of ['', 'unknown', '<not specified>', 'None']) {
      const attributes = {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 't',
        'gen_ai.tool.call.id': id,
      };
      expect(callOf(attributes)?.callId).toBeUndefined();
    }
  });

  it('take the tool from the span name only without an attribute', () => {
    expect(callOf({ 'gen_ai.operation.name': 'execute_tool' }, { name: 'execute_tool a b' })?.tool).toBe('a b');
    const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'load_skill' };
    expect(callOf(attributes, { name: 'execute_tool load_skill pdf' })?.tool).toBe('load_skill');
  });

  it('name tool, server, request and side', () => {
    const calls = [
      ...fixture('cases/field/13-one-call-three-spans/input.json'),
      ...fixture('cases/field/28-tool-and-server/input.json'),
    ]
      .map((record) => builtinMapper().map(record).signals[0]?.call)
      .filter((call) => call !== undefined)
      .map(({ arguments: _, ...call }) => call);
    expect(calls).toEqual([
      { callId: 'call_w', tool: 'get-weather' },
      { tool: 'get-weather', requestId: '7', protocol: 'mcp', server: { address: 'weather.example.com', port: 443 } },
      { tool: 'get-weather', requestId: '7', protocol: 'mcp', observer: 'provider' },
      { callId: 'e1', tool: 'create_issue', server: { name: 'github' } },
      { tool: 'create_issue', protocol: 'mcp', server: { address: 'git.example.com', port: 8443 } },
      { tool: 'read_file', protocol: 'mcp', server: { name: 'filesystem' } },
      { callId: 'e3', tool: 'add' },
      { tool: 'evil', protocol: 'mcp', server: { name: '!host' } },
      { callId: 'e5', tool: 'callMcpTool' },
      { callId: 'e6', tool: 'nameless_attr' },
      { tool: 'my_remote', protocol: 'mcp', server: { address: '2001:db8::7', port: 443 } },
    ]);
  });

  it('gather arguments that have an attribute each', () => {
    const google = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 't',
      'code.function.parameters.city.value': 'Lisbon',
      'code.function.parameters.city.type': 'str',
    };
    expect({ ...(map({ attributes: google }).signals[0]?.content?.value as object) }).toEqual({ city: 'Lisbon' });
    const sentry = {
      'mcp.method.name': 'tools/call',
      'mcp.tool.name': 't',
      'mcp.request.argument.city': '"Lisbon"',
      'mcp.request.argument.days': '2',
    };
    expect({ ...(map({ attributes: sentry }).signals[0]?.content?.value as object) }).toEqual({
      city: 'Lisbon',
      days: 2,
    });
  });
});

describe('MCP notifications', () => {
  it('carry progress, its token, and the request that is cancelled', () => {
    const asides = fixture('cases/field/20-stops/input.json')
      .flatMap((record) => builtinMapper().map(record).signals)
      .filter(({ source, kind }) => source === 'span' || kind === 'progress')
      .map(({ kind, call, content }) => [kind, call.callId, call.progressToken, call.requestId, content?.value]);
    expect(asides.map((aside) => JSON.parse(JSON.stringify(aside)))).toEqual([
      ['cancel', null, null, '44', 'stopped by user'],
      ['progress', 'x5', '9', null, { progress: 1, total: 3 }],
      ['progress', 'x5', '9', null, { progress: 3, total: 3 }],
      ['progress', null, 'tool-call-4', null, { progress: 10 }],
      ['progress', null, null, null, { progress: 1 }],
    ]);
  });

  it('of the other direction cancel nothing', () => {
    const attributes = { 'mcp.method.name': 'notifications/cancelled', 'mcp.cancelled.request_id': '44' };
    const mapped = map({ kind: 'server', attributes });
    expect(mapped.signals).toEqual([]);
    expect(mapped.remarks).toMatchObject([{ code: 'skipped', level: 'info' }]);
  });
});
