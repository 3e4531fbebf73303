import { describe, expect, it } from 'vitest';
import {
  checkIntegrity,
  type ExecutorRecord,
  isInvocation,
  readPolicyDecision,
  type ToolInvocation,
  type ToolReceipt,
  type VconToReceiptsOptions,
  vconToReceipts,
} from '../../src/receipts/index.js';
import type { Vcon, VconEvent } from '../../src/vcon/index.js';
import { executorCheck, schemaProblems } from './schema.js';
import { convert, outline, receipt, request } from './support.js';

const AT = (second: number) => `2026-11-30T09:00:0${second}Z`;

/** Events of one operation of one agent, as ordinary telemetry gives them. */
function vconOf(events: readonly object[], changes: Partial<Vcon> = {}): Vcon {
  return {
    vcon: '0.5.0',
    uuid: '01a229f1-2800-861c-9bef-975b0353bc76',
    created_at: AT(0),
    sessions: [{ parties: [0], conversation_id: 'conv-1' }],
    parties: [{ type: 'bot', name: 'planner' }],
    events: events.map(
      (event) => ({ sessions: 0, party: 0, operation_id: 'call-1', attempt: 1, ...event }) as unknown as VconEvent,
    ),
    ...changes,
  };
}

const decision = (value: string, second = 0, more: object = {}) => ({
  type: 'policy-decision',
  time: AT(second),
  decision: value,
  policy_life: 'once',
  operation: 'tool-invocation',
  server: 'files',
  tool: 'read',
  ...more,
});
const invocation = (second = 1, more: object = {}) => ({
  type: 'tool-invocation',
  time: AT(second),
  server: 'files',
  tool: 'read',
  mediatype: 'application/json',
  encoding: 'json',
  body: { path: 'a.txt' },
  ...more,
});
const outcome = (type: string, second = 2, more: object = {}) => ({ type, time: AT(second), ...more });
const content = (body: unknown) => ({ mediatype: 'application/json', encoding: 'json', body });

/** The records of a vCon, each checked against the executor's schema. */
function recordsOf(vcon: Vcon, options?: VconToReceiptsOptions): readonly ExecutorRecord[] {
  const records = vconToReceipts(vcon, options);
  for (const record of records) expect(schemaProblems(record)).toEqual([]);
  return records;
}

/** The pair of a vCon with one attempt. */
function pairOf(vcon: Vcon, options?: VconToReceiptsOptions): [ToolInvocation, ToolReceipt] {
  const [first, second, ...more] = recordsOf(vcon, options);
  if (first === undefined || second === undefined || !isInvocation(first) || isInvocation(second))
    throw new Error('no pair');
  expect(more).toEqual([]);
  return [first, second];
}

describe('a call of ordinary telemetry', () => {
  const vcon = vconOf([decision('allowed'), invocation(), outcome('tool-result', 2, content({ text: 'hello' }))]);

  it('is a pair that says what the vCon says', () => {
    const [asked, answered] = pairOf(vcon);
    expect(asked).toMatchObject({
      toolId: 'read',
      mcpServerId: 'files',
      agentId: 'planner',
      arguments: { path: 'a.txt' },
      sideEffectClass: 'external',
      scope: {},
      policyDecision: { decision: 'allow' },
    });
    expect(asked).not.toHaveProperty('approvalId');
    expect(answered).toMatchObject({
      invocationId: asked.invocationId,
      status: 'Succeeded',
      startedAt: AT(1),
      finishedAt: AT(2),
      resultRef: 'urn:uuid:01a229f1-2800-861c-9bef-975b0353bc76#/events/2',
      usage: { durationMs: 1000 },
    });
    expect(answered).not.toHaveProperty('error');
  });

  it('has hashes that verify', () => {
    for (const record of pairOf(vcon))
      expect(checkIntegrity(record)).toMatchObject({ verdict: 'verified', detail: 'sha256 of RFC 8785' });
  });

  it('has the same ids each time, and those of the conversation in every part of it', () => {
    const part2 = { ...vcon, uuid: '01a229f1-2800-861c-9bef-000000000002' };
    const [first, again, other] = [pairOf(vcon)[0], pairOf(vcon)[0], pairOf(part2)[0]];
    expect(again).toEqual(first);
    expect(other.runId).toBe(first.runId);
    expect(other.invocationId).toBe(first.invocationId);
    // Python: uuid.uuid5(uuid.UUID('5b0a9d2e-8f0c-4c1b-9a37-6d1f0be2c4a7'), 'run conv-1')
    expect(first.runId).toBe('e6c19363-c8bc-550e-96cf-fddf28f6e526');
  });

  it('keeps ids that are UUIDs; a vCon without conversation is the run', () => {
    const conversation = '0510d5ee-1e08-59c7-8b74-aa24a606a628';
    const named = pairOf({ ...vcon, sessions: [{ parties: [0], conversation_id: conversation }] })[0];
    expect(named.runId).toBe(conversation);
    expect(pairOf({ ...vcon, sessions: [{ parties: [0] }] })[0].runId).toBe(vcon.uuid);
    const call = vconOf([
      invocation(1, { operation_id: conversation }),
      outcome('tool-result', 2, { operation_id: conversation }),
    ]);
    expect(pairOf(call)[0].invocationId).toBe(conversation);
  });

  it('of the host has no mcpServerId', () => {
    expect(pairOf(vconOf([invocation(1, { server: '!host' }), outcome('tool-result')]))[0]).not.toHaveProperty(
      'mcpServerId',
    );
  });

  it('takes what telemetry does not have from the options', () => {
    const scope = { tenant: 't-1' };
    const [asked] = pairOf(vcon, {
      scope,
      sideEffectClass: (tool, server) => (tool === 'read' && server === 'files' ? 'read' : 'spend'),
      policyDecision: ({ decision: said, life }) => ({ outcome: said ?? 'none', life: life ?? 'none' }),
      schemaVersion: '2.1',
    });
    expect(asked).toMatchObject({
      scope,
      sideEffectClass: 'read',
      policyDecision: { outcome: 'allowed', life: 'once' },
      schemaVersion: '2.1',
    });
    const strict = executorCheck({
      scope: { type: 'object', required: ['tenant'] },
      policyDecision: { type: 'object', required: ['outcome'], additionalProperties: true },
    });
    expect(strict(asked)).toEqual([]);
    expect(strict(pairOf(vcon)[0])).not.toEqual([]);
  });
});

