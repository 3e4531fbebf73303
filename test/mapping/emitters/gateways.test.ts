import { describe, expect, it } from 'vitest';
import type { Attributes } from '../../../src/telemetry/index.js';
import { convert, decisions, events, log, mapped, span, story } from './support.js';

const tool = (name = 'delete_file', more: object = {}) =>
  span(
    { name: `execute_tool ${name}`, id: 1, start: 0, end: 900, ...more },
    {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.call.arguments': '{"path":"walrus"}',
      'gen_ai.conversation.id': 'conv-1',
    },
  );

describe('Agent Governance Toolkit', () => {
  const evaluate = (action: string, more: Attributes = {}) =>
    span(
      { name: 'agt.policy.evaluate', id: 2, parent: 1, start: 10, end: 20 },
      { 'agt.policy.action': action, 'agt.policy.stage': 'pre_tool', 'agt.policy.rule': 'no-delete', ...more },
    );
  const approval = (outcome: string) =>
    span(
      { name: 'agt.approval.request', id: 3, parent: 1, start: 30, end: 40 },
      { 'agt.approval.outcome': outcome, 'agt.approval.approver': 'ada', 'agt.policy.rule': 'no-delete' },
    );

  it.each([
    ['allow', ['allowed']],
    ['log', ['allowed']],
    ['warn', ['allowed']],
    ['deny', ['disallowed']],
    ['require_approval', ['permission-required']],
    ['unknown', []],
  ])('%s, of a policy, of a decision of earlier versions, and of the audit', (action, expected) => {
    expect(decisions(evaluate(action))).toEqual(expected);
    const legacy = { 'policy.decision': action.toUpperCase(), 'policy.reason': 'why' };
    expect(decisions(span({ name: 'mesh.governance.policy_decision' }, legacy))).toEqual(expected);
    const audit = { 'event.name': 'audit_entry', 'event.domain': 'agent_os.governance', 'agt.audit.decision': action };
    expect(decisions(log(1, { ...audit, 'agt.audit.action': 'web_search' }))).toEqual(expected);
  });

  it.each([
    ['approved', ['permission-required granted']],
    ['rejected', ['permission-required refused']],
    ['unknown', ['permission-required']],
  ])('an approval that was %s', (outcome, expected) => {
    expect(decisions(approval(outcome))).toEqual(expected);
  });

  it('decides the call in whose span it was asked, though it names none; the status says nothing (trap 1)', () => {
    expect(story([tool(), evaluate('deny')])).toEqual(['disallowed A1 !host/delete_file']);
    expect(JSON.stringify(events([tool(), evaluate('deny')]))).not.toContain('walrus');
    expect(events([tool(), evaluate('allow')])[0]).toMatchObject({ decision: 'allowed', reason: 'no-delete' });
  });

  it('makes one decision of a rule that asks and the approval', () => {
    expect(story([tool(), evaluate('require_approval'), approval('approved')])).toEqual([
      'permission-required A1 !host/delete_file',
      'tool-invocation A1 !host/delete_file',
    ]);
    expect(story([tool(), evaluate('require_approval'), approval('rejected')])).toEqual([
      'permission-required A1 !host/delete_file',
    ]);
  });

  it('names the action in the audit, and who acted', () => {
    const record = log(1, {
      'event.name': 'audit_entry',
      'event.domain': 'agent_os.governance',
      'agt.agent.id': 'agent-1',
      'agt.audit.action': 'web_search',
      'agt.audit.decision': 'deny',
      'agt.audit.reason': 'not on the list',
    });
    expect(events([record])[0]).toMatchObject({ tool: 'web_search', server: '!host', reason: 'not on the list' });
    expect(convert([record])[0]?.parties).toEqual([{ type: 'bot', name: 'agent-1', uuid: 'agent-1' }]);
  });

  it('leaves out other stages than that before a tool', () => {
    const { signals, remarks } = mapped(evaluate('deny', { 'agt.policy.stage': 'output' }));
    expect([signals, remarks.map(({ code }) => code)]).toEqual([[], ['skipped']]);
  });
});

