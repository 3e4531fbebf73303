import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assemble } from '../../src/bridge/assembly.js';
import { Bucket } from '../../src/bridge/bucket.js';
import { withExceptions } from '../../src/bridge/exceptions.js';
import { byFirstTime, groupRecords } from '../../src/bridge/grouping.js';
import { identifyCalls } from '../../src/bridge/identified-calls.js';
import { Bridge, createRedactor, type GroupBy } from '../../src/bridge/index.js';
import { linkedThatTell } from '../../src/bridge/linked-buckets.js';
import { partPlain } from '../../src/bridge/plain-groups.js';
import { VconParts } from '../../src/bridge/vcon-parts.js';
import type { CallFacts, MappedRecord, SignalKind, SpanFacts } from '../../src/mapping/index.js';
import { at, call, decisionLog, span, spanId } from './records.js';

// Plain calls are written without the steps that join records. That must not be seen in what is written.

const createdAt = 1_796_040_000_000;
const TRACES = ['1', '2', '3'].map((digit) => digit.repeat(32));
const rules = { record: true, traceParameters: true, attachments: false, redactor: createRedactor() };

function bucketsOf(records: readonly MappedRecord[]): Bucket[] {
  const buckets = new Map<string, Bucket>();
  for (const [turn, record] of records.entries()) {
    const id = Bucket.idOf(record);
    const bucket = buckets.get(id) ?? new Bucket(id);
    buckets.set(id, bucket);
    bucket.add(record, turn);
  }
  return [...buckets.values()];
}

/** What all the steps make of the records, whatever they are. */
function byAllSteps(records: readonly MappedRecord[], groupBy: GroupBy) {
  const buckets = linkedThatTell(bucketsOf(records)).flat();
  const identified = identifyCalls(withExceptions(buckets.flatMap((bucket) => [...bucket.records()])));
  const groups = byFirstTime(groupRecords(identified.records, identified.tree, groupBy));
  const parts = new VconParts({ createdAt });
  return groups.flatMap((group) => {
    const { vcon, trail } = assemble({ ...group, isPlain: false }, parts.current(group.key).head, rules);
    return vcon === undefined ? [] : [{ vcon, trail }];
  });
}

function byBridge(records: readonly MappedRecord[], groupBy: GroupBy) {
  const bridge = new Bridge({ createdAt, groupBy });
  for (const record of records) bridge.add(record);
  return bridge.finish().map(({ vcon, trail }) => ({ vcon, trail }));
}

const plainCall = fc.record({
  callId: fc.constantFrom(
    'call_1',
    'call_2',
    'call_3',
    'call_4',
    'call_5',
    'call_6',
    'sk-ant-api03-x7Qk29fLmPq83Rt5Vw',
  ),
  tool: fc.constantFrom('search', 'read', 'github_read', 'mcp__files__read'),
});
const unusualCall = fc.constantFrom<CallFacts>(
  { tool: 'read' },
  { callId: 'call_1' },
  { tool: 'read', callId: 'call_2', protocol: 'mcp', requestId: '7' },
  { tool: 'search', callId: 'call_1', operationId: 'op_1' },
  { tool: 'search', callId: 'call_3', attempt: 2 },
  { tool: 'search', callId: 'call_3', observer: 'provider' },
  { tool: 'read', resumed: true, arguments: '{"a":1}' },
);
const OUTCOMES: readonly (SignalKind | undefined)[] = [
  'result',
  'result',
  'failure',
  'error',
  'denied',
  'timeout',
  'cancel',
  'pending',
  undefined,
];

interface Place {
  readonly id: number;
  readonly parent: number;
  readonly trace: string;
  readonly start: number | undefined;
  readonly end: number | undefined;
}

const facts = fc.constantFrom<Partial<SpanFacts>>(
  {},
  {},
  { agent: { name: 'planner' }, agentRun: true },
  { agent: { name: 'writer', id: 'w-1' }, agentRun: true },
  { agent: { name: 'planner' } },
  { conversation: 'c-1' },
  { conversation: 'c-2' },
  { status: 'error' },
  { startTime: undefined },
);

