import { describe, expect, it } from 'vitest';
import { agent, brief, call, eventsOf, span, spanId, TRACE } from './records.js';

const planner = agent({ id: 1, start: 0, end: 300 }, 'planner', 'conv-1');
const mcp = { protocol: 'mcp' } as const;

describe('one operation per call (R1)', () => {
  it('takes a framework span, the MCP client span in it and the server span below as one call', () => {
    const events = eventsOf([
      planner,
      call({
        id: 2,
        parent: 1,
        start: 1,
        end: 3,
        call: { tool: 'get-weather', callId: 'c1', arguments: '{"a":1}' },
        outcome: 'result',
        result: '{"t":7}',
      }),
      call({
        id: 3,
        parent: 2,
        start: 1.1,
        end: 2.9,
        call: { ...mcp, tool: 'get-weather', requestId: '7', server: { address: 'weather.example.com', port: 443 } },
        outcome: 'result',
      }),
      span({
        id: 4,
        parent: 3,
        start: 1.2,
        end: 2.8,
        facts: { kind: 'client', http: { url: 'https://weather.example.com/mcp?k=1', status: 200 } },
      }),
      call({
        id: 5,
        parent: 3,
        start: 1.5,
        end: 2.5,
        call: { ...mcp, tool: 'get-weather', observer: 'provider' },
        outcome: 'result',
      }),
    ]);
    expect(brief(events)).toEqual(['tool-invocation A 1 @1.1', 'tool-result A 1 @2.9']);
    expect(events[0]).toMatchObject({
      operation_id: 'c1',
      tool: 'get-weather',
      server: 'https://weather.example.com/mcp',
      body: { a: 1 },
    });
    expect(events[1]).toMatchObject({ body: { t: 7 } });
  });

  it('keeps calls of agents apart that run side by side, whatever ids their models give', () => {
    const run = (id: number, name: string) => agent({ id, parent: 1, start: 1, end: 20 }, name);
    const search = (id: number, parent: number) => {
      const facts = { tool: 'search', callId: 'call_1', arguments: '{"q":"x"}' };
      return call({ id, parent, start: id, end: id + 8, call: facts, outcome: 'result' });
    };
    const events = eventsOf([planner, run(2, 'reader'), run(3, 'writer'), search(4, 2), search(5, 3)]);
    expect(brief(events)).toEqual([
      'tool-invocation A 1 @4',
      'tool-invocation B 1 @5',
      'tool-result A 1 @12',
      'tool-result B 1 @13',
    ]);
  });

  it('keeps equal parallel calls without ids apart, and gives them the same ids each time', () => {
    const records = [2, 3, 4].map((id) =>
      call({ id, parent: 1, start: 1, end: 2, call: { tool: 'search', arguments: '{"q":"x"}' }, outcome: 'result' }),
    );
    const events = eventsOf([planner, ...records]);
    expect(new Set(events.map(({ operation_id }) => operation_id))).toEqual(
      new Set([2, 3, 4].map((id) => `${TRACE}:${spanId(id)}`)),
    );
    expect(eventsOf([...records].reverse().concat(planner))).toEqual(events);
  });

  it('keeps a nested call of another tool, and of the same tool with other arguments, as operations of their own', () => {
    const outer = call({
      id: 2,
      parent: 1,
      start: 1,
      end: 9,
      call: { tool: 'research', callId: 'c1', arguments: '{"q":"x"}' },
      outcome: 'result',
    });
    const other = call({
      id: 3,
      parent: 2,
      start: 2,
      end: 3,
      call: { ...mcp, tool: 'web_search', arguments: '{"q":"x"}' },
      outcome: 'result',
    });
    const same = call({
      id: 4,
      parent: 2,
      start: 4,
      end: 5,
      call: { tool: 'research', arguments: '{"q":"y"}' },
      outcome: 'result',
    });
    expect(new Set(eventsOf([planner, outer, other, same]).map(({ operation_id }) => operation_id)).size).toBe(3);
  });

  it('takes the protocol name over a prefixed one and splits mcp__server__tool', () => {
    const [nested] = eventsOf([
      planner,
      call({
        id: 2,
        parent: 1,
        start: 1,
        end: 3,
        call: { tool: 'mcp__github__create_issue', callId: 'e1' },
        outcome: 'result',
      }),
      call({
        id: 3,
        parent: 2,
        start: 1.1,
        end: 2.9,
        call: { ...mcp, tool: 'create_issue', server: { address: 'git.example.com', port: 8443 } },
        outcome: 'result',
      }),
    ]);
    expect(nested).toMatchObject({ tool: 'create_issue', server: 'https://git.example.com:8443' });
    const [alone] = eventsOf([
      planner,
      call({ id: 2, parent: 1, start: 1, end: 3, call: { tool: 'mcp__github__create_issue' }, outcome: 'result' }),
    ]);
    expect(alone).toMatchObject({ tool: 'create_issue', server: 'github' });
  });

  it('gives the call id to the earliest of two calls that bear it and finished well', () => {
    const first = call({ id: 2, parent: 1, start: 1, end: 2, call: { tool: 't', callId: 'c1' }, outcome: 'result' });
    const second = call({ id: 3, parent: 1, start: 5, end: 6, call: { tool: 't', callId: 'c1' }, outcome: 'result' });
    const ids = eventsOf([planner, second, first]).map(({ operation_id }) => operation_id);
    expect(ids).toEqual(['c1', 'c1', `${TRACE}:${spanId(3)}`, `${TRACE}:${spanId(3)}`]);
  });

  it("makes an operation of what only the tool's side saw, by an agent that nothing names", () => {
    const events = eventsOf([
      call({
        id: 5,
        start: 1,
        end: 2,
        call: { ...mcp, tool: 'get-weather', observer: 'provider', server: { name: 'weather-mcp' } },
        outcome: 'result',
      }),
    ]);
    expect(brief(events)).toEqual(['tool-invocation A 1 @1', 'tool-result A 1 @2']);
    expect(events[0]).toMatchObject({ server: 'weather-mcp', party: 0 });
  });
});

