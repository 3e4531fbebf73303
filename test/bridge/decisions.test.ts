import { describe, expect, it } from 'vitest';
import { Bridge } from '../../src/bridge/index.js';
import type { DecisionFacts } from '../../src/mapping/index.js';
import { agent, at, brief, call, decisionLog, eventsOf } from './records.js';

const planner = agent({ id: 1, start: 0, end: 300 }, 'planner', 'conv-1');
const tool = (id: number, start: number, callId: string, name = 'Edit', outcome: 'result' | 'failure' = 'result') =>
  call({ id, parent: 1, start, end: start + 1, call: { tool: name, callId, arguments: '{"path":"walrus"}' }, outcome });
const allowed: DecisionFacts = { decision: 'allowed' };
const asked: DecisionFacts = { decision: 'permission-required', answer: 'granted' };
const always: DecisionFacts = { decision: 'permission-required', answer: 'standing' };

describe('policy decisions (R6)', () => {
  it("gives a decision to the call it names, with that call's operation_id, server and attempt", () => {
    const events = eventsOf([planner, decisionLog(1, { tool: 'Edit', callId: 'c1' }, allowed), tool(2, 2, 'c1')]);
    expect(brief(events)).toEqual(['policy-decision:allowed A 1 @1', 'tool-invocation A 1 @2', 'tool-result A 1 @3']);
    expect(events[0]).toMatchObject({
      operation_id: 'c1',
      server: '!host',
      tool: 'Edit',
      policy_life: 'once',
      operation: 'tool-invocation',
    });
    expect(events[0]).not.toHaveProperty('reason');
  });

  it('records a refused call as a decision alone, its arguments nowhere', () => {
    const refusals: DecisionFacts[] = [
      { decision: 'disallowed' },
      { decision: 'permission-required', answer: 'refused' },
    ];
    for (const refusal of refusals) {
      const events = eventsOf([
        planner,
        decisionLog(1, { tool: 'Edit', callId: 'c1' }, refusal),
        tool(2, 2, 'c1', 'Edit', 'failure'),
      ]);
      expect(brief(events)).toEqual([`policy-decision:${refusal.decision} A 1 @1`]);
      expect(JSON.stringify(events)).not.toContain('walrus');
    }
  });

  it('records what was performed all the same: a result shows that the call ran', () => {
    const events = eventsOf([
      planner,
      decisionLog(1, { tool: 'Edit', callId: 'c1' }, { decision: 'disallowed' }),
      tool(2, 2, 'c1'),
    ]);
    expect(brief(events)).toEqual([
      'policy-decision:disallowed A 1 @1',
      'tool-invocation A 1 @2',
      'tool-result A 1 @3',
    ]);
  });

  it('makes an operation of a decision whose call is not known', () => {
    const events = eventsOf([planner, decisionLog(1, { tool: 'Bash', callId: 'tu4' }, { decision: 'disallowed' })]);
    expect(brief(events)).toEqual(['policy-decision:disallowed A 1 @1']);
    expect(events[0]).toMatchObject({ operation_id: 'tu4', tool: 'Bash', server: '!host' });
  });

  it('writes one decision where several records tell of it, the one that says most', () => {
    const events = eventsOf([
      planner,
      decisionLog(1, { tool: 'Edit', callId: 'c1' }, { ...allowed, presumed: true }),
      decisionLog(1.2, { tool: 'Edit', callId: 'c1' }, asked, { rule: 'other' }),
      decisionLog(1.4, { tool: 'Edit', callId: 'c1' }, { ...asked, reason: 'writes a file' }, { rule: 'third' }),
      tool(2, 2, 'c1'),
    ]);
    expect(brief(events)).toEqual([
      'policy-decision:permission-required A 1 @1.2',
      'tool-invocation A 1 @2',
      'tool-result A 1 @3',
    ]);
    expect(events[0]).toMatchObject({ reason: 'writes a file' });
  });

  it('keeps a presumed refusal when nothing else was observed', () => {
    const events = eventsOf([
      planner,
      decisionLog(1, { tool: 'mail', callId: 'c9' }, { decision: 'disallowed', presumed: true }),
    ]);
    expect(brief(events)).toEqual(['policy-decision:disallowed A 1 @1']);
  });

  it('does not let the invocation come before a decision that was made inside its span', () => {
    const events = eventsOf([planner, decisionLog(2.4, { tool: 'Edit', callId: 'c1' }, asked), tool(2, 2, 'c1')]);
    expect(brief(events)).toEqual([
      'policy-decision:permission-required A 1 @2.4',
      'tool-invocation A 1 @2.4',
      'tool-result A 1 @3',
    ]);
  });

  it('joins a decision without an id to the next call of that tool and those arguments', () => {
    const events = eventsOf([
      planner,
      decisionLog(1, { tool: 'Edit', arguments: '{"path":"walrus"}' }, asked),
      tool(2, 2, 'c1'),
      tool(3, 5, 'c2'),
    ]);
    expect(brief(events)[0]).toBe('policy-decision:permission-required A 1 @1');
    expect(events[0]).toMatchObject({ operation_id: 'c1' });
    expect(events.filter(({ type }) => type === 'policy-decision')).toHaveLength(1);
  });
});

