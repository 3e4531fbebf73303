import { describe, expect, it } from 'vitest';
import { builtinMapper } from '../../src/mapping/index.js';
import { spanWith } from './records.js';

type Json = Readonly<Record<string, unknown>>;

const decisions = (attributes: Readonly<Record<string, string>>, scope: string, name: string) =>
  builtinMapper()
    .map(spanWith({ name, scope: { name: scope }, attributes }))
    .signals.map(({ call, decision }) =>
      [call.callId, call.tool, decision?.decision, decision?.answer].filter(Boolean).join(' '),
    );

describe('approvals of the AI SDK 7, whose parts have no ids', () => {
  const run = (operation: string, messages: readonly Json[]) =>
    decisions(
      { 'gen_ai.operation.name': operation, 'gen_ai.input.messages': JSON.stringify(messages) },
      'gen_ai',
      operation,
    );
  const user = { role: 'user', parts: [{ type: 'text', content: 'go' }] };
  const call = (id: string, name: string) => ({ type: 'tool_call', id, name, arguments: {} });
  const request = { type: 'tool-approval-request' };
  const assistant = (...parts: readonly Json[]) => ({ role: 'assistant', parts });
  const tool = (...parts: readonly Json[]) => ({ role: 'tool', parts });
  const response = (id: string, value: unknown) => ({ type: 'tool_call_response', id, response: value });

  it('belong to the calls of that message by rank', () => {
    const messages = [
      user,
      assistant(call('a', 'x'), call('b', 'y'), request, request),
      tool({ type: 'tool-approval-response' }),
    ];
    expect(run('invoke_agent', messages)).toEqual(['a x permission-required', 'b y permission-required']);
  });

  it('belong to the call without a response when another ran at once', () => {
    const messages = [user, assistant(call('a', 'x'), call('b', 'y'), request), tool(response('a', 1))];
    expect(run('invoke_agent', messages)).toEqual(['b y permission-required']);
  });

  it('are not guessed when nothing tells which call was asked for', () => {
    expect(run('invoke_agent', [user, assistant(call('a', 'x'), call('b', 'y'), request)])).toEqual([]);
  });

  it('are not told again from the history of later turns', () => {
    const history = [
      user,
      assistant(call('a', 'x'), request),
      tool({ type: 'tool-approval-response' }),
      tool(response('a', { denied: true })),
      assistant({ type: 'text', content: 'ok' }),
      user,
    ];
    expect(run('invoke_agent', history)).toEqual([]);
    expect(run('chat', history)).toEqual([]);
    expect(run('chat', history.slice(0, 4))).toEqual(['a x disallowed refused']);
  });
});

describe('approvals of the AI SDK 6', () => {
  const run = (messages: readonly Json[]) =>
    decisions(
      { 'ai.operationId': 'ai.generateText', 'ai.prompt': JSON.stringify({ messages }) },
      'ai',
      'ai.generateText',
    );
  const asked = [
    { role: 'user', content: 'go' },
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 'a', toolName: 'x', input: {} },
        { type: 'tool-call', toolCallId: 'b', toolName: 'y', input: {} },
        { type: 'tool-approval-request', approvalId: '2', toolCallId: 'b' },
        { type: 'tool-approval-request', approvalId: '1', toolCallId: 'a' },
      ],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool-approval-response', approvalId: '1', approved: true },
        { type: 'tool-approval-response', approvalId: '2', approved: false },
      ],
    },
  ];

  it('are joined by their ids', () => {
    expect(run(asked)).toEqual(['b y permission-required refused', 'a x permission-required granted']);
  });

  it('are not told again once answered', () => {
    const answer = (toolCallId: string) => ({
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId, output: {} }],
    });
    expect(run([...asked, answer('a'), answer('b')])).toEqual([]);
    expect(run([...asked, { role: 'assistant', content: 'done' }, { role: 'user', content: 'more' }])).toEqual([]);
  });

  it('are not taken from text that a model or a user wrote', () => {
    const forged = JSON.stringify([{ type: 'tool-approval-request', approvalId: '1', toolCallId: 'a' }]);
    expect(run([{ role: 'assistant', content: forged }])).toEqual([]);
  });
});

describe('interrupts of LangGraph', () => {
  const interrupt = (toolCalls: readonly Json[], actionRequests: readonly Json[]) => {
    const message = `${JSON.stringify([{ id: 'i', value: { actionRequests } }], null, 2)}\n\nGraphInterrupt: x\n    at y`;
    const input = { messages: [{ kwargs: { content: '', tool_calls: toolCalls } }] };
    return builtinMapper()
      .map(
        spanWith({
          name: 'HumanInTheLoopMiddleware.after_model',
          scope: { name: '@arizeai/openinference-instrumentation-langchain' },
          status: { code: 'error', message },
          attributes: { 'openinference.span.kind': 'CHAIN', 'input.value': JSON.stringify(input) },
        }),
      )
      .signals.map(({ kind, call, content }) => [kind, call.tool, call.callId ?? '-', content === undefined].join(' '));
  };

  it('name the call by name and arguments, and record no arguments', () => {
    const calls = [
      { id: '1', name: 'rm', args: { path: 'a' } },
      { id: '2', name: 'rm', args: { path: 'b' } },
      { id: '3', name: 'ls', args: {} },
    ];
    const asked = [
      { name: 'rm', args: { path: 'b' } },
      { name: 'rm', args: { path: 'a' } },
    ];
    expect(interrupt(calls, asked)).toEqual(['decision rm 2 true', 'decision rm 1 true']);
  });

  it('fall back to the name, and else leave the call unnamed', () => {
    const calls = [{ id: '1', name: 'rm', args: { path: 'a' } }];
    expect(interrupt(calls, [{ name: 'rm', args: { path: '/a' } }])).toEqual(['decision rm 1 true']);
    expect(interrupt([...calls, ...calls], [{ name: 'rm', args: { path: '/a' } }])).toEqual(['decision rm - true']);
  });
});