describe('decisions', () => {
  it('permission that was given is an approval', () => {
    const [asked] = pairOf(vconOf([decision('permission-required'), invocation(), outcome('tool-result')]));
    expect(asked.policyDecision).toEqual({ decision: 'require-approval' });
    expect(asked.approvalId).toBeDefined();
  });

  it('a refusal is Denied, with its reason and no arguments', () => {
    const [asked, answered] = pairOf(vconOf([decision('disallowed', 0, { reason: 'too dear' })]));
    expect(asked).toMatchObject({
      toolId: 'read',
      arguments: {},
      policyDecision: { decision: 'deny', reason: 'too dear' },
    });
    expect(answered).toMatchObject({
      status: 'Denied',
      startedAt: AT(0),
      error: { code: 'disallowed', message: 'too dear' },
    });
  });

  it('permission that was not given is Denied', () => {
    const [asked, answered] = pairOf(vconOf([decision('permission-required')]));
    expect(asked).not.toHaveProperty('approvalId');
    expect(answered).toMatchObject({ status: 'Denied', error: { code: 'permission-not-granted' } });
  });

  it('a refusal before an allowed call is a pair of its own', () => {
    const records = recordsOf(
      vconOf([decision('disallowed', 0), decision('allowed', 1), invocation(2), outcome('tool-result', 3)]),
    );
    expect(records.map((record) => (isInvocation(record) ? record.policyDecision : record.status))).toEqual([
      { decision: 'deny' },
      'Denied',
      { decision: 'allow' },
      'Succeeded',
    ]);
    const attempts = records.filter(isInvocation).map(({ attemptId }) => attemptId);
    expect(new Set(attempts).size).toBe(2);
  });

  it('that stand cover the calls after them, of the tool or of the whole server', () => {
    for (const tool of ['read', undefined]) {
      const standing = {
        ...decision('allowed', 0, { policy_life: 'standing', reason: 'always' }),
        operation_id: undefined,
        attempt: undefined,
        tool,
      };
      const [asked] = pairOf(vconOf([standing, invocation(), outcome('tool-result')]));
      expect(asked.policyDecision).toEqual({ decision: 'allow', life: 'standing', reason: 'always' });
    }
  });

  it('that were not observed are not read back as one', () => {
    const [asked] = pairOf(vconOf([invocation(), outcome('tool-result')]));
    expect(readPolicyDecision(asked.policyDecision)).toEqual({});
  });

  it('that allow what was never sent are no call', () => {
    const codes: string[] = [];
    expect(recordsOf(vconOf([decision('allowed')]), { onNotice: ({ code }) => codes.push(code) })).toEqual([]);
    expect(codes).toEqual(['receipts-not-performed']);
  });
});