function callRecord(place: Place, callFacts: CallFacts, outcome: SignalKind | undefined, more: Partial<SpanFacts>) {
  const { parent, start, end, ...rest } = place;
  const options = { ...rest, parent, ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
  return call({
    ...options,
    call: callFacts,
    ...(outcome !== undefined && { outcome }),
    result: '{"ok":true,"password":"hunter2hunter2"}',
    facts: { call: callFacts, ...more },
  });
}

const recordOf = (unusual: number) =>
  fc
    .record({
      id: fc.integer({ min: 1, max: 12 }),
      parent: fc.integer({ min: 1, max: 14 }),
      trace: fc.constantFrom(...TRACES),
      start: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined, freq: 12 }),
      lasts: fc.option(fc.integer({ min: -1, max: 4 }), { nil: undefined, freq: 12 }),
      facts,
      plain: plainCall,
      outcome: fc.constantFrom(...OUTCOMES),
      other: unusualCall,
      log: fc.constantFrom<CallFacts>({ callId: 'call_1' }, { tool: 'read' }, { tool: 'search', callId: 'call_9' }),
      kind: fc.oneof(
        { weight: 12, arbitrary: fc.constant('plain' as const) },
        { weight: 5, arbitrary: fc.constant('span' as const) },
        {
          weight: unusual,
          arbitrary: fc.constantFrom('other', 'decision', 'traceless', 'exception', 'follows', 'asks'),
        },
      ),
    })
    .map((it): MappedRecord => {
      const { id, parent, trace, start, lasts, kind } = it;
      const end = start === undefined || lasts === undefined ? undefined : start + lasts;
      const place = { id, parent, trace, start, end };
      const times = { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
      switch (kind) {
        case 'plain':
          return callRecord(place, it.plain, it.outcome, it.facts);
        case 'other':
          return callRecord(place, it.other, it.outcome, it.facts);
        case 'span':
          return span({ id, parent, trace, ...times, facts: it.facts });
        case 'follows':
          return span({
            id,
            trace,
            ...times,
            facts: { ...it.facts, follows: { traceId: TRACES[0] ?? '', spanId: spanId(1) } },
          });
        case 'asks':
          return span({ id, parent, trace, ...times, facts: { ...it.facts, requests: [it.log] } });
        case 'exception':
          return {
            rules: [],
            signals: [],
            remarks: [],
            exception: { traceId: trace, spanId: spanId(id), time: at(start ?? 0), message: 'no such file' },
          };
        default: {
          const record = decisionLog(
            start ?? 0,
            it.log,
            { decision: 'allowed' },
            { traceId: trace, spanId: spanId(id) },
          );
          if (kind === 'decision') return record;
          const signals = record.signals.map(({ traceId: _, spanId: __, ...signal }) => signal);
          return { ...record, signals };
        }
      }
    });

describe('plain calls', () => {
  for (const groupBy of ['conversation', 'trace'] as const) {
    it.each([
      ['alone', 0],
      ['among others', 1],
    ])(`give the vCons that all steps give, %s, by ${groupBy}`, (_, unusual) => {
      let plain = 0;
      fc.assert(
        fc.property(fc.array(recordOf(unusual), { minLength: 1, maxLength: 14 }), (records) => {
          plain += partPlain(linkedThatTell(bucketsOf(records))).plain.length;
          expect(JSON.stringify(byBridge(records, groupBy))).toBe(JSON.stringify(byAllSteps(records, groupBy)));
        }),
        { numRuns: 2000 },
      );
      // Otherwise nothing was compared.
      expect(plain).toBeGreaterThan(100);
    });
  }

  it('are not plain any more when a record of another trace names one by its id', () => {
    const first = call({
      id: 2,
      trace: TRACES[0] ?? '',
      start: 2,
      end: 3,
      call: { tool: 'read', callId: 'call_1' },
      outcome: 'result',
    });
    const decided = decisionLog(
      1,
      { callId: 'call_1', tool: 'read' },
      { decision: 'allowed' },
      { traceId: TRACES[1] ?? '' },
    );
    const [vcon, ...others] = byBridge([first, decided], 'conversation');
    expect(others).toEqual([]);
    expect(vcon?.vcon.events?.map(({ type }) => type)).toEqual(['policy-decision', 'tool-invocation', 'tool-result']);
  });
});
