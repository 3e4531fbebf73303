import { describe, expect, it } from 'vitest';
import { Bridge } from '../../src/bridge/index.js';
import { agent, call, spanId, TRACE } from './records.js';

const planner = agent({ id: 1, start: 0, end: 300 }, 'planner', 'conv-1');
const tool = (id: number, start: number, callId: string, name: string) =>
  call({ id, parent: 1, start, end: start + 1, call: { tool: name, callId }, outcome: 'result' });

describe('parties and sessions (R10)', () => {
  it("takes the record's own agent over the span above, the nearest agent run, else the service", () => {
    const bridge = new Bridge({ traceParameters: false, createdAt: 0 });
    const own = tool(5, 6, 'c4', 'Bash');
    for (const record of [
      planner,
      tool(2, 1, 'c1', 'Task'),
      agent({ id: 3, parent: 2, start: 1.1, end: 1.9 }, 'researcher'),
      call({ id: 4, parent: 3, start: 1.2, end: 1.8, call: { tool: 'web_search', callId: 'c2' }, outcome: 'result' }),
      { ...own, signals: own.signals.map((signal) => ({ ...signal, agent: { name: 'researcher' } })) },
    ])
      bridge.add(record);
    const vcon = bridge.finish()[0]?.vcon;
    const partyOf = (name: string) =>
      vcon?.parties[Number(vcon.events?.find((event) => event['tool'] === name)?.['party'])]?.name;
    expect(vcon?.parties.map(({ name }) => name)).toEqual(['planner', 'researcher']);
    expect([partyOf('Task'), partyOf('web_search'), partyOf('Bash')]).toEqual(['planner', 'researcher', 'researcher']);
    expect(vcon?.sessions?.[0]).toMatchObject({
      start: '2026-11-30T09:00:00Z',
      duration: 300,
      sessions: [{ session: 1, type: 'child' }],
    });
    expect(vcon?.sessions?.[1]).toMatchObject({ start: '2026-11-30T09:00:01.1Z', parties: [0, 1] });
    expect(vcon?.events?.find((event) => event['tool'] === 'web_search')).toMatchObject({ sessions: 1 });
    const lonely = new Bridge({ createdAt: 0 });
    lonely.add(call({ id: 9, start: 1, end: 2, call: { tool: 't' }, outcome: 'result' }));
    expect(lonely.finish()[0]?.vcon.parties).toEqual([{ type: 'bot', name: 'trip-agent' }]);
  });

  it('names no conversation for a trace that holds two of them', () => {
    const bridge = new Bridge({ createdAt: 0, groupBy: 'trace' });
    for (const [id, conversation] of [
      [1, 'conv-1'],
      [3, 'conv-2'],
    ] as const) {
      bridge.add(agent({ id, start: id, end: id + 1 }, 'planner', conversation));
      bridge.add(call({ id: id + 1, parent: id, start: id, end: id + 1, call: { tool: 'a' }, outcome: 'result' }));
    }
    const built = bridge.finish();
    expect(built).toHaveLength(1);
    expect(built[0]?.vcon.sessions?.[0]).not.toHaveProperty('conversation_id');
  });

  it('finds the conversation on a span above, below a span above, and in another trace', () => {
    const other = '2'.repeat(32);
    const bridge = new Bridge({ createdAt: 0 });
    for (const record of [
      agent({ id: 1, start: 0, end: 9 }, 'planner'),
      call({ id: 2, parent: 1, start: 1, end: 2, call: { tool: 'a' }, outcome: 'result' }),
      agent(
        {
          id: 3,
          parent: 1,
          start: 3,
          end: 4,
          facts: { conversation: 'conv-1', agent: { name: 'planner' }, agentRun: false },
        },
        'planner',
        'conv-1',
      ),
      agent({ id: 4, trace: other, start: 10, end: 19 }, 'planner', 'conv-1'),
      call({ id: 5, trace: other, parent: 4, start: 11, end: 12, call: { tool: 'b' }, outcome: 'result' }),
    ])
      bridge.add(record);
    const built = bridge.finish();
    expect(built).toHaveLength(1);
    expect(built[0]?.vcon.sessions?.[0]?.conversation_id).toBe('conv-1');
    expect(built[0]?.vcon.events?.[0]).toMatchObject({ trace_id: TRACE, span_id: spanId(2) });
  });
});
