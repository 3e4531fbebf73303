import { describe, expect, it } from 'vitest';
import { Bridge } from '../../src/bridge/index.js';
import type { CallFacts, MappedRecord, Signal } from '../../src/mapping/index.js';
import type { Notice } from '../../src/telemetry/index.js';
import { agent, at, brief, call, eventsOf, type SpanOptions, span, spanId, TRACE } from './records.js';

const run = agent({ id: 1, start: 0, end: 300 }, 'planner', 'conv-1');
const asking = (requests: readonly CallFacts[], options: Partial<SpanOptions> = {}) =>
  span({ id: 2, parent: 1, start: 1, end: 2, ...options, facts: { requests } });
const request = (callId: string, args?: string): CallFacts => ({
  callId,
  tool: 'rm',
  ...(args === undefined ? {} : { arguments: args }),
});
const rm = (id: number, start: number, args?: string, options: Partial<SpanOptions> = {}) => {
  const named: CallFacts = { tool: 'rm', ...(args === undefined ? {} : { arguments: args }) };
  const record = call({ id, parent: 1, start, end: start + 1, call: named, outcome: 'result', ...options });
  return { ...record, span: { ...record.span, call: named } } as MappedRecord;
};
const idsOf = (records: readonly MappedRecord[]) => [
  ...new Set(eventsOf(records).map(({ operation_id }) => operation_id)),
];

describe('calls without an id', () => {
  it('have that of the request for their tool and arguments, whatever their order', () => {
    const requests = asking([request('a', '{"n":1}'), request('b', '{"n":2}')]);
    expect(idsOf([run, requests, rm(3, 3, '{"n":2}'), rm(4, 5, '{"n":1}')])).toEqual(['b', 'a']);
  });

  it('have one each when they are equal, and none when there are too few', () => {
    const records = [run, asking([request('a'), request('b')]), rm(3, 3), rm(4, 5), rm(5, 7)];
    expect(idsOf(records)).toEqual(['a', 'b', `${TRACE}:${spanId(5)}`]);
  });

  it('have that of the latest request before them, not of a later one', () => {
    const records = [
      run,
      asking([request('a')]),
      rm(3, 3),
      asking([request('b')], { id: 6, start: 5, end: 6 }),
      rm(4, 7),
    ];
    expect(idsOf(records)).toEqual(['a', 'b']);
    expect(idsOf([run, asking([request('a')], { start: 9, end: 10 }), rm(3, 3)])).toEqual([`${TRACE}:${spanId(3)}`]);
  });

  it('have the arguments of their request too when they were made without any', () => {
    const events = eventsOf([run, asking([request('a', '{"n":1}')]), rm(3, 3)]);
    expect(events[0]).toMatchObject({ type: 'tool-invocation', operation_id: 'a', body: { n: 1 } });
  });

  it('have none of another agent, and the spans of the protocol inside them none of their own', () => {
    const inner = agent({ id: 7, parent: 1, start: 3, end: 9 }, 'helper');
    expect(idsOf([run, asking([request('a')]), inner, rm(3, 4, undefined, { parent: 7 })])).toEqual([
      `${TRACE}:${spanId(3)}`,
    ]);
    const protocol = call({
      id: 8,
      parent: 3,
      start: 3.1,
      end: 3.9,
      call: { tool: 'rm', protocol: 'mcp' },
      outcome: 'result',
    });
    const records = [run, asking([request('a'), request('b')]), rm(3, 3), protocol];
    expect(idsOf(records)).toEqual(['a']);
  });
});

describe('what is said of a requested call', () => {
  const decision = (more: Partial<Signal> = {}): MappedRecord =>
    span({ id: 9, parent: 1, start: 1, end: 9 }, [
      {
        kind: 'decision',
        time: at(9),
        source: 'span',
        traceId: TRACE,
        spanId: spanId(9),
        emitter: 'test',
        rule: 'asked',
        call: { requested: true },
        decision: { decision: 'permission-required' },
        ...more,
      },
    ]);
  const below = { id: 2, parent: 9 };

  it('is about the only one without a span, whose arguments are not recorded', () => {
    const events = eventsOf([run, decision(), asking([request('a', '{"path":"/secret"}')], below)]);
    expect(brief(events)).toEqual(['policy-decision:permission-required A 1 @9']);
    expect(events[0]).toMatchObject({ operation_id: 'a', tool: 'rm' });
    expect(JSON.stringify(events)).not.toContain('/secret');
  });

  it('is left out with a notice where it could be about several, silently where all were made', () => {
    const notices: Notice[] = [];
    const bridge = new Bridge({ onNotice: (notice) => notices.push(notice) });
    for (const record of [run, decision(), asking([request('a'), request('b')], below)]) bridge.add(record);
    expect(bridge.finish()).toEqual([]);
    expect(notices.map(({ code }) => code)).toEqual(['BRIDGE_UNMATCHED_SIGNAL']);
    const made = [run, decision(), asking([request('a')], below), rm(3, 3, undefined, { parent: 9 })];
    expect(brief(eventsOf(made))).toEqual(['tool-invocation A 1 @3', 'tool-result A 1 @4']);
  });

  it('by its id holds only when the call was not made in that trace', () => {
    const refused = decision({
      call: { requested: true, callId: 'a', tool: 'rm' },
      decision: { decision: 'disallowed', answer: 'refused' },
    });
    expect(brief(eventsOf([run, refused]))).toEqual(['policy-decision:disallowed A 1 @9']);
    expect(brief(eventsOf([run, refused, asking([request('a')]), rm(3, 3)]))).toEqual([
      'tool-invocation A 1 @3',
      'tool-result A 1 @4',
    ]);
  });
});

