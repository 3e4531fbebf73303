import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validateVcon } from '../../src/vcon/index.js';
import { convert, eventsOf, outline, RUN, receipt, request, uuid } from './support.js';

describe('a call that succeeded', () => {
  it('is a decision, an invocation and a result, at the times of the receipt', () => {
    const [decision, invocation, result, ...more] = eventsOf([request(), receipt()]);
    expect(more).toEqual([]);
    expect(decision).toMatchObject({
      type: 'policy-decision',
      time: '2026-11-30T09:00:00Z',
      decision: 'allowed',
      policy_life: 'once',
      operation: 'tool-invocation',
      operation_id: uuid(1),
      attempt: 1,
      server: 'crm',
      tool: 'crm.update',
    });
    expect(invocation).toMatchObject({
      type: 'tool-invocation',
      time: '2026-11-30T09:00:00Z',
      operation_id: uuid(1),
      attempt: 1,
      server: 'crm',
      tool: 'crm.update',
      mediatype: 'application/json',
      encoding: 'json',
      body: { record: 'r-1' },
    });
    expect(result).toMatchObject({
      type: 'tool-result',
      time: '2026-11-30T09:00:02Z',
      operation_id: uuid(1),
      attempt: 1,
    });
  });

  it('belongs to the run as conversation, and to the agent as party', () => {
    const [vcon] = convert([request(), receipt()]).vcons;
    expect(vcon?.sessions?.[0]?.conversation_id).toBe(RUN);
    expect(vcon?.parties).toHaveLength(1);
    expect(vcon?.parties[0]).toMatchObject({ name: 'agent-7' });
    expect(vcon?.extensions).toEqual(['tool-invocation', 'otel-trace', 'governed-executor']);
    expect(validateVcon(vcon).errors).toEqual([]);
  });

  it('never has its result reference as url, whatever it looks like', () => {
    for (const resultRef of ['artifact://run/ok', 'https://example.com/result.json']) {
      const result = eventsOf([request(), receipt({ resultRef })]).at(-1);
      expect(result).toMatchObject({ result_ref: resultRef });
      for (const absent of ['url', 'content_hash', 'body', 'mediatype']) expect(result).not.toHaveProperty(absent);
    }
  });

  it('keeps what the draft has no place for as parameters of the extension', () => {
    const effect = { kind: 'record-updated', externalReference: 'https://crm.example/r-1', reversible: true };
    const usage = { durationMs: 2000, bytesIn: 10, bytesOut: 20 };
    const events = eventsOf([
      request({
        sideEffectClass: 'external',
        approvalId: uuid(301),
        timeoutSeconds: 30,
        sandbox: { workspaceId: 'w' },
      }),
      receipt({ effect, usage, sanitized: true, resultRef: 'artifact://1' }),
    ]);
    expect(events[1]).toMatchObject({
      invocation_id: uuid(1),
      tool_id: 'crm.update',
      schema_version: '1',
      mcp_server_id: 'crm',
      execution_scope: { tenant: 't-1' },
      run_id: RUN,
      step_id: uuid(201),
      attempt_id: uuid(101),
      agent_id: 'agent-7',
      side_effect_class: 'external',
      idempotency_key: 'key-1',
      arguments_hash: 'not a digest',
      executor_decision: { decision: 'allow' },
      approval_id: uuid(301),
      timeout_seconds: 30,
      sandbox: { workspaceId: 'w' },
    });
    expect(events[2]).toMatchObject({
      invocation_id: uuid(1),
      receipt_status: 'Succeeded',
      started_at: '2026-11-30T09:00:00Z',
      finished_at: '2026-11-30T09:00:02Z',
      effect,
      usage,
      sanitized: true,
      result_ref: 'artifact://1',
      receipt_hash: 'not a digest',
    });
  });
});

