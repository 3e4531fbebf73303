import { describe, expect, it } from 'vitest';
import { Bridge } from '../../src/bridge/index.js';
import type { MappedRecord } from '../../src/mapping/index.js';
import { agent, brief, call, eventsOf, span } from './records.js';

/** Names of the parties of a vCon of these records. */
function partiesOf(records: readonly MappedRecord[]): readonly (string | undefined)[] {
  const bridge = new Bridge({ createdAt: 0 });
  for (const record of records) bridge.add(record);
  return bridge.finish().flatMap(({ vcon }) => vcon.parties.map(({ name }) => name));
}

const planner = agent({ id: 1, start: 0, end: 300 }, 'planner', 'conv-1');
const mcp = { protocol: 'mcp' } as const;
const framework = { tool: 'sum', callId: 'c1', arguments: '{"a":2}' };
const request = { ...mcp, tool: 'sum', arguments: '{"a":2}' };

describe('views of one call', () => {
  it.each([
    [2, 3],
    [3, 2],
  ])(
    'are one operation when both start in the same millisecond, whichever id comes first (%i around %i)',
    (outer, inner) => {
      const events = eventsOf([
        planner,
        call({ id: outer, parent: 1, start: 1, end: 3, call: framework, outcome: 'result' }),
        call({ id: inner, parent: outer, start: 1, end: 2.9, call: request, outcome: 'result' }),
      ]);
      expect(brief(events)).toEqual(['tool-invocation A 1 @1', 'tool-result A 1 @2.9']);
      expect(events[0]).toMatchObject({ operation_id: 'c1' });
    },
  );

  it('are one operation when the requests hang below a span of the MCP session', () => {
    const session = 9;
    const records = [
      planner,
      call({ id: 3, parent: 1, start: 1, end: 3, call: framework, outcome: 'result' }),
      call({ id: 2, parent: session, start: 1, end: 3.0005, call: request, outcome: 'result' }),
      call({ id: 4, parent: 1, start: 2, end: 5, call: { ...framework, callId: 'c2' }, outcome: 'result' }),
      call({ id: 5, parent: session, start: 2, end: 4, call: request, outcome: 'result' }),
    ];
    const events = eventsOf(records);
    expect(events.map(({ type, operation_id }) => `${type} ${operation_id}`)).toEqual([
      'tool-invocation c1',
      'tool-invocation c2',
      'tool-result c1',
      'tool-result c2',
    ]);
    expect(partiesOf(records)).toEqual(['planner']);
  });

  it.each(['cancel', 'timeout'] as const)('end once when the client gave up the request (%s)', (outcome) => {
    const events = eventsOf([
      planner,
      call({ id: 2, parent: 1, start: 1, end: 2.9995, call: framework, outcome: 'error' }),
      call({ id: 3, parent: 2, start: 1, end: 3, call: request, outcome }),
    ]);
    expect(brief(events)).toEqual(['tool-invocation A 1 @1', `tool-${outcome} A 1 @3`]);
  });

  it.each([
    ['at another time', { start: 3.1, end: 4 }, request],
    ['with other arguments', { start: 1, end: 2 }, { ...request, arguments: '{"a":3}' }],
    ['of another tool', { start: 1, end: 2 }, { ...request, tool: 'difference' }],
    ['with a call id of its own', { start: 1, end: 2 }, { ...request, callId: 'c2' }],
  ])('stay apart from a request beside them %s', (_, times, other) => {
    const events = eventsOf([
      planner,
      call({ id: 3, parent: 1, start: 1, end: 3, call: framework, outcome: 'result' }),
      call({ id: 2, parent: 9, ...times, call: other, outcome: 'result' }),
    ]);
    expect(new Set(events.map(({ operation_id }) => operation_id)).size).toBe(2);
  });

  it('keep what was asked in between before the outcome, where the clock of spans cannot tell', () => {
    const asked = (id: number, start: number) =>
      span(
        { id, parent: 2, start, end: start },
        call({ id, start, end: start, call: mcp, outcome: 'input' })
          .signals.slice(1)
          .map((signal) => ({ ...signal, source: 'span' as const })),
      );
    const ended = call({ id: 2, parent: 1, start: 1, end: 1.999, call: framework, outcome: 'result' });
    expect(brief(eventsOf([planner, ended, asked(3, 1.9996)]))).toEqual([
      'tool-invocation A 1 @1',
      'tool-input A 1 @1.999',
      'tool-result A 1 @1.999',
    ]);
    expect(brief(eventsOf([planner, ended, asked(3, 2.5)])).at(-1)).toBe('tool-input A 1 @2.5');
  });
});