describe('calls that wait in one trace and go on in another', () => {
  const [second, third] = ['2'.repeat(32), '3'.repeat(32)] as [string, string];

  function part(trace: string, start: number, facts: CallFacts, kinds: readonly Signal['kind'][]): MappedRecord {
    const common = {
      source: 'call' as const,
      traceId: trace,
      spanId: spanId(1),
      emitter: 'test',
      rule: 'tool',
      service: 's',
    };
    const signals = kinds.map((kind, index) => ({ ...common, kind, time: at(start + index), call: facts }));
    return span({ id: 1, trace, start, end: start + kinds.length, facts: { call: facts } }, signals);
  }

  const waits = (trace: string, start: number, facts: CallFacts) => part(trace, start, facts, ['invocation', 'input']);
  const goesOn = (trace: string, start: number, facts: CallFacts) =>
    part(trace, start, { ...facts, resumed: true }, ['invocation', 'input-response', 'result']);
  const named = { tool: 'rm', callId: 'a' };
  const nameless = { tool: 'rm', arguments: '{"path":"/a"}' };
  const WHOLE = ['tool-invocation A 1 @1', 'tool-input A 1 @2', 'tool-input-response A 1 @11', 'tool-result A 1 @12'];
  const count = (records: readonly MappedRecord[]) => {
    const bridge = new Bridge();
    for (const record of records) bridge.add(record);
    return bridge.finish().length;
  };

  it('are one operation, by id or by tool and arguments', () => {
    for (const facts of [named, nameless])
      expect(brief(eventsOf([waits(TRACE, 1, facts), goesOn(second, 10, facts)]))).toEqual(WHOLE);
    const events = eventsOf([waits(TRACE, 1, nameless), goesOn(second, 10, nameless)]);
    expect(events[0]).toMatchObject({ operation_id: `${TRACE}:${spanId(1)}` });
  });

  it('keep their order where the clock is too coarse for it', () => {
    const late = part(TRACE, 1, named, ['invocation', 'input']);
    const coarse = {
      ...late,
      signals: late.signals.map((signal) => ({ ...signal, time: at(signal.kind === 'input' ? 1.5 : 1) })),
    };
    const second = part('0'.repeat(31).concat('1'), 1, { ...named, resumed: true }, ['invocation', 'result']);
    const fast = {
      ...second,
      signals: second.signals.map((signal) => ({ ...signal, time: at(signal.kind === 'result' ? 1.2 : 1) })),
    };
    for (const records of [
      [coarse, fast],
      [fast, coarse],
    ])
      expect(
        brief(
          eventsOf([
            agent({ id: 8, start: 0, end: 9, trace: TRACE }, 'x', 'c'),
            agent({ id: 8, start: 0, end: 9, trace: fast.span?.traceId ?? '' }, 'x', 'c'),
            ...records,
          ]),
        ),
      ).toEqual([
        'tool-invocation A 1 @1',
        'tool-input A 1 @1.5',
        'tool-input-response A 1 @1.5',
        'tool-result A 1 @1.2',
      ]);
  });

  it('one after the other are joined in turn', () => {
    const first = [waits(TRACE, 1, nameless), goesOn(second, 10, nameless)];
    const again = [waits(third, 20, nameless), goesOn('4'.repeat(32), 30, nameless)];
    expect(count([...first, ...again])).toBe(2);
  });

  it('stay apart when two of them wait, when the arguments differ, or when nothing waits', () => {
    expect(count([waits(TRACE, 1, nameless), waits(third, 2, nameless), goesOn(second, 10, nameless)])).toBe(3);
    expect(count([waits(TRACE, 1, nameless), goesOn(second, 10, { ...nameless, arguments: '{}' })])).toBe(2);
    expect(count([waits(TRACE, 1, named), waits(second, 10, named)])).toBe(2);
  });

  it('stay open together while they wait', () => {
    const bridge = new Bridge();
    bridge.add(waits(TRACE, 1, nameless));
    bridge.add(goesOn(second, 10, nameless));
    const closed = bridge.closeIdle(at(100));
    expect(closed).toHaveLength(1);
    expect(brief(closed[0]?.vcon.events ?? [])).toEqual(WHOLE);
  });
});

describe('what came of a call, told on another span', () => {
  const told = (kind: Signal['kind']): MappedRecord =>
    span({ id: 9, parent: 1, start: 20, end: 21 }, [
      {
        kind,
        time: at(20),
        source: 'span',
        traceId: TRACE,
        spanId: spanId(9),
        emitter: 'test',
        rule: 'history',
        call: { callId: 'a', tool: 'rm' },
        content: { value: 'declined' },
      },
    ]);
  const own = (outcome: Signal['kind']) =>
    call({ id: 3, parent: 1, start: 3, end: 4, call: { tool: 'rm', callId: 'a' }, outcome: outcome });

  it('counts less than what its own span tells, and fills in what that leaves out', () => {
    expect(brief(eventsOf([run, own('result'), told('failure')]))).toEqual([
      'tool-invocation A 1 @3',
      'tool-result A 1 @4',
    ]);
    expect(eventsOf([run, own('failure'), told('failure')])[1]).toMatchObject({
      type: 'tool-failure',
      body: 'declined',
    });
  });

  it('starts no call', () => {
    expect(eventsOf([run, told('failure')])).toEqual([]);
  });
});