describe('servers', () => {
  it.each([
    ['crm', 'crm'],
    ['https://crm.example/mcp', 'https://crm.example/mcp'],
    [undefined, '!host'],
  ])('%s is %s', (mcpServerId, server) => {
    const { mcpServerId: _, ...rest } = request();
    const events = eventsOf([mcpServerId === undefined ? rest : { ...rest, mcpServerId }, receipt()]);
    expect(events[1]).toMatchObject({ server });
  });
});

describe('a call that failed', () => {
  it('is a tool-failure with code and message', () => {
    const error = { code: 'E42', message: 'row locked' };
    const events = eventsOf([request(), receipt({ status: 'Failed', error })]);
    expect(outline(events)).toEqual(['policy-decision allowed 1', 'tool-invocation 1', 'tool-failure 1']);
    expect(events[2]).toMatchObject({ encoding: 'json', mediatype: 'application/json', body: error });
  });
});

describe('a call that timed out', () => {
  it('is a tool-timeout', () => {
    const events = eventsOf([request({ timeoutSeconds: 5 }), receipt({ status: 'TimedOut' })]);
    expect(outline(events)).toEqual(['policy-decision allowed 1', 'tool-invocation 1', 'tool-timeout 1']);
  });

  it('without finishedAt is given up after timeoutSeconds', () => {
    const { finishedAt: _, ...rest } = receipt({ status: 'TimedOut' });
    expect(eventsOf([request({ timeoutSeconds: 5 }), rest]).at(-1)).toMatchObject({ time: '2026-11-30T09:00:05Z' });
  });
});

describe('a call whose effect is uncertain', () => {
  it('is a tool-timeout with the detail as content, no result and no failure', () => {
    const error = { code: 'ECONNRESET', message: 'connection reset after request was sent' };
    const events = eventsOf([request(), receipt({ status: 'Uncertain', error })]);
    expect(outline(events)).toEqual(['policy-decision allowed 1', 'tool-invocation 1', 'tool-timeout 1']);
    expect(events[2]).toMatchObject({
      encoding: 'json',
      body: { status: 'Uncertain', error },
      receipt_status: 'Uncertain',
    });
  });
});

describe('a call that was denied', () => {
  const denied = receipt({ status: 'Denied', error: { code: 'POLICY', message: 'spend limit' } });

  it('is a disallowed decision and nothing else', () => {
    const events = eventsOf([request({ policyDecision: { decision: 'deny' } }), denied]);
    expect(outline(events)).toEqual(['policy-decision disallowed 1']);
    expect(events[0]).toMatchObject({ policy_life: 'once', reason: 'spend limit', server: 'crm', tool: 'crm.update' });
  });

  it('is disallowed even where the policy decision reads otherwise', () => {
    const events = eventsOf([request({ policyDecision: 'allow', approvalId: uuid(301) }), denied]);
    expect(outline(events)).toEqual(['policy-decision disallowed 1']);
  });

  it('has its arguments recorded nowhere, not even where the policy quotes them', () => {
    const args = { record: 'walrus-args', amount: 7 };
    const records = [
      request({
        arguments: args,
        policyDecision: { decision: 'deny', input: { args }, evaluated: args, log: `denied ${JSON.stringify(args)}` },
        scope: { tenant: 't-1', request: { parameters: args } },
      }),
      receipt({ status: 'Denied', error: { code: 'POLICY', message: JSON.stringify(args), details: [args, 'kept'] } }),
    ];
    const { vcons, codes } = convert(records);
    expect(JSON.stringify(vcons)).not.toContain('walrus-args');
    expect(vcons[0]?.events?.[0]).toMatchObject({
      executor_decision: { decision: 'deny' },
      execution_scope: { tenant: 't-1' },
      receipt_error: { code: 'POLICY', details: ['kept'] },
    });
    expect(codes).toContain('executor-arguments-left-out');
  });
});

