import { describe, expect, it } from 'vitest';
import { Bridge } from '../../src/bridge/index.js';
import type { CallFacts, MappedRecord, Signal, SignalKind } from '../../src/mapping/index.js';
import type { Notice } from '../../src/telemetry/index.js';
import { at, brief, call, decisionLog, eventsOf, span, spanId, TRACE } from './records.js';

interface Told {
  readonly kind: SignalKind;
  readonly time: number;
  readonly call?: CallFacts;
}

/** One log record, written in a span, that tells of a call and perhaps of the decision about it. */
function log(told: readonly Told[], callFacts: CallFacts, more: Partial<Signal> = {}): MappedRecord {
  const signals = told.map(
    ({ kind, time, call: own }): Signal => ({
      kind,
      time: at(time),
      source: 'log',
      traceId: TRACE,
      emitter: 'test',
      rule: 'log',
      call: { ...callFacts, ...own },
      service: 'trip-agent',
      ...(kind === 'decision' ? { decision: { decision: 'allowed' } } : {}),
      ...more,
    }),
  );
  return { emitter: 'test', rules: ['log'], signals, remarks: [] };
}

const read: CallFacts = { tool: 'read_file', arguments: '{"path":"walrus"}' };

describe('log records and spans of one call (R1)', () => {
  it('takes the names of a call from the span around, for what names none', () => {
    const around = span({ id: 1, start: 0, end: 9, facts: { call: { callId: 'c1', tool: 'Bash' } } });
    const decision = decisionLog(1, {}, { decision: 'permission-required', answer: 'granted' }, { spanId: spanId(2) });
    const inside = span({ id: 2, parent: 1, start: 0, end: 1 });
    const execution = call({ id: 3, parent: 1, start: 2, end: 3, call: { callId: 'c1' }, outcome: 'result' });
    const events = eventsOf([around, inside, decision, execution]);
    expect(brief(events)).toEqual([
      'policy-decision:permission-required A 1 @1',
      'tool-invocation A 1 @2',
      'tool-result A 1 @3',
    ]);
    expect(events.map(({ tool }) => tool)).toEqual(['Bash', 'Bash', undefined]);
  });

  it('takes no names from a span around that is about another call', () => {
    const around = span({ id: 1, start: 0, end: 9, facts: { call: { callId: 'c1', tool: 'delegate' } } });
    const execution = call({ id: 3, parent: 1, start: 2, end: 3, call: { callId: 'c2' }, outcome: 'result' });
    expect(eventsOf([around, execution])[0]).toMatchObject({ operation_id: 'c2', tool: 'unknown' });
  });

  it('gives a decision that a record tells with a call to that call', () => {
    const spans = [1, 2].map((id) =>
      call({ id, start: id * 10, end: id * 10 + 1, call: { ...read, callId: `c${id}` }, outcome: 'result' }),
    );
    const logs = [1, 2].map((id) =>
      log(
        [
          { kind: 'decision', time: id * 10 },
          { kind: 'invocation', time: id * 10 },
          { kind: 'result', time: id * 10 + 1 },
        ],
        read,
      ),
    );
    expect(brief(eventsOf([...spans, ...logs]))).toEqual([
      'policy-decision:allowed A 1 @10',
      'tool-invocation A 1 @10',
      'tool-result A 1 @11',
      'policy-decision:allowed B 1 @20',
      'tool-invocation B 1 @20',
      'tool-result B 1 @21',
    ]);
  });

  it('looks below the span that a record names before it goes by order', () => {
    const batches = [span({ id: 1, start: 0, end: 20 }), span({ id: 2, start: 0, end: 20 })];
    const first = call({ id: 3, parent: 1, start: 1, end: 2, call: { ...read, callId: 'c1' } });
    const second = call({ id: 4, parent: 2, start: 3, end: 4, call: { ...read, callId: 'c2' } });
    const result = log([{ kind: 'result', time: 9 }], read, { spanId: spanId(2) });
    const events = eventsOf([...batches, first, second, result]);
    expect(events.find(({ type }) => type === 'tool-result')).toMatchObject({ operation_id: 'c2' });
  });

  it('makes one operation of a refusal that a span and a log record on it tell', () => {
    const refusal = { decision: 'disallowed' } as const;
    const bash: CallFacts = { tool: 'Bash', arguments: { command: 'rm' } };
    const batch = span({ id: 1, start: 0, end: 9 });
    const onSpan = decisionLog(1, { ...bash, callId: 'c1' }, refusal, { spanId: spanId(1), rule: 'batch' });
    const onLog = decisionLog(2, bash, refusal, { spanId: spanId(1), rule: 'log' });
    const other = decisionLog(3, { ...bash, arguments: { command: 'mv' } }, refusal, {
      spanId: spanId(1),
      rule: 'log',
    });
    expect(brief(eventsOf([batch, onSpan, onLog]))).toEqual(['policy-decision:disallowed A 1 @1']);
    expect(brief(eventsOf([batch, onSpan, onLog, other]))).toHaveLength(2);
  });

  it('gives the start of a whole call to its first attempt and its outcome to the last', () => {
    const whole = log(
      [
        { kind: 'invocation', time: 1 },
        { kind: 'result', time: 9 },
      ],
      { tool: 'exec', callId: 'c1' },
    );
    const attempts = log(
      [
        { kind: 'failure', time: 4, call: { attempt: 1 } },
        { kind: 'invocation', time: 4, call: { attempt: 2 } },
      ],
      { tool: 'exec', callId: 'c1' },
      { rule: 'attempts' },
    );
    expect(brief(eventsOf([whole, attempts]))).toEqual([
      'tool-invocation A 1 @1',
      'tool-failure A 1 @4',
      'tool-invocation A 2 @4',
      'tool-result A 2 @9',
    ]);
  });

  it('notices a permission of which nothing says for what, and records a refusal', () => {
    const notices: Notice[] = [];
    const bridge = new Bridge({ onNotice: (notice) => notices.push(notice) });
    bridge.add(decisionLog(1, {}, { decision: 'allowed' }));
    expect(bridge.finish()).toEqual([]);
    expect(notices.map(({ code }) => code)).toEqual(['BRIDGE_UNMATCHED_SIGNAL']);
    expect(brief(eventsOf([decisionLog(1, {}, { decision: 'disallowed' })]))).toEqual([
      'policy-decision:disallowed A 1 @1',
    ]);
  });
});

describe('what bears the id of a request', () => {
  it('and no time is of the request that is still open, not of a later one with the same id', () => {
    const mcp = { protocol: 'mcp', requestId: '7' } as const;
    const open = call({ id: 1, start: 1, call: { ...mcp, tool: 'count' } });
    const ended = call({ id: 2, start: 2, end: 3, call: { ...mcp, tool: 'read' }, outcome: 'result' });
    const progress = log([{ kind: 'progress', time: 0 }], { requestId: '7' }, { time: undefined, spanId: spanId(9) });
    expect(brief(eventsOf([open, ended, progress]))).toEqual([
      'tool-invocation A 1 @1',
      'tool-progress A 1 @1',
      'tool-invocation B 1 @2',
      'tool-result B 1 @3',
    ]);
  });
});
