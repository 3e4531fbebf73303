import { describe, expect, it } from 'vitest';
import { vconToTelemetry } from '../../src/replay/index.js';
import { event, fixture, flaws, invocation, NINE, spanNamed, spansOf, strays, vconOf } from './vcons.js';

describe('an old vCon with events out of order', () => {
  const { spans, notices } = vconToTelemetry(fixture('replay/out-of-order.vcon.json'));
  const at = (text: string) => [Date.parse(`2019-03-01T${text}Z`) / 1000, 0];

  it('is one trace that no backend has to mend', () => {
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(flaws(spans)).toEqual([]);
    expect(strays(spans)).toEqual([]);
    expect(spans.every(({ kind }) => kind === 'internal' || kind === 'client')).toBe(true);
    expect(spans.every(({ links }) => links.length === 0)).toBe(true);
  });

  it('has the times of the vCon', () => {
    const root = spanNamed(spans, 'invoke_agent planner');
    expect(root.parentSpanId).toBeUndefined();
    expect(root.startTime).toEqual(at('10:00:00'));
    expect(root.endTime).toEqual(at('10:10:30'));
  });

  it('starts an operation at its first event, wherever that stands', () => {
    const [span] = spansOf(spans, 'vcon.operation_id', 'op-1');
    const second = Date.parse('2019-03-01T10:00:00Z') / 1000;
    expect(span?.startTime).toEqual([second, 500_000_000]);
    expect(span?.endTime).toEqual([second + 1, 250_000_000]);
    expect(span?.attributes['gen_ai.tool.call.arguments']).toBe('{"city":"Paris"}');
    expect(span?.attributes['gen_ai.tool.call.result']).toBe('{"temp":7}');
  });

  it('shows two attempts below their operation', () => {
    const [whole, first, second] = spansOf(spans, 'vcon.operation_id', 'op-2');
    expect(whole?.name).toBe('execute_tool write_file');
    expect(whole?.status).toEqual({ code: 'unset' });
    expect(whole?.attributes['vcon.attempt']).toBeUndefined();
    expect([first?.parentSpanId, second?.parentSpanId]).toEqual([whole?.spanId, whole?.spanId]);
    expect([first?.attributes['vcon.attempt'], second?.attributes['vcon.attempt']]).toEqual([1, 2]);
    expect([first?.name, first?.kind]).toEqual(['tools/call write_file', 'client']);
    expect(first?.status).toEqual({ code: 'error', message: 'insufficient_scope' });
    expect(first?.attributes['error.type']).toBe('denied');
    expect(second?.status).toEqual({ code: 'unset' });
    expect([whole?.startTime, whole?.endTime]).toEqual([at('10:00:02'), at('10:05:01')]);
  });

  it('marks a job without an end', () => {
    const [span] = spansOf(spans, 'vcon.operation_id', 'op-3');
    expect(span?.attributes['vcon.unfinished']).toBe(true);
    expect(span?.events.map(({ name }) => name)).toEqual(['vcon.tool_invocation', 'vcon.tool_pending']);
    expect(span?.endTime).toEqual([at('10:06:00')[0], 100_000_000]);
  });

  it('marks a result without an invocation', () => {
    const [span] = spansOf(spans, 'vcon.operation_id', 'op-4');
    expect([span?.startTime, span?.endTime]).toEqual([at('10:07:00'), at('10:07:00')]);
    expect(span?.name).toBe('execute_tool');
    expect(span?.attributes['vcon.invocation_missing']).toBe(true);
    expect(span?.attributes['gen_ai.tool.name']).toBeUndefined();
  });

  it('keeps a late answer with the attempt that timed out', () => {
    const [span, ...others] = spansOf(spans, 'vcon.operation_id', 'op-5');
    expect(others).toEqual([]);
    expect(span?.endTime).toEqual(at('10:09:15'));
    expect(span?.events.map(({ name }) => name)).toEqual([
      'vcon.tool_invocation',
      'vcon.tool_timeout',
      'vcon.tool_result',
    ]);
  });

  it('shows a decision alone as a span of no length, and a standing one on the session', () => {
    const decision = spanNamed(spans, 'policy_decision Bash');
    expect([decision.startTime, decision.endTime]).toEqual([at('10:10:00'), at('10:10:00')]);
    expect(decision.attributes).toMatchObject({ 'vcon.decision': 'disallowed', 'vcon.tool': 'Bash' });
    expect(decision.attributes['gen_ai.tool.name']).toBeUndefined();
    const root = spanNamed(spans, 'invoke_agent planner');
    expect(root.events.map(({ name, time }) => [name, time])).toEqual([['vcon.policy_decision', at('10:10:30')]]);
    expect(root.events[0]?.attributes['vcon.event.policy_life']).toBe('standing');
  });

  it('ignores and counts events of other extensions', () => {
    expect(notices.map(({ code, level }) => [code, level])).toEqual([
      ['event-type-ignored', 'info'],
      ['event-type-ignored', 'info'],
    ]);
    expect(notices[0]?.message).toContain('"keydown"');
  });

  it('is the same every time', () => {
    expect(vconToTelemetry(fixture('replay/out-of-order.vcon.json')).spans).toEqual(spans);
  });
});

