import { describe, expect, it } from 'vitest';
import type { AnyValue, Attributes } from '../../../src/telemetry/index.js';
import { at, decisions, events, log, mapped, type SpanOptions, span, story } from './support.js';

const OPENCODE = { scope: { name: 'opencode' }, resource: { attributes: { 'service.name': 'opencode' } } };

function own(options: SpanOptions, attributes: Attributes = {}) {
  return span({ ...options, more: { ...OPENCODE, ...options.more } }, { 'session.id': 'session-1', ...attributes });
}

function toolCall(attributes: Attributes = {}, options: Partial<SpanOptions> = {}) {
  return own(
    { name: 'ai.toolCall', id: 1, start: 0, end: 900, ...options },
    {
      'ai.operationId': 'ai.toolCall',
      'ai.toolCall.name': 'bash',
      'ai.toolCall.id': 'c1',
      'ai.toolCall.args': '{"command":"rm walrus"}',
      ...attributes,
    },
  );
}

function execute(attributes: Attributes = {}, options: Partial<SpanOptions> = {}) {
  return own(
    { name: 'Tool.execute', id: 2, parent: 1, start: 50, end: 850, ...options },
    { 'tool.name': 'bash', 'tool.call_id': 'c1', ...attributes },
  );
}

function ask(error?: string, message = 'no') {
  const exception = { 'exception.type': error ?? '', 'exception.message': message };
  return own({
    name: 'Permission.ask',
    id: 3,
    parent: 2,
    start: 60,
    end: 100,
    ...(error === undefined
      ? {}
      : { error: message, more: { events: [{ name: 'exception', time: at(100), attributes: exception }] } }),
  });
}

function evaluated(...rest: AnyValue[]) {
  return log(70, {}, { ...OPENCODE, on: 3, body: ['evaluated', ...rest] });
}

const failed = { error: 'refused' };

describe('OpenCode decisions', () => {
  it.each([
    [undefined, ['allowed']],
    ['PermissionDeniedError', ['disallowed']],
    ['PermissionRejectedError', ['permission-required refused']],
    ['PermissionCorrectedError', ['permission-required refused']],
    ['TypeError', []],
  ])('of a span Permission.ask with %s', (error, expected) => {
    expect(decisions(ask(error))).toEqual(expected);
  });

  it.each([
    ['allow', ['allowed']],
    ['deny', ['disallowed']],
    ['ask', ['permission-required']],
  ])('of a record whose body is a list that ends in %s', (action, expected) => {
    expect(decisions(evaluated('bash', 'rm *', action))).toEqual(expected);
  });

  it('belong to the call around: neither span nor record names it', () => {
    const allowed = [toolCall({ 'ai.toolCall.result': '{}' }), execute(), ask(), evaluated('bash', 'rm *', 'allow')];
    expect(story(allowed)).toEqual(['allowed A1 !host/bash', 'tool-invocation A1 !host/bash', 'tool-result A1']);
    expect(events(allowed)[0]).toMatchObject({ operation_id: 'c1' });
  });

  it('of a person are known by the record that a rule left it to one', () => {
    const asked = [toolCall({ 'ai.toolCall.result': '{}' }), execute(), ask(), evaluated('bash', 'rm *', 'ask')];
    expect(story(asked)).toEqual([
      'permission-required A1 !host/bash',
      'tool-invocation A1 !host/bash',
      'tool-result A1',
    ]);
  });

  it.each([
    ['PermissionDeniedError', 'disallowed'],
    ['PermissionRejectedError', 'permission-required'],
    ['PermissionCorrectedError', 'permission-required'],
  ])('with %s leave nothing of the two spans of the call (trap 2)', (error, expected) => {
    const refused = [toolCall({}, failed), execute({}, failed), ask(error, 'use another way')];
    expect(story(refused)).toEqual([`${expected} A1 !host/bash`]);
    expect(events(refused)[0]).toMatchObject({ reason: 'use another way' });
    expect(JSON.stringify(events(refused))).not.toContain('walrus');
  });
});

describe('OpenCode calls', () => {
  it('have two spans and are one operation with the contents of the richer one (trap 3)', () => {
    const result = '{"title":"ls","metadata":{"exit":3},"output":"no such file"}';
    const all = events([toolCall({ 'ai.toolCall.result': result }), execute()]);
    expect(all.map(({ type, body }) => [type, body])).toEqual([
      ['tool-invocation', { command: 'rm walrus' }],
      ['tool-result', { title: 'ls', metadata: { exit: 3 }, output: 'no such file' }],
    ]);
  });

  it('are told by the inner span alone where the outer one is missing', () => {
    expect(story([execute()])).toEqual(['tool-invocation A1 !host/bash', 'tool-result A1']);
    expect(events([execute()])[0]).toMatchObject({ operation_id: 'c1' });
  });

  it('that fail do so on both spans', () => {
    const exception = { 'exception.type': 'Error', 'exception.message': 'boom' };
    const error = { error: 'boom', more: { events: [{ name: 'exception', time: at(1), attributes: exception }] } };
    expect(story([toolCall({}, error), execute({}, error)])).toEqual([
      'tool-invocation A1 !host/bash',
      'tool-failure A1',
    ]);
  });

  it('of the tool "invalid" are errors of the tool that was meant, under status OK (trap 1)', () => {
    const args = '{"tool":"no_such_tool","error":"Model tried to call unavailable tool"}';
    const all = events([
      toolCall({ 'ai.toolCall.name': 'invalid', 'ai.toolCall.args': args, 'ai.toolCall.result': '{"output":"x"}' }),
      execute({ 'tool.name': 'invalid' }),
    ]);
    expect(all).toMatchObject([
      { type: 'tool-invocation', tool: 'no_such_tool' },
      { type: 'tool-error', body: { message: 'Model tried to call unavailable tool' } },
    ]);
    expect(all[0]).not.toHaveProperty('body');
  });

  it('are taken before the mapping of the AI SDK takes them (trap 11)', () => {
    expect(mapped(toolCall()).emitter).toBe('opencode');
    expect(mapped(span({ name: 'ai.toolCall' }, { 'ai.operationId': 'ai.toolCall' })).emitter).toBe('vercel-ai');
  });
});
