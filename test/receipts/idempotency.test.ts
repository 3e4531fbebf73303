import { describe, expect, it } from 'vitest';
import { convert, outline, receipt, request, uuid } from './support.js';

const PERFORMED = ['policy-decision allowed 1', 'tool-invocation 1', 'tool-result 1'];

describe('a request that repeats key and hash and gets the earlier receipt', () => {
  it.each([
    ['the same invocation', uuid(1), receipt()],
    ['the same invocation, the receipt without its usage', uuid(1), receipt({ usage: { durationMs: 1 } })],
    ['another invocation, the receipt as it was', uuid(2), receipt({ invocationId: uuid(2) })],
    ['another invocation, the receipt hashed anew', uuid(2), receipt({ invocationId: uuid(2), receiptHash: 'anew' })],
    ['another invocation, no receipt', uuid(2), undefined],
    ['the same invocation, no receipt', uuid(1), undefined],
  ])('did nothing: %s', (_, invocationId, replayed) => {
    const again = request({ invocationId, attemptId: uuid(102) });
    const { vcons, codes } = convert([request(), receipt(), again, ...(replayed === undefined ? [] : [replayed])]);
    expect(vcons).toHaveLength(1);
    expect(outline(vcons[0]?.events ?? [])).toEqual(PERFORMED);
    expect(codes).toEqual(['executor-replay']);
    expect(vcons[0]?.events?.[2]).toMatchObject({ replay_attempt_ids: [uuid(102)] });
  });

  it('is no replay in another scope or of another tool', () => {
    for (const changes of [{ scope: { tenant: 't-2' } }, { toolId: 'crm.delete' }]) {
      const again = request({ invocationId: uuid(2), attemptId: uuid(102), ...changes });
      const { vcons, codes } = convert([request(), receipt(), again, receipt({ invocationId: uuid(2) })]);
      expect(outline(vcons[0]?.events ?? []).toSorted()).toEqual([...PERFORMED, ...PERFORMED].toSorted());
      expect(codes).toEqual([]);
    }
  });

  it('is no replay when its receipt tells of another call: a retry after a failure', () => {
    const failed = receipt({ status: 'Failed', receiptHash: 'first' });
    const later = receipt({
      startedAt: '2026-11-30T09:01:00Z',
      finishedAt: '2026-11-30T09:01:01Z',
      receiptHash: 'second',
    });
    const { vcons, codes } = convert([request(), failed, request({ attemptId: uuid(102) }), later]);
    expect(outline(vcons[0]?.events ?? [])).toEqual([
      'policy-decision allowed 1',
      'tool-invocation 1',
      'tool-failure 1',
      'policy-decision allowed 2',
      'tool-invocation 2',
      'tool-result 2',
    ]);
    expect(codes).toEqual([]);
  });
});

describe('misuse of an idempotency key', () => {
  const secondReceipt = receipt({
    invocationId: uuid(2),
    startedAt: '2026-11-30T09:01:00Z',
    finishedAt: '2026-11-30T09:01:01Z',
    receiptHash: 'second',
  });

  it('with another hash is a conflict: both calls stay, and it is a warning', () => {
    const other = request({ invocationId: uuid(2), attemptId: uuid(102), argumentsHash: 'another' });
    const { vcons, notices, codes } = convert([request(), receipt(), other, secondReceipt]);
    expect(outline(vcons[0]?.events ?? [])).toEqual([...PERFORMED, ...PERFORMED]);
    expect(codes).toEqual(['executor-key-conflict']);
    expect(notices.find(({ code }) => code === 'executor-key-conflict')).toMatchObject({ level: 'warning' });
  });

  it('that succeeded twice took effect twice: both calls stay, and it is a warning', () => {
    const again = request({ invocationId: uuid(2), attemptId: uuid(102) });
    const { vcons, codes } = convert([request(), receipt(), again, secondReceipt]);
    expect(outline(vcons[0]?.events ?? [])).toEqual([...PERFORMED, ...PERFORMED]);
    expect(codes).toEqual(['executor-key-ran-twice']);
  });
});