describe('the conventions', () => {
  const remote = { server: 'https://mcp.example.com:8443/mcp', tool: 'search' };

  it('names the agent, the conversation and the server', () => {
    const vcon = vconOf([invocation(1, remote), event('tool-result', 2)], {
      sessions: [{ conversation_id: 'thread-9', parties: [0, 1] }],
    });
    const { spans } = vconToTelemetry(vcon);
    expect(spanNamed(spans, 'invoke_agent planner').attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'planner',
      'gen_ai.conversation.id': 'thread-9',
    });
    expect(spanNamed(spans, 'execute_tool search').attributes).toMatchObject({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'search',
      'gen_ai.agent.name': 'planner',
      'gen_ai.conversation.id': 'thread-9',
      'mcp.method.name': 'tools/call',
      'server.address': 'mcp.example.com',
      'server.port': 8443,
    });
    expect(spans[0]?.resource.attributes).toEqual({ 'service.name': 'planner' });
  });

  it('says nothing of MCP for a tool of the host or of a server known by name', () => {
    for (const server of ['!host', 'github']) {
      const { spans } = vconToTelemetry(vconOf([invocation(1, { server })]));
      const { attributes } = spanNamed(spans, 'execute_tool search');
      expect(Object.keys(attributes).filter((key) => /^(?:mcp|server)\./.test(key))).toEqual([]);
      expect(attributes['vcon.server']).toBe(server);
    }
  });

  it('has a call id only where the vCon has one', () => {
    const without = vconToTelemetry(vconOf([invocation(1)])).spans;
    expect(spanNamed(without, 'execute_tool search').attributes['gen_ai.tool.call.id']).toBeUndefined();
    const withId = vconToTelemetry(vconOf([invocation(1, { tool_call_id: 'call_7' })])).spans;
    expect(spanNamed(withId, 'execute_tool search').attributes['gen_ai.tool.call.id']).toBe('call_7');
  });

  it.each([
    ['tool-result', {}, 'unset', undefined],
    ['tool-cancel', {}, 'unset', undefined],
    ['tool-failure', { encoding: 'none', mediatype: 'text/plain', body: 'disk full' }, 'error', 'tool_error'],
    ['tool-timeout', {}, 'error', 'timeout'],
    ['tool-denied', {}, 'error', 'denied'],
    ['tool-error', { encoding: 'json', mediatype: 'application/json', body: { code: -32602 } }, 'error', '-32602'],
    [
      'tool-error',
      { encoding: 'json', mediatype: 'application/json', body: { error: { code: -32601 } } },
      'error',
      '-32601',
    ],
    ['tool-error', {}, 'error', '_OTHER'],
  ])('shows %s %o as status %s and error.type %s', (type, content, status, errorType) => {
    const { spans } = vconToTelemetry(vconOf([invocation(1), event(type, 2, content)]));
    const span = spanNamed(spans, 'execute_tool search');
    expect(span.status.code).toBe(status);
    expect(span.attributes['error.type']).toBe(errorType);
    expect(span.attributes['gen_ai.tool.call.result']).toBeUndefined();
    expect(span.attributes['vcon.unfinished']).toBeUndefined();
  });

  it('takes the service name that it is given', () => {
    const { spans } = vconToTelemetry(vconOf([invocation(1)]), { serviceName: 'desk' });
    expect(new Set(spans.map(({ resource }) => resource.attributes['service.name']))).toEqual(new Set(['desk']));
  });
});

