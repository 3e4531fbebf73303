import { describe, expect, it } from 'vitest';
import { readPolicyDecision } from '../../src/receipts/index.js';
import { convert, eventsOf, outline, receipt, request, uuid } from './support.js';

describe('readPolicyDecision', () => {
  it.each([
    'allow',
    'Allowed',
    'PERMIT',
    'approved',
    'auto-approved',
    'granted',
    true,
    { decision: 'allow' },
    { Decision: 'Allow' },
    { outcome: 'permitted' },
    { effect: 'Allow' },
    { allowed: true },
    { result: true },
    { result: { allow: true } },
    { verdict: { decision: 'ALLOW' } },
  ])('%j allows', (value) => {
    expect(readPolicyDecision(value)).toEqual({ decision: 'allowed' });
  });

  it.each([
    'deny',
    'Denied',
    'DISALLOWED',
    'reject',
    'blocked',
    'forbidden',
    'not-allowed',
    false,
    { decision: 'deny' },
    { action: 'block' },
    { allow: false },
    { allowed: false },
    { denied: true },
    { status: 'accepted', allow: false },
  ])('%j denies', (value) => {
    expect(readPolicyDecision(value)).toEqual({ decision: 'disallowed' });
  });

  it.each([
    'require-approval',
    'REQUIRE_APPROVAL',
    'requiresApproval',
    'needs approval',
    'ask',
    'permission-required',
    { decision: 'require_approval' },
    { outcome: 'pending-approval' },
    { requiresApproval: true },
    { allowed: false, requiresApproval: true },
  ])('%j requires approval', (value) => {
    expect(readPolicyDecision(value)).toEqual({ decision: 'permission-required' });
  });

  it.each([
    null,
    7,
    '',
    'maybe',
    'not-applicable',
    [],
    ['allow'],
    {},
    { decision: 42 },
    { policy: 'allow-list' },
    { allow: 'x' },
  ])('%j is not guessed', (value) => {
    expect(readPolicyDecision(value)).toEqual({});
  });

  it.each([
    [{ decision: 'deny', reason: 'over the limit' }, 'over the limit'],
    [{ decision: 'deny', message: 'no', code: 7 }, 'no'],
    [{ decision: 'deny', reasons: ['one', 'two'] }, 'one; two'],
    [{ decision: { outcome: 'deny', rationale: 'inner' } }, 'inner'],
    ['deny: over the limit', 'over the limit'],
  ])('%j has a reason', (value, reason) => {
    expect(readPolicyDecision(value)).toEqual({ decision: 'disallowed', reason });
  });

  it('keeps a reason only when it is text', () => {
    expect(readPolicyDecision({ decision: 'deny', reason: { rule: 7 } })).toEqual({ decision: 'disallowed' });
  });

  it('ends on deep nesting', () => {
    let value: unknown = 'allow';
    for (let level = 0; level < 10_000; level += 1) value = { result: value };
    expect(readPolicyDecision(value)).toEqual({});
  });
});

describe('decisions of performed calls', () => {
  it('an approval was asked for and granted, whatever the policy says', () => {
    for (const policyDecision of [{ decision: 'allow' }, { decision: 'require-approval' }, {}]) {
      const events = eventsOf([request({ approvalId: uuid(301), policyDecision }), receipt()]);
      expect(outline(events)).toEqual(['policy-decision permission-required 1', 'tool-invocation 1', 'tool-result 1']);
    }
  });

  it('a decision that is not understood is not recorded, and said', () => {
    const { vcons, codes } = convert([request({ policyDecision: { decision: 'quux' } }), receipt()]);
    expect(outline(vcons[0]?.events ?? [])).toEqual(['tool-invocation 1', 'tool-result 1']);
    expect(codes).toEqual(['executor-decision-unknown']);
  });

  it('a denial of a call that ran all the same is recorded with the call, and is a warning', () => {
    for (const status of ['Succeeded', 'Failed'] as const) {
      const { vcons, codes } = convert([request({ policyDecision: 'deny' }), receipt({ status })]);
      const outcome = status === 'Succeeded' ? 'tool-result 1' : 'tool-failure 1';
      expect(outline(vcons[0]?.events ?? [])).toEqual(['policy-decision disallowed 1', 'tool-invocation 1', outcome]);
      expect(codes).toEqual(['executor-decision-contradicted']);
    }
  });

  it('the reason of the policy is the reason of the decision', () => {
    const events = eventsOf([request({ policyDecision: { decision: 'allow', reason: 'owner' } }), receipt()]);
    expect(events[0]).toMatchObject({ decision: 'allowed', reason: 'owner' });
  });
});
