import { describe, expect, it } from 'vitest';
import type { MappedRecord } from '../../src/mapping/index.js';
import { agent, at, call, decisionLog, eventsOf, span, spanId, TRACE } from './records.js';

// The work for a call must not grow with the number of calls: some of these took minutes when it did.
const CALLS = 8000;
const MOST_SECONDS = 20;

const TIME_LIMIT = MOST_SECONDS * 1000;
const END = CALLS * 10;
const planner = agent({ id: 1, start: 0, end: END }, 'planner', 'conv-1');
const session = span({ id: 2, parent: 1, start: 0, end: END });
const many = (make: (n: number) => readonly MappedRecord[]) => Array.from({ length: CALLS }, (_, n) => make(n)).flat();
const args = (n: number) => JSON.stringify({ n });
const id = (n: number, of = 0) => 10 + n * 3 + of;
const mcp = { protocol: 'mcp' as const, tool: 'read' };

describe('a conversation with thousands of calls', () => {
  it.each<[string, number, (n: number) => readonly MappedRecord[]]>([
    [
      'decided without ids, each in a record before it',
      3,
      (n) => [
        decisionLog(n * 10 + 1, { tool: 'read' }, { decision: 'allowed' }),
        call({ id: id(n), parent: 1, start: n * 10 + 2, end: n * 10 + 3, call: { tool: 'read' }, outcome: 'result' }),
      ],
    ],
    [
      'told without ids by records as well as by spans',
      2,
      (n) => {
        const own = call({
          id: id(n),
          parent: 1,
          start: n * 10 + 2,
          end: n * 10 + 3,
          call: { tool: 'read', arguments: args(n) },
          outcome: 'result',
        });
        const signals = own.signals.map(({ spanId: _, ...signal }) => ({
          ...signal,
          source: 'log' as const,
          rule: 'log',
        }));
        return [own, { emitter: 'test', rules: ['log'], signals, remarks: [] }];
      },
    ],
    [
      'seen beside a session of MCP',
      2,
      (n) => [
        call({ id: id(n), parent: 1, start: n * 10, end: n * 10 + 4, call: { tool: 'read', arguments: args(n) } }),
        call({
          id: id(n, 1),
          parent: 2,
          start: n * 10 + 1,
          end: n * 10 + 3,
          call: { ...mcp, arguments: args(n) },
          outcome: 'result',
        }),
      ],
    ],
    [
      'tried again and again under one id',
      2,
      (n) => [
        call({
          id: id(n),
          parent: 1,
          start: n * 10,
          end: n * 10 + 4,
          call: { tool: 'read', callId: 'call_1' },
          outcome: 'failure',
        }),
      ],
    ],
    [
      'whose requests all bear the same id, with a notification each',
      3,
      (n) => [
        call({
          id: id(n),
          parent: 1,
          start: n * 10,
          end: n * 10 + 4,
          call: { ...mcp, requestId: '1', arguments: args(n) },
          outcome: 'result',
        }),
        span({ id: id(n, 1), parent: 2, start: n * 10 + 1, end: n * 10 + 2 }, [
          {
            kind: 'progress',
            time: at(n * 10 + 1),
            source: 'span',
            traceId: TRACE,
            spanId: spanId(id(n, 1)),
            emitter: 'test',
            rule: 'progress',
            call: { requestId: '1' },
          },
        ]),
      ],
    ],
    [
      'that wait together, and go on together',
      3,
      (n) => {
        const first = { tool: 'read', arguments: args(n) };
        const again = { ...first, resumed: true as const };
        return [
          call({ id: id(n), parent: 1, start: n, end: n + 1, call: first, outcome: 'pending', facts: { call: first } }),
          call({
            id: id(n, 1),
            parent: 1,
            start: END + n,
            end: END + n + 1,
            call: again,
            outcome: 'result',
            facts: { call: again },
          }),
        ];
      },
    ],
    [
      'that a model asked for one by one',
      2,
      (n) => [
        span({
          id: id(n),
          parent: 1,
          start: n * 10,
          end: n * 10 + 1,
          facts: { requests: [{ callId: `call_${n}`, tool: 'read', arguments: args(n) }] },
        }),
        call({
          id: id(n, 1),
          parent: 1,
          start: n * 10 + 2,
          end: n * 10 + 3,
          call: { tool: 'read' },
          outcome: 'result',
        }),
      ],
    ],
    [
      'each in a trace of its own',
      2,
      (n) => {
        const trace = (n + 1).toString(16).padStart(32, '0');
        const facts = { conversation: 'conv-1' };
        return [
          call({ id: 9, trace, start: n * 10, end: n * 10 + 4, call: { tool: 'read' }, outcome: 'result', facts }),
        ];
      },
    ],
  ])(
    '%s',
    (_, eventsACall, make) => {
      expect(eventsOf([planner, session, ...many(make)])).toHaveLength(CALLS * eventsACall);
    },
    TIME_LIMIT,
  );
});
