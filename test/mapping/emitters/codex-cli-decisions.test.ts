import { describe, expect, it } from 'vitest';
import { decision, result } from './codex-records.js';
import { decisions, events, mapped, story } from './support.js';

describe('Codex decisions', () => {
  const grants = ['approved', 'approved_with_network_policy_allow'];
  const standing = [
    'approved_for_session',
    'approved_with_amendment',
    'approved_execpolicy_amendment',
    'approved_mcp_policy_amendment',
  ];
  const refusals = ['denied', 'denied_with_network_policy_deny', 'timed_out', 'abort'];

  it.each(['Config', 'config', 'AutomatedReviewer', 'automated_reviewer'])('of %s are those of a policy', (source) => {
    for (const value of [...grants, ...standing])
      expect(decisions(decision(1, 'c1', value, source))).toEqual(['allowed']);
    for (const value of refusals) expect(decisions(decision(1, 'c1', value, source))).toEqual(['disallowed']);
  });

  it.each(['User', 'user'])('of %s are those of a person', (source) => {
    for (const value of grants)
      expect(decisions(decision(1, 'c1', value, source))).toEqual(['permission-required granted']);
    for (const value of standing)
      expect(decisions(decision(1, 'c1', value, source))).toEqual(['permission-required standing']);
    for (const value of refusals)
      expect(decisions(decision(1, 'c1', value, source))).toEqual(['permission-required refused']);
  });

  it('says when a value or a source is new', () => {
    for (const record of [decision(1, 'c1', 'approved', 'Oracle'), decision(1, 'c1', 'perhaps', 'User')])
      expect(mapped(record).remarks.map(({ code }) => code)).toEqual(['unknown-decision']);
  });

  it('writes a session grant once: its later uses are logged like the grant and are covered by it', () => {
    const records = ['c1', 'c2'].flatMap((id, index) => [
      decision(index * 1000 + 100, id, 'approved_for_session', 'User'),
      result(index * 1000 + 300, id),
    ]);
    expect(story(records)).toEqual([
      'permission-required A1 !host/exec_command',
      'allowed standing !host/exec_command',
      'tool-invocation A1 !host/exec_command',
      'tool-result A1',
      'tool-invocation B1 !host/exec_command',
      'tool-result B1',
    ]);
  });

  it('records a decline as a decision alone, though it has a result record (trap 2)', () => {
    const output = 'exec_command failed: CreateProcess { message: "Rejected(\\"rejected by user\\")" }';
    const declined = result(300, 'c1', { success: 'false', output, arguments: '{"cmd":"rm walrus"}' });
    for (const records of [[decision(100, 'c1', 'denied', 'User'), declined], [declined]]) {
      expect(story(records)).toEqual(['permission-required A1 !host/exec_command']);
      expect(JSON.stringify(events(records))).not.toContain('walrus');
    }
  });

  it.each([
    ['user rejected MCP tool call', 'permission-required'],
    ['user cancelled MCP tool call', 'permission-required'],
    ['exec_command failed: CreateProcess { message: "Rejected(\\"blocked by policy\\")" }', 'disallowed'],
    ['Command blocked by PreToolUse hook: no', 'disallowed'],
  ])('reads a refusal from the output "%s" where no decision was recorded', (output, expected) => {
    expect(story([result(300, 'c1', { success: 'false', output })])).toEqual([`${expected} A1 !host/exec_command`]);
  });
});