describe('standing decisions (draft 4.1)', () => {
  const grant = decisionLog(1, { tool: 'Edit', callId: 'c1' }, always);

  it('writes a grant for always as asked, then as a standing decision without operation', () => {
    const events = eventsOf([planner, grant, tool(2, 2, 'c1')]);
    expect(brief(events)).toEqual([
      'policy-decision:permission-required A 1 @1',
      'policy-decision:allowed standing @1',
      'tool-invocation A 1 @2',
      'tool-result A 1 @3',
    ]);
    expect(events[1]).toMatchObject({ policy_life: 'standing', server: '!host', tool: 'Edit' });
    expect(events[1]).not.toHaveProperty('operation_id');
    expect(events[1]).not.toHaveProperty('attempt');
  });

  it('leaves calls that it covers without a decision of their own, asked and refused ones with', () => {
    const events = eventsOf([
      planner,
      grant,
      tool(2, 2, 'c1'),
      decisionLog(5, { tool: 'Edit', callId: 'c2' }, allowed),
      tool(3, 6, 'c2'),
      decisionLog(8, { tool: 'Edit', callId: 'c3' }, always),
      tool(4, 9, 'c3'),
      decisionLog(11, { tool: 'Edit', callId: 'c4' }, asked),
      tool(5, 12, 'c4'),
      decisionLog(14, { tool: 'Edit', callId: 'c5' }, { decision: 'disallowed' }),
      decisionLog(16, { tool: 'Bash', callId: 'c6' }, allowed),
      tool(6, 17, 'c6', 'Bash'),
    ]);
    const decided = events
      .filter(({ type }) => type === 'policy-decision')
      .map(({ operation_id, decision }) => `${operation_id} ${decision}`);
    expect(decided).toEqual([
      'c1 permission-required',
      'undefined allowed',
      'c4 permission-required',
      'c5 disallowed',
      'c6 allowed',
    ]);
  });

  it('starts a later vCon of the conversation with the decisions still in effect', () => {
    const bridge = new Bridge({ traceParameters: false, createdAt: 0 });
    for (const record of [planner, grant, tool(2, 2, 'c1')]) bridge.add(record);
    bridge.closeIdle(at(1000));
    const trace = '1'.repeat(32);
    bridge.add(agent({ id: 11, trace, start: 2000, end: 2010 }, 'planner', 'conv-1'));
    bridge.add(
      call({
        id: 12,
        trace,
        parent: 11,
        start: 2001,
        end: 2002,
        call: { tool: 'Edit', callId: 'c2' },
        outcome: 'result',
      }),
    );
    const [second] = bridge.finish();
    expect(second?.part).toBe(2);
    expect(brief(second?.vcon.events ?? [])).toEqual([
      'policy-decision:allowed standing @2001',
      'tool-invocation A 1 @2001',
      'tool-result A 1 @2002',
    ]);
  });

  it('does so for each trace of a conversation when grouping by trace', () => {
    const bridge = new Bridge({ traceParameters: false, groupBy: 'trace', createdAt: 0 });
    const trace = '1'.repeat(32);
    for (const record of [
      agent({ id: 11, trace, start: 2000, end: 2010 }, 'planner', 'conv-1'),
      call({
        id: 12,
        trace,
        parent: 11,
        start: 2001,
        end: 2002,
        call: { tool: 'Edit', callId: 'c2' },
        outcome: 'result',
      }),
      planner,
      grant,
      tool(2, 2, 'c1'),
    ])
      bridge.add(record);
    const built = bridge.finish();
    expect(built.map(({ vcon }) => brief(vcon.events ?? [])[0])).toEqual([
      'policy-decision:permission-required A 1 @1',
      'policy-decision:allowed standing @2001',
    ]);
    expect(built[0]?.vcon.uuid).not.toBe(built[1]?.vcon.uuid);
  });
});