describe('sessions', () => {
  it('puts a child session below its parent, inside its time', () => {
    const vcon = vconOf(
      [
        invocation(1),
        invocation(5, { sessions: 1, party: 2, operation_id: 'op-2' }),
        event('tool-result', 40, { sessions: 1, operation_id: 'op-2' }),
      ],
      {
        parties: [{ name: 'Alice Example' }, { name: 'planner' }, { name: 'searcher' }],
        sessions: [
          { start: '2026-11-30T09:00:00Z', duration: 3, sessions: [{ session: 1, type: 'child' }] },
          { start: '2026-11-30T09:00:04Z' },
        ],
      },
    );
    const { spans } = vconToTelemetry(vcon);
    const parent = spanNamed(spans, 'invoke_agent planner');
    const child = spanNamed(spans, 'invoke_agent searcher');
    expect(child.parentSpanId).toBe(parent.spanId);
    expect([child.startTime, child.endTime]).toEqual([
      [NINE + 4, 0],
      [NINE + 40, 0],
    ]);
    expect(parent.endTime).toEqual([NINE + 40, 0]);
    expect(strays(spans)).toEqual([]);
  });

  it('lasts as long as its duration says', () => {
    const { spans } = vconToTelemetry(
      vconOf([invocation(1)], { sessions: [{ start: '2026-11-30T09:00:00Z', duration: 90.25 }] }),
    );
    expect(spanNamed(spans, 'invoke_agent planner').endTime).toEqual([NINE + 90, 250_000_000]);
  });

  it('survives sessions that refer to each other and to nothing', () => {
    const vcon = vconOf([invocation(1, { sessions: 7 }), invocation(2, { sessions: 1, operation_id: 'op-2' })], {
      sessions: [
        { sessions: [{ session: 1, type: 'child' }] },
        {
          sessions: [
            { session: 0, type: 'child' },
            { session: 99, type: 'child' },
          ],
        },
      ],
    });
    const { spans, notices } = vconToTelemetry(vcon);
    expect(flaws(spans)).toEqual([]);
    expect(notices.map(({ code }) => code)).toEqual(['event-session']);
  });

  it('makes a root for a vCon without sessions', () => {
    const { sessions: _, ...vcon } = vconOf([invocation(1)]);
    expect(flaws(vconToTelemetry(vcon).spans)).toEqual([]);
  });
});

describe('what cannot be shown as it is', () => {
  it('gives nothing for a vCon without tool events, and says so', () => {
    const { spans, notices } = vconToTelemetry(fixture('vcon/FC-40i.vcon.json'));
    expect(spans).toEqual([]);
    expect(notices.map(({ code, level }) => [code, level])).toEqual([['no-tool-events', 'info']]);
  });

  it.each(['a', 'b', 'c', 'e'])('shows a vCon of another version or extension (%s) as one operation', (name) => {
    const { spans } = vconToTelemetry(fixture(`vcon/FC-40${name}.vcon.json`));
    expect(spansOf(spans, 'gen_ai.operation.name', 'execute_tool')).toHaveLength(1);
    expect(flaws(spans)).toEqual([]);
  });

  it.each(['yesterday', '1969-12-31T23:59:59Z', '9999-01-01T00:00:00Z', 5, undefined])(
    'takes the session start for the time %s',
    (time) => {
      const { spans, notices } = vconToTelemetry(vconOf([invocation(1, { time })]));
      expect(spanNamed(spans, 'execute_tool search').startTime).toEqual([NINE, 0]);
      expect(notices.map(({ code, level }) => [code, level])).toEqual([['event-time', 'warning']]);
    },
  );

  it('keeps equal calls apart, and events without operation_id too', () => {
    const events = [
      invocation(1),
      invocation(1, { operation_id: 'op-2' }),
      invocation(1, { operation_id: undefined }),
      invocation(1, { operation_id: '' }),
    ];
    const { spans } = vconToTelemetry(vconOf(events));
    expect(spans.filter(({ name }) => name === 'execute_tool search')).toHaveLength(4);
    expect(flaws(spans)).toEqual([]);
  });

  it('never throws on what a vCon says', () => {
    const odd = vconOf(
      [
        { type: 'policy-decision' },
        { type: 'tool-result', attempt: -1, operation_id: 7, body: { a: 1 }, encoding: 'none' },
      ],
      {
        parties: [],
        sessions: [null, { sessions: 'x', parties: 4 }],
      },
    );
    const { spans } = vconToTelemetry(odd);
    expect(flaws(spans)).toEqual([]);
    expect(spans).toHaveLength(2);
  });
});