describe('attempts (R3)', () => {
  const framework = call({
    id: 2,
    parent: 1,
    start: 1,
    end: 70,
    call: { tool: 'charge', callId: 'c1', arguments: '{"amount":5}' },
    outcome: 'result',
    result: 'paid',
  });
  const attempt = (id: number, start: number, end: number, outcome: 'failure' | 'timeout' | 'result') =>
    call({
      id,
      parent: 2,
      start,
      end,
      call: { ...mcp, tool: 'charge', requestId: String(id), arguments: '{"amount":5}' },
      outcome,
    });

  it('numbers retries under one framework span, which adds no invocation and no outcome', () => {
    const events = eventsOf([
      planner,
      framework,
      attempt(3, 2, 3, 'failure'),
      attempt(4, 5, 65, 'timeout'),
      attempt(5, 66, 67, 'result'),
    ]);
    expect(brief(events)).toEqual([
      'tool-invocation A 1 @2',
      'tool-failure A 1 @3',
      'tool-invocation A 2 @5',
      'tool-timeout A 2 @65',
      'tool-invocation A 3 @66',
      'tool-result A 3 @67',
    ]);
  });

  it('numbers flat siblings with one call id when the earlier ones failed', () => {
    const flat = (id: number, start: number, outcome: 'error' | 'result') =>
      call({ id, parent: 1, start, end: start + 1, call: { tool: 'charge', callId: 'c1' }, outcome });
    const events = eventsOf([planner, flat(4, 9, 'result'), flat(2, 1, 'error'), flat(3, 5, 'error')]);
    expect(events.map(({ type, attempt: n }) => `${type} ${n}`)).toEqual([
      'tool-invocation 1',
      'tool-error 1',
      'tool-invocation 2',
      'tool-error 2',
      'tool-invocation 3',
      'tool-result 3',
    ]);
  });

  it('takes a call that was resumed after a question as the same attempt', () => {
    const waiting = span({ id: 2, parent: 1, start: 1, end: 2 }, [
      ...call({ id: 2, parent: 1, start: 1, end: 2, call: { tool: 'book', callId: 'c1' } }).signals,
      ...call({
        id: 2,
        parent: 1,
        start: 1,
        end: 2,
        call: { tool: 'book', callId: 'c1' },
        outcome: 'input',
        result: 'Which date?',
      }).signals.slice(1),
    ]);
    const resumed = call({
      id: 3,
      parent: 1,
      start: 20,
      end: 22,
      call: { tool: 'book', callId: 'c1' },
      outcome: 'result',
    });
    expect(brief(eventsOf([planner, resumed, waiting]))).toEqual([
      'tool-invocation A 1 @1',
      'tool-input A 1 @2',
      'tool-input-response A 1 @20',
      'tool-result A 1 @22',
    ]);
  });

  it('takes the retry of an MCP request that asked for input as the answer, in the same attempt', () => {
    const request = (id: number, parent: number, start: number, outcome: 'input' | 'result') =>
      call({
        id,
        parent,
        start,
        end: start + 1,
        call: { ...mcp, tool: 'book', requestId: String(id), arguments: '{"size":4}' },
        outcome,
      });
    const expected = [
      'tool-invocation A 1 @2',
      'tool-input A 1 @3',
      'tool-input-response A 1 @15',
      'tool-result A 1 @16',
    ];
    const outer = call({
      id: 2,
      parent: 1,
      start: 1,
      end: 20,
      call: { tool: 'book', callId: 'c1' },
      outcome: 'result',
    });
    expect(brief(eventsOf([planner, outer, request(3, 2, 2, 'input'), request(4, 2, 15, 'result')]))).toEqual(expected);
    expect(brief(eventsOf([planner, request(3, 1, 2, 'input'), request(4, 1, 15, 'result')]))).toEqual(expected);
  });

  it('joins the outcome of a task to the call that it was accepted for', () => {
    const accepted = call({
      id: 2,
      parent: 1,
      start: 1,
      end: 2,
      call: { ...mcp, tool: 'render', taskId: 't9' },
      outcome: 'pending',
    });
    const { signals } = call({
      id: 3,
      parent: 1,
      start: 40,
      end: 41,
      call: { ...mcp, taskId: 't9' },
      outcome: 'result',
      result: 'done',
    });
    const told = span(
      { id: 3, parent: 1, start: 40, end: 41 },
      signals.slice(1).map((signal) => ({ ...signal, source: 'span' as const })),
    );
    expect(brief(eventsOf([planner, told, accepted]))).toEqual([
      'tool-invocation A 1 @1',
      'tool-pending A 1 @2',
      'tool-result A 1 @41',
    ]);
    expect(eventsOf([planner, told])).toEqual([]);
  });

  it('records a late answer in the attempt that timed out', () => {
    const outer = call({
      id: 2,
      parent: 1,
      start: 30,
      end: 90,
      call: { tool: 'report', callId: 'x3' },
      outcome: 'timeout',
    });
    const client = call({
      id: 3,
      parent: 2,
      start: 30.1,
      end: 105,
      call: { ...mcp, tool: 'report' },
      outcome: 'result',
      result: 'late',
    });
    expect(brief(eventsOf([planner, outer, client]))).toEqual([
      'tool-invocation A 1 @30.1',
      'tool-timeout A 1 @90',
      'tool-result A 1 @105',
    ]);
  });

  it('does not take a parallel call of the same tool and arguments under one framework span for a retry', () => {
    const events = eventsOf([planner, framework, attempt(3, 2, 6, 'failure'), attempt(4, 3, 7, 'failure')]);
    expect(new Set(events.map(({ operation_id }) => operation_id)).size).toBe(2);
    expect(new Set(events.map(({ attempt: n }) => n))).toEqual(new Set([1]));
  });
});

