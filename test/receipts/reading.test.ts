import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isExecutorRecord, readExecutorRecord } from '../../src/receipts/index.js';
import { convert, eventsOf, outline, RUN, receipt, request, uuid } from './support.js';

describe('isExecutorRecord', () => {
  it('knows both records, whole or not', () => {
    expect(isExecutorRecord(request())).toBe(true);
    expect(isExecutorRecord(receipt())).toBe(true);
    expect(isExecutorRecord({ invocationId: uuid(1), toolId: 't' })).toBe(true);
  });

  it('knows what is none', () => {
    for (const value of [
      null,
      'x',
      [request()],
      {},
      { invocationId: uuid(1) },
      { resourceSpans: [] },
      { vcon: '0.5.0' },
    ]) {
      expect(isExecutorRecord(value)).toBe(false);
    }
  });
});

describe('readExecutorRecord', () => {
  it('gives a right record as it is', () => {
    expect(readExecutorRecord(request())).toEqual({ record: request(), problems: [] });
    expect(readExecutorRecord(receipt())).toEqual({ record: receipt(), problems: [] });
  });

  it('leaves out what is wrong, and says it', () => {
    const { schemaVersion: _, ...rest } = request();
    const { record, problems } = readExecutorRecord({ ...rest, colour: 'red', timeoutSeconds: 1.5, mcpServerId: null });
    expect(record).toEqual({ ...rest, mcpServerId: undefined });
    expect(problems).toEqual([
      'mcpServerId is not a string',
      'the schema has no member "colour"',
      'timeoutSeconds is not an integer',
      'schemaVersion is missing',
    ]);
  });

  it('takes ids that are no UUIDs, and says it', () => {
    const { record, problems } = readExecutorRecord(receipt({ invocationId: 'inv-1' }));
    expect(record?.invocationId).toBe('inv-1');
    expect(problems).toEqual(['invocationId is not a UUID']);
  });

  it.each([
    [{ ...receipt(), status: 'Exploded' }],
    [{ ...receipt(), startedAt: 'yesterday' }],
    [{ ...receipt(), invocationId: 7 }],
    [{ ...request(), toolId: '' }],
    [[]],
    ['text'],
  ])('has no record of %j', (value) => {
    const { record, problems } = readExecutorRecord(value);
    expect(record).toBeUndefined();
    expect(problems.length).toBeGreaterThan(0);
  });
});

describe('records that break the schema', () => {
  it('lose what is wrong of them, not more', () => {
    const { vcons, notices } = convert([
      { ...request(), colour: 'red' },
      receipt(),
      { invocationId: uuid(2), toolId: 7 },
    ]);
    expect(outline(vcons[0]?.events ?? [])).toEqual([
      'policy-decision allowed 1',
      'tool-invocation 1',
      'tool-result 1',
    ]);
    const about = notices.filter(({ code }) => code.startsWith('executor-record-'));
    expect(about.map(({ code, level }) => `${code} ${level}`)).toEqual([
      'executor-record-off-schema warning',
      'executor-record-unreadable warning',
    ]);
  });

  it('may lack all but their ids', () => {
    const [invocationId, toolId] = [uuid(1), 't'];
    const events = eventsOf([
      { invocationId, toolId },
      { invocationId, status: 'Succeeded', startedAt: '2026-11-30T09:00:00Z' },
    ]);
    expect(outline(events)).toEqual(['tool-invocation 1', 'tool-result 1']);
  });

  it('never make the conversion throw', () => {
    const member = fc.constantFrom(
      'invocationId',
      'toolId',
      'status',
      'startedAt',
      'arguments',
      'policyDecision',
      'scope',
      '__proto__',
    );
    const value = fc.oneof(
      fc.json().map((text) => JSON.parse(text) as unknown),
      fc.constantFrom(uuid(1), RUN, 'Denied', 'Failed', '2026-11-30T09:00:00Z'),
    );
    const record = fc.dictionary(member, value);
    fc.assert(fc.property(fc.array(record), (records) => Array.isArray(convert(records).vcons)));
  });
});

describe('what the schema says only in words', () => {
  const classes = ['shared-write', 'external', 'production', 'publication', 'spend'] as const;

  it.each(classes)('%s needs an approval and an effect', (sideEffectClass) => {
    expect(convert([request({ sideEffectClass }), receipt()]).codes).toEqual([
      'executor-approval-missing',
      'executor-effect-missing',
    ]);
    const whole = [request({ sideEffectClass, approvalId: uuid(301) }), receipt({ effect: { kind: 'k' } })];
    expect(convert(whole).codes).toEqual([]);
  });

  it.each(['read', 'sandbox'] as const)('%s needs neither', (sideEffectClass) => {
    expect(convert([request({ sideEffectClass }), receipt()]).codes).toEqual([]);
  });

  it('a denied call needs neither, a failed one no effect', () => {
    const denied = [request({ sideEffectClass: 'spend', policyDecision: 'deny' }), receipt({ status: 'Denied' })];
    expect(convert(denied).codes).toEqual([]);
    const failed = [request({ sideEffectClass: 'spend' }), receipt({ status: 'Failed' })];
    expect(convert(failed).codes).toEqual(['executor-approval-missing']);
  });
});