describe('the end of a call without finishedAt', () => {
  const { finishedAt: _, ...open } = receipt();

  it('is the start and the duration, when that is known', () => {
    const result = eventsOf([request(), { ...open, usage: { durationMs: 1500 } }]).at(-1);
    expect(result).toMatchObject({ time: '2026-11-30T09:00:01.5Z' });
    expect(result).not.toHaveProperty('finished_at');
  });

  it('is not before the start', () => {
    expect(eventsOf([request(), open]).at(-1)).toMatchObject({ type: 'tool-result', time: '2026-11-30T09:00:00Z' });
  });
});

describe('what must not be recorded', () => {
  it('credentials are taken out of arguments, errors and parameters', () => {
    const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
    const records = [
      request({
        arguments: { password: secret },
        scope: { apiKey: secret },
        policyDecision: { decision: 'allow', token: secret },
      }),
      receipt({
        status: 'Failed',
        error: { message: `bad token ${secret}` },
        effect: { externalReference: `https://x.example/?access_token=${secret}` },
      }),
    ];
    const { vcons } = convert(records);
    expect(vcons[0]?.events).toHaveLength(3);
    expect(JSON.stringify(vcons)).not.toContain(secret);
  });

  it('without content there are neither arguments nor errors', () => {
    const records = [
      request({ arguments: { note: 'walrus' } }),
      receipt({ status: 'Uncertain', error: { message: 'seal' } }),
    ];
    const { vcons } = convert(records, { content: false });
    expect(outline(vcons[0]?.events ?? [])).toEqual([
      'policy-decision allowed 1',
      'tool-invocation 1',
      'tool-timeout 1',
    ]);
    expect(JSON.stringify(vcons)).not.toMatch(/walrus|seal/);
  });
});

describe('records that have only one half', () => {
  it('a request without receipt has no time and is said, not recorded', () => {
    const { vcons, codes } = convert([request()]);
    expect(vcons).toEqual([]);
    expect(codes).toEqual(['executor-receipt-missing']);
  });

  it('a receipt without request is an outcome', () => {
    const { vcons, codes } = convert([receipt()]);
    expect(outline(vcons[0]?.events ?? [])).toEqual(['tool-result 1']);
    expect(codes).toEqual(['executor-invocation-missing']);
  });

  it('a denial without request has no tool and is said, not recorded', () => {
    const { vcons, codes } = convert([receipt({ status: 'Denied' })]);
    expect(vcons).toEqual([]);
    expect(codes).toEqual(['executor-invocation-missing']);
  });
});

describe('a file with every status and a replay', () => {
  const lines = readFileSync(new URL('../fixtures/receipts/executor-statuses.jsonl', import.meta.url), 'utf8');
  const records = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const { vcons, codes } = convert(records);

  it('is one vCon of one run with five operations', () => {
    expect(vcons).toHaveLength(1);
    expect(validateVcon(vcons[0]).errors).toEqual([]);
    const ended = (idempotencyKey: string) => {
      const id = records.find((record) => record['idempotencyKey'] === idempotencyKey)?.['invocationId'];
      return outline((vcons[0]?.events ?? []).filter((event) => event['operation_id'] === id));
    };
    const performed = ['policy-decision allowed 1', 'tool-invocation 1'];
    expect(ended('idem-ok')).toEqual([...performed, 'tool-result 1']);
    expect(ended('idem-fail')).toEqual([...performed, 'tool-failure 1']);
    expect(ended('idem-denied')).toEqual(['policy-decision disallowed 1']);
    expect(ended('idem-late')).toEqual([...performed, 'tool-timeout 1']);
    expect(ended('idem-unsure')).toEqual([...performed, 'tool-timeout 1']);
    expect(vcons[0]?.events).toHaveLength(13);
    expect(JSON.stringify(vcons)).not.toContain('walrus-args');
  });

  it('says the replay, and where the records break the schema in words', () => {
    expect(codes.filter((code) => code === 'executor-replay')).toHaveLength(1);
    expect(codes.filter((code) => code === 'executor-approval-missing')).toHaveLength(4);
    expect(codes.filter((code) => code === 'executor-effect-missing')).toHaveLength(1);
    expect(codes).toHaveLength(6);
  });
});
