import { describe, expect, it } from 'vitest';
import { agent, brief, call, eventsOf, span, spanId, TRACE, vconsOf } from './records.js';

const WORKER = '11111111111111111111111111111111';
const link = (id: number) => ({ follows: { traceId: TRACE, spanId: spanId(id) } });

describe('a trace that goes on from a span of another one, by a link', () => {
  const planner = agent({ id: 1, start: 0, end: 30 }, 'planner');
  const work = (facts: object) => [
    span({ id: 2, trace: WORKER, start: 5, end: 9, facts }),
    call({ id: 3, parent: 2, trace: WORKER, start: 6, end: 8, call: { tool: 'render' }, outcome: 'result' }),
  ];

  it('is the work of the agent there, in its conversation, else in its vCon', () => {
    const named = agent({ id: 1, start: 0, end: 30 }, 'planner', 'conv-1');
    for (const run of [planner, named]) {
      const [vcon, ...more] = vconsOf([run, ...work(link(1))]);
      expect(more).toEqual([]);
      expect(vcon?.parties).toMatchObject([{ name: 'planner' }]);
      expect(vcon?.sessions?.[0]?.['conversation_id']).toBe(run === named ? 'conv-1' : undefined);
    }
  });

  it('is its own when the span was not seen', () => {
    const [vcon] = vconsOf([planner, ...work(link(77))]);
    expect(vcon?.parties).toMatchObject([{ name: 'trip-agent' }]);
  });

  it('is its own when it is the run of an agent', () => {
    const other = agent({ id: 2, trace: WORKER, start: 5, end: 9, facts: link(1) }, 'writer');
    const tool = call({ id: 3, parent: 2, trace: WORKER, start: 6, end: 8, call: { tool: 'render' } });
    const mine = call({ id: 4, parent: 1, start: 1, end: 2, call: { tool: 'plan' } });
    expect(vconsOf([planner, mine, other, tool])).toHaveLength(2);
  });

  it('shows the tool side of a call that links to it', () => {
    const mcp = { tool: 'render', protocol: 'mcp' } as const;
    const events = eventsOf([
      planner,
      call({ id: 2, parent: 1, start: 1, end: 5, call: mcp, outcome: 'result' }),
      call({
        id: 3,
        trace: WORKER,
        start: 2,
        end: 4,
        call: { ...mcp, observer: 'provider' },
        outcome: 'result',
        facts: link(2),
      }),
    ]);
    expect(brief(events)).toEqual(['tool-invocation A 1 @1', 'tool-result A 1 @5']);
  });
});
