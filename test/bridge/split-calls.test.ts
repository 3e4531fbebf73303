import { describe, expect, it } from 'vitest';
import { Bridge } from '../../src/bridge/index.js';
import type { DecisionFacts, MappedRecord } from '../../src/mapping/index.js';
import { brief, call, decisionLog, eventsOf, vconsOf } from './records.js';

const asked: DecisionFacts = { decision: 'permission-required', answer: 'granted' };

describe('a call that is decided in one trace and performed in another', () => {
  const other = '3'.repeat(32);
  const decided = decisionLog(1, { tool: 'rm', callId: 'call_7' }, asked);
  const performed = (id: number, trace: string) =>
    call({ id, trace, start: 5, end: 6, call: { tool: 'rm', callId: 'call_7' }, outcome: 'result' });

  it('goes into one vCon when no conversation is named', () => {
    expect(brief(eventsOf([decided, performed(2, other)]))).toEqual([
      'policy-decision:permission-required A 1 @1',
      'tool-invocation A 1 @5',
      'tool-result A 1 @6',
    ]);
  });

  it('stays apart when two traces perform a call of that id', () => {
    const bridge = new Bridge({ createdAt: 0 });
    for (const record of [decided, performed(2, other), performed(2, '4'.repeat(32))]) bridge.add(record);
    expect(bridge.finish()).toHaveLength(3);
  });

  it('is found among calls of the same id of other runs and of other services', () => {
    const run = (hours: number, traces: readonly [string, string]) => [
      decisionLog(hours * 3600, { tool: 'rm', callId: 'call_7' }, asked, { traceId: traces[0] }),
      call({
        id: 2,
        trace: traces[1],
        start: hours * 3600 + 5,
        end: hours * 3600 + 6,
        call: { tool: 'rm', callId: 'call_7' },
        outcome: 'result',
      }),
    ];
    const service = (records: readonly MappedRecord[]) =>
      records.map((record) => ({
        ...record,
        signals: record.signals.map((signal) => ({ ...signal, service: 'another' })),
      }));
    const trace = (digit: string) => digit.repeat(32);
    const records = [
      ...run(0, [trace('3'), trace('4')]),
      ...run(1, [trace('5'), trace('6')]),
      ...service(run(0, [trace('7'), trace('8')])),
    ];
    const vcons = vconsOf(records);
    expect(vcons.map(({ events = [] }) => brief(events).length)).toEqual([3, 3, 3]);
  });
});