describe('MCP transport (R4, R8)', () => {
  const rejected = (status: number, protocol: { protocol?: 'mcp' }) => [
    planner,
    call({
      id: 2,
      parent: 1,
      start: 1,
      end: 2,
      call: { ...protocol, tool: 'read_mail', server: { address: 'files.example.com', port: 443 } },
      outcome: 'error',
    }),
    span({
      id: 3,
      parent: 2,
      start: 1.1,
      end: 1.9,
      facts: {
        kind: 'client',
        http: {
          url: 'https://files.example.com/mcp',
          status,
          challenge: 'Bearer error="insufficient_scope", scope="mail:read"',
        },
      },
    }),
  ];

  it('takes HTTP 401 and 403 of the request as a denial, its scope in the content', () => {
    const events = eventsOf(rejected(403, mcp));
    expect(brief(events)).toEqual(['tool-invocation A 1 @1', 'tool-denied A 1 @2']);
    expect(events[1]).toMatchObject({ body: { 'http.response.status_code': 403 } });
    expect(JSON.stringify(events[1])).toContain('mail:read');
  });

  it('leaves other statuses, and requests that a tool makes for its own work, alone', () => {
    expect(brief(eventsOf(rejected(500, mcp)))).toEqual(['tool-invocation A 1 @1', 'tool-error A 1 @2']);
    expect(brief(eventsOf(rejected(403, {})))).toEqual(['tool-invocation A 1 @1', 'tool-error A 1 @2']);
  });

  it('takes the name that initialize announced in the same client session', () => {
    const events = eventsOf([
      span({ id: 1, start: 0, end: 9 }),
      span({ id: 2, parent: 1, start: 0.1, end: 0.2, facts: { announces: { name: 'weather-server' } } }),
      call({ id: 3, parent: 1, start: 1, end: 2, call: { ...mcp, tool: 'get_weather' }, outcome: 'result' }),
      call({ id: 4, parent: 1, start: 3, end: 4, call: { tool: 'local' }, outcome: 'result' }),
    ]);
    expect(events.filter(({ type }) => type === 'tool-invocation').map(({ server }) => server)).toEqual([
      'weather-server',
      '!host',
    ]);
  });
});