describe('AgentCore', () => {
  const mode = 'aws.agentcore.gateway.policy.mode';
  const decided = (decision: string, more: Attributes = {}) => ({
    'aws.agentcore.policy.authorization_decision': decision,
    'aws.agentcore.policy.authorization_reason': 'policy 7',
    ...more,
  });
  const authorize = (decision: string, more: Attributes = {}) =>
    span({ name: 'AgentCore.Policy.AuthorizeAction', id: 2, parent: 1, start: 10, end: 20 }, decided(decision, more));
  const invoke = (more: Attributes = {}, error?: string) =>
    span(
      {
        name: 'AgentCore.Gateway.InvokeTool',
        id: 1,
        start: 0,
        end: 100,
        ...(error === undefined ? {} : { error }),
        more: { kind: 'server' },
      },
      { 'tool.name': 'files___delete_file', 'session.id': 'session-1', ...more },
    );

  it.each([
    ['ALLOW', { [mode]: 'ENFORCE' }, ['allowed']],
    ['ALLOW', { [mode]: 'LOG_ONLY' }, ['allowed']],
    ['DENY', { [mode]: 'ENFORCE' }, ['disallowed']],
    ['DENY', { [mode]: 'LOG_ONLY' }, []],
    ['DENY', {}, ['disallowed presumed']],
  ])('%s with %o', (decision, more, expected) => {
    expect(decisions(authorize(decision, more))).toEqual(expected);
    expect(decisions(invoke(decided(decision, more)))).toEqual(expected);
  });

  it('decides the call of the span around, once', () => {
    const denied = [invoke(decided('DENY', { [mode]: 'ENFORCE' }), 'denied'), authorize('DENY', { [mode]: 'ENFORCE' })];
    expect(story(denied)).toEqual(['disallowed A1 !host/files___delete_file']);
    expect(events(denied)[0]).toMatchObject({ reason: 'policy 7' });
    expect(story([invoke(), authorize('ALLOW')])).toEqual([
      'allowed A1 !host/files___delete_file',
      'tool-invocation A1 !host/files___delete_file',
      'tool-result A1',
    ]);
  });

  it('carries a refusal out only in the mode that enforces', () => {
    const denied = { [mode]: 'LOG_ONLY' };
    expect(story([invoke(decided('DENY', denied)), authorize('DENY', denied)])).toEqual([
      'tool-invocation A1 !host/files___delete_file',
      'tool-result A1',
    ]);
  });

  it('is the tool’s side of a call: with the agent’s side it is no operation of its own', () => {
    const client = tool('files___delete_file', { id: 9 });
    const below = { ...invoke(), parentSpanId: client.spanId };
    expect(new Set(events([client, below]).map(({ operation_id: id }) => id)).size).toBe(1);
  });

  it('takes no decision from a list of tools', () => {
    const listing = span(
      { name: 'AgentCore.Policy.PartiallyAuthorizeActions' },
      decided('DENY', { [mode]: 'ENFORCE' }),
    );
    expect(decisions(listing)).toEqual([]);
  });
});

describe('agentgateway', () => {
  const GATEWAY = { scope: { name: 'agentgateway' } };
  const names = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'delete_file', 'mcp.target': 'files' };
  const outbound = (more: Attributes = {}, error?: string) =>
    span(
      {
        name: 'tools/call',
        id: 2,
        parent: 1,
        start: 20,
        end: 80,
        ...(error === undefined ? {} : { error }),
        more: GATEWAY,
      },
      { ...names, ...more },
    );
  const access = (more: Attributes = {}) =>
    log(90, { ...names, duration: '70ms', ...more }, { scope: { name: 'agentgateway.access' } });

  it('sees the call of the client around, and knows its server', () => {
    expect(story([tool(), outbound()])).toEqual(['tool-invocation A1 files/delete_file', 'tool-result A1']);
  });

  it('refuses with a message', () => {
    const refused = 'authorization denied';
    expect(decisions(outbound({}, refused))).toEqual(['disallowed']);
    expect(decisions(access({ 'mcp.error.message': refused, 'mcp.error.code': -32000 }))).toEqual(['disallowed']);
    expect(story([tool(), outbound({}, refused)])).toEqual(['disallowed A1 files/delete_file']);
    const guardrail = span({
      name: '/agentgateway.dev.ext_mcp.ExtMcp/CheckRequest',
      id: 3,
      parent: 2,
      start: 30,
      end: 40,
      error: refused,
      more: GATEWAY,
    });
    expect(story([tool(), outbound({}, 'failed'), guardrail])).toEqual(['disallowed A1 files/delete_file']);
  });

  it('makes an operation of an access log alone; of the outcome only an error is told', () => {
    expect(story([access()])).toEqual(['tool-invocation A1 files/delete_file']);
    expect(events([access()])[0]).toMatchObject({ time: '2026-11-30T09:00:00.02Z' });
    expect(story([access({ 'mcp.error.code': -32602, 'mcp.error.message': 'unknown tool' })])).toEqual([
      'tool-invocation A1 files/delete_file',
      'tool-error A1',
    ]);
  });

  it('puts the access log to the call it is about', () => {
    expect(story([tool(), outbound(), access()])).toEqual(['tool-invocation A1 files/delete_file', 'tool-result A1']);
  });
});
