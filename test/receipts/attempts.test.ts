import { describe, expect, it } from 'vitest';
import { convert, eventsOf, outline, receipt, request, uuid } from './support.js';

/** The n-th attempt of `uuid(1)`, with a key of its own. */
const attempt = (number: number) => request({ attemptId: uuid(100 + number), idempotencyKey: `key-${number}` });
/** A receipt of the n-th minute. */
const answer = (minute: number, status: 'Succeeded' | 'Failed' | 'Denied' | 'Uncertain') =>
  receipt({
    status,
    startedAt: `2026-11-30T09:0${minute}:00Z`,
    finishedAt: `2026-11-30T09:0${minute}:01Z`,
    receiptHash: `r-${minute}`,
  });

describe('several attempts of one invocation', () => {
  const expected = [
    'policy-decision allowed 1',
    'tool-invocation 1',
    'tool-failure 1',
    'policy-decision allowed 2',
    'tool-invocation 2',
    'tool-result 2',
  ];
  const records = [attempt(1), answer(1, 'Failed'), attempt(2), answer(2, 'Succeeded')];

  it('are numbered from 1 by their order; the UUIDs stay parameters', () => {
    const events = eventsOf(records);
    expect(outline(events)).toEqual(expected);
    expect(events[1]).toMatchObject({ operation_id: uuid(1), attempt: 1, attempt_id: uuid(101) });
    expect(events[4]).toMatchObject({ operation_id: uuid(1), attempt: 2, attempt_id: uuid(102) });
  });

  it.each([
    ['requests first', [0, 2, 1, 3]],
    ['receipts first', [3, 1, 0, 2]],
    ['reversed halves', [1, 0, 3, 2]],
  ])('may come in any order: %s', (_, order) => {
    expect(outline(eventsOf(order.map((index) => records[index])))).toEqual(expected);
  });

  it('read twice are the same', () => {
    const { vcons, codes } = convert([...records, ...records]);
    expect(outline(vcons[0]?.events ?? [])).toEqual(expected);
    expect(codes).toEqual([]);
  });

  it('after a denial the call that is sent is the attempt that the denial preceded', () => {
    const records = [
      { ...attempt(1), policyDecision: 'deny' },
      answer(1, 'Denied'),
      { ...attempt(2), approvalId: uuid(301) },
      answer(2, 'Failed'),
    ];
    expect(outline(eventsOf(records))).toEqual([
      'policy-decision disallowed 1',
      'policy-decision permission-required 1',
      'tool-invocation 1',
      'tool-failure 1',
    ]);
  });

  it('with a receipt too few, the receipt answers the request before it, and the doubt is said', () => {
    const { vcons, codes } = convert([attempt(1), attempt(2), answer(2, 'Succeeded')]);
    const events = vcons[0]?.events ?? [];
    expect(outline(events)).toEqual(['policy-decision allowed 2', 'tool-invocation 2', 'tool-result 2']);
    expect(events[1]).toMatchObject({ attempt_id: uuid(102) });
    expect(codes).toEqual(['executor-attempt-ambiguous', 'executor-receipt-missing']);
  });

  it('that differ under one attemptId are said, and the first counts', () => {
    const { vcons, codes } = convert([attempt(1), { ...attempt(1), toolId: 'other' }, answer(1, 'Succeeded')]);
    expect(vcons[0]?.events?.[1]).toMatchObject({ tool: 'crm.update' });
    expect(codes).toEqual(['executor-attempt-differs']);
  });

  it('invocations are joined whatever the case of their UUIDs', () => {
    const id = 'ABCDEFAB-0000-4000-8000-000000000001';
    const events = eventsOf([request({ invocationId: id }), receipt({ invocationId: id.toLowerCase() })]);
    expect(outline(events)).toEqual(['policy-decision allowed 1', 'tool-invocation 1', 'tool-result 1']);
  });
});

describe('more receipts than requests', () => {
  const open = receipt({ status: 'Uncertain', receiptHash: 'r-open' });
  const settled = receipt({ finishedAt: '2026-11-30T09:00:30Z', receiptHash: 'r-settled' });

  it.each([
    ['in order', [attempt(1), open, settled]],
    ['in any order', [settled, attempt(1), open]],
  ])('a later receipt settles an open outcome, %s', (_, records) => {
    const { vcons, codes } = convert(records);
    expect(vcons).toHaveLength(1);
    expect(outline(vcons[0]?.events ?? [])).toEqual([
      'policy-decision allowed 1',
      'tool-invocation 1',
      'tool-timeout 1',
      'tool-result 1',
    ]);
    expect(codes).toEqual([]);
  });

  it('settles the attempt that it follows, not the next', () => {
    const events = eventsOf([
      attempt(1),
      attempt(2),
      answer(1, 'Uncertain'),
      answer(1, 'Failed'),
      answer(2, 'Succeeded'),
    ]);
    expect(outline(events).filter((line) => !line.startsWith('policy'))).toEqual([
      'tool-invocation 1',
      'tool-timeout 1',
      'tool-failure 1',
      'tool-invocation 2',
      'tool-result 2',
    ]);
  });

  it('an outcome whose request is missing stays in the run and the operation of its siblings', () => {
    const { vcons, codes } = convert([attempt(1), answer(1, 'Failed'), answer(2, 'Succeeded')]);
    expect(vcons).toHaveLength(1);
    expect(vcons[0]?.parties.map(({ name }) => name)).toEqual(['agent-7']);
    expect(outline(vcons[0]?.events ?? []).at(-1)).toBe('tool-result 2');
    expect(codes).toEqual(['executor-invocation-missing']);
  });
});

it('an end before the start is noticed; the outcome is not before its invocation, and the record stays as it was', () => {
  const { vcons, codes } = convert([request(), receipt({ finishedAt: '2026-11-30T08:59:59Z' })]);
  expect(vcons[0]?.events?.at(-1)).toMatchObject({
    type: 'tool-result',
    time: '2026-11-30T09:00:00Z',
    finished_at: '2026-11-30T08:59:59Z',
  });
  expect(codes).toEqual(['executor-ended-before-start']);
});
