import { describe, expect, it } from 'vitest';
import { batch, call, completed, READ, record, WEATHER } from './gemini-records.js';
import { decisions, events, mapped, story } from './support.js';

describe('Gemini CLI decisions', () => {
  it.each([
    ['accept', ['allowed']],
    ['auto_accept', ['permission-required standing']],
    ['modify', ['permission-required granted']],
    ['reject', ['permission-required refused']],
    [null, []],
  ])('%s, of a record (trap 14: accept does not show that somebody was asked)', (decision, expected) => {
    expect(decisions(record({ decision }))).toEqual(expected);
  });

  it.each([
    ['proceed_once', ['allowed']],
    ['proceed_always', ['permission-required standing']],
    ['proceed_always_tool', ['permission-required standing']],
    ['proceed_always_and_save', ['permission-required standing']],
    ['proceed_always_server', ['permission-required granted', 'allowed standing']],
    ['modify_with_editor', ['permission-required granted']],
    ['cancel', ['permission-required refused']],
    [undefined, []],
  ])('%s, of a span', (outcome, expected) => {
    const status = outcome === 'cancel' ? 'cancelled' : 'success';
    const done = completed(WEATHER, { status, ...(outcome === undefined ? {} : { outcome }) });
    expect(decisions(batch(done))).toEqual(expected);
  });

  it('grants all tools of a server', () => {
    const done = completed(WEATHER, { status: 'success', output: 'sunny', outcome: 'proceed_always_server' });
    expect(story([batch(done), call(WEATHER, done)])).toEqual([
      'permission-required A1 weather/get_weather',
      'allowed standing weather/*',
      'tool-invocation A1 weather/get_weather',
      'tool-result A1',
    ]);
  });

  it('takes a violated policy for a refusal by rule, once, told by span and record or by either', () => {
    const error = 'Tool execution denied by policy. policy: no walrus';
    const refused = { error, error_type: 'policy_violation', success: false };
    const spans = [batch(completed(READ, { status: 'error', error, errorType: 'policy_violation' }))];
    for (const records of [[...spans, record(refused)], spans, [record(refused)]]) {
      expect(story(records)).toEqual(['disallowed A1 !host/read_file']);
      expect(events(records)[0]).toMatchObject({ reason: 'policy: no walrus' });
      expect(JSON.stringify(events(records))).not.toContain('a.txt');
    }
  });

  it('takes a violated policy on the span of a call for the refusal, and for no call (trap 2)', () => {
    const error = 'Tool execution denied by policy. policy: no walrus';
    const refused = completed(READ, { status: 'error', error, errorType: 'policy_violation' });
    expect(mapped(call(READ, refused)).signals.map(({ kind }) => kind)).toEqual(['decision']);
    for (const records of [[batch(refused), call(READ, refused)], [call(READ, refused)]]) {
      expect(story(records)).toEqual(['disallowed A1 !host/read_file']);
      expect(events(records)[0]).toMatchObject({ reason: 'policy: no walrus', operation_id: 'r1' });
      expect(JSON.stringify(events(records))).not.toContain('a.txt');
    }
    const other = completed(WEATHER, { status: 'error', error, errorType: 'policy_violation' });
    expect(story([call(WEATHER, other)])).toEqual(['disallowed A1 weather/get_weather']);
  });

  it('takes what a person cancelled for refused', () => {
    const done = completed(READ, { status: 'cancelled', outcome: 'cancel', error: 'User did not allow tool call' });
    const told = record({ decision: 'reject', success: false });
    for (const records of [[batch(done), told], [batch(done)], [told]])
      expect(story(records)).toEqual(['permission-required A1 !host/read_file']);
  });
});