describe('outcomes', () => {
  it.each([
    ['tool-result', content('x'), 'Succeeded', undefined],
    ['tool-failure', content({ code: 'E1', message: 'm' }), 'Failed', { code: 'E1', message: 'm' }],
    [
      'tool-failure',
      content({ isError: true, content: [{ type: 'text', text: 'no such file' }] }),
      'Failed',
      { code: 'tool-failure', message: 'no such file' },
    ],
    [
      'tool-failure',
      { mediatype: 'text/plain', encoding: 'none', body: 'broke' },
      'Failed',
      { code: 'tool-failure', message: 'broke' },
    ],
    [
      'tool-error',
      content({ code: -32602, message: 'Unknown tool' }),
      'Failed',
      { code: '-32602', message: 'Unknown tool' },
    ],
    ['tool-denied', {}, 'Failed', { code: 'tool-denied' }],
    ['tool-timeout', {}, 'TimedOut', { code: 'tool-timeout' }],
    [
      'tool-cancel',
      content({ reason: 'user left' }),
      'Uncertain',
      { code: 'tool-cancel', message: '{"reason":"user left"}' },
    ],
  ])('%s with %j is %s', (type, more, status, error) => {
    const [, answered] = pairOf(vconOf([invocation(), outcome(type, 2, more)]));
    expect(answered.status).toBe(status);
    expect(answered.error).toEqual(error);
  });

  it('that are missing leave it uncertain', () => {
    const [, answered] = pairOf(vconOf([invocation()]));
    expect(answered).toMatchObject({ status: 'Uncertain', startedAt: AT(1), error: { code: 'no-outcome' } });
    expect(answered).not.toHaveProperty('finishedAt');
  });

  it('that come late win over the timeout before them', () => {
    const [, answered] = pairOf(vconOf([invocation(), outcome('tool-timeout', 2), outcome('tool-result', 3)]));
    expect(answered).toMatchObject({ status: 'Succeeded', finishedAt: AT(3) });
  });

  it('that lie elsewhere are referred to there', () => {
    const elsewhere = { url: 'https://store.example/r', content_hash: 'sha512-abc' };
    const [, answered] = pairOf(vconOf([invocation(), outcome('tool-result', 2, elsewhere)]));
    expect(answered.resultRef).toBe(elsewhere.url);
  });

  it('have the times of the vCon, whatever the order of its events', () => {
    const [, answered] = pairOf(vconOf([outcome('tool-result', 2), invocation(1)]));
    expect(answered).toMatchObject({ startedAt: AT(1), finishedAt: AT(2) });
  });
});

describe('what records cannot say', () => {
  it.each([
    [[invocation(), outcome('tool-progress', 2), outcome('tool-result', 3)], 'receipts-event-left-out'],
    [[invocation(1, { body: 'text', encoding: 'none' }), outcome('tool-result')], 'receipts-arguments'],
    [[invocation()], 'receipts-no-outcome'],
    [[outcome('tool-result')], 'receipts-tool-unknown'],
    [[invocation(), outcome('tool-result')], 'receipts-class-assumed'],
  ])('%#: is noticed', (events, code) => {
    const codes: string[] = [];
    recordsOf(vconOf(events), { onNotice: (notice) => codes.push(notice.code) });
    expect(codes).toContain(code);
  });

  it('arguments that are no object are wrapped', () => {
    const [asked] = pairOf(vconOf([invocation(1, { body: 'text', encoding: 'none' }), outcome('tool-result')]));
    expect(asked.arguments).toEqual({ value: 'text' });
  });
});

describe('several attempts', () => {
  const second = { attempt: 2 };
  const vcon = vconOf([
    invocation(1),
    outcome('tool-failure', 2),
    invocation(3, second),
    outcome('tool-result', 4, second),
  ]);

  it('share the invocation and differ in the attempt', () => {
    const records = recordsOf(vcon);
    expect(new Set(records.map(({ invocationId }) => invocationId)).size).toBe(1);
    expect(new Set(records.filter(isInvocation).map(({ attemptId }) => attemptId)).size).toBe(2);
  });

  it('come back as they were from the records', () => {
    const { vcons, codes } = convert(recordsOf(vcon, { sideEffectClass: 'read' }));
    expect(outline(vcons[0]?.events ?? [])).toEqual([
      'tool-invocation 1',
      'tool-failure 1',
      'tool-invocation 2',
      'tool-result 2',
    ]);
    expect(codes).toEqual(['executor-decision-unknown', 'executor-decision-unknown']);
  });
});

describe('records that broke the schema', () => {
  it('come back in its form', () => {
    const { vcons } = convert([
      request({ invocationId: 'inv-1', runId: 'run-1', approvalId: 'yes', sandbox: { workspaceId: 7 } }),
      receipt({
        invocationId: 'inv-1',
        startedAt: '2026-11-30 09:00:00z',
        status: 'Failed',
        error: { code: 42, message: 'm' },
        usage: { durationMs: 1.5, bytesIn: 7 },
        receiptHash: 'kept',
      }),
    ]);
    const [asked, answered] = pairOf(vcons[0] as Vcon);
    expect(asked).toMatchObject({ invocationId: answered.invocationId, sandbox: {} });
    expect(answered).toMatchObject({
      startedAt: '2026-11-30T09:00:00Z',
      error: { message: 'm' },
      usage: { bytesIn: 7 },
      receiptHash: 'kept',
    });
  });

  it('get what the schema requires and they lacked', () => {
    const { vcons } = convert([
      { invocationId: 'inv-1', toolId: 't' },
      { invocationId: 'inv-1', status: 'Succeeded', startedAt: AT(1) },
    ]);
    const [asked, answered] = pairOf(vcons[0] as Vcon);
    expect(asked).toMatchObject({ toolId: 't', arguments: {}, sideEffectClass: 'external' });
    expect(answered.status).toBe('Succeeded');
  });
});
