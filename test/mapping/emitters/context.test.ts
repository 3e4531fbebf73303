import { describe, expect, it } from 'vitest';
import type { Attributes, SpanRecord, TelemetryRecord } from '../../../src/telemetry/index.js';
import { log, mapped, span } from './support.js';

// Who acts, and in which conversation, in each emitter's own words.

const scope = (name: string): Partial<SpanRecord> => ({ scope: { name } });
const service = (name: string): Partial<SpanRecord> => ({ resource: { attributes: { 'service.name': name } } });
const on = (attributes: Attributes, more: Partial<SpanRecord> = {}, name = 'x') => span({ name, more }, attributes);

const GENAI = { 'gen_ai.operation.name': 'execute_tool' };
const LANGCHAIN = scope('@arizeai/openinference-instrumentation-langchain');
const AGENTS = scope('@arizeai/openinference-instrumentation-openai-agents');
const CLAUDE = scope('@arizeai/openinference-instrumentation-claude-agent-sdk');
const KIND = { 'openinference.span.kind': 'CHAIN' };
const TRACELOOP = 'traceloop.association.properties';

const NAMED: readonly (readonly [
  emitter: string,
  record: (attributes: Attributes) => SpanRecord,
  keys: readonly string[],
])[] = [
  ['agentgateway', (a) => on({ ...GENAI, ...a }, service('agentgateway')), ['gen_ai.conversation.id', 'session.id']],
  ['agents-a365', (a) => on({ ...GENAI, ...a }, scope('Agent365Sdk')), ['microsoft.session.id']],
  [
    'anthropic-sdk',
    (a) => on(a, scope('com.anthropic.sdk.tools')),
    ['anthropic.session.id', 'anthropic.session.thread.id'],
  ],
  ['claude-code', (a) => on(a, {}, 'claude_code.tool'), ['session.id', 'gen_ai.conversation.id']],
  ['codex-cli', (a) => on(a, scope('codex_cli_rs')), ['conversation.id', 'session.id']],
  ['copilot-cli', (a) => on(a, scope('github.copilot')), ['gen_ai.conversation.id', 'session.id']],
  [
    'crewai',
    (a) => on(a, scope('openinference.instrumentation.crewai')),
    ['session.id', `${TRACELOOP}.conversation_id`, `${TRACELOOP}.session_id`],
  ],
  ['gemini-cli', (a) => on(a, scope('gemini-cli')), ['gen_ai.conversation.id', 'session.id']],
  ['google-adk', (a) => on(a, scope('gcp.vertex.agent')), ['gen_ai.conversation.id', 'gcp.vertex.agent.session_id']],
  ['langfuse', (a) => on(a, scope('langfuse-sdk')), ['session.id', 'langfuse.session.id']],
  [
    'langsmith',
    (a) => on(a, scope('langsmith')),
    ['langsmith.metadata.thread_id', 'langsmith.metadata.session_id', 'langsmith.metadata.conversation_id'],
  ],
  [
    'mastra',
    (a) => on({ 'mastra.span.type': 'tool_call', ...a }),
    ['mastra.metadata.threadId', 'mastra.metadata.sessionId', 'gen_ai.conversation.id'],
  ],
  ['mcp', (a) => on({ 'mcp.method.name': 'tools/call', ...a }), ['gen_ai.conversation.id', 'session.id']],
  ['opencode', (a) => on(a, scope('opencode')), ['session.id', 'ai.telemetry.metadata.sessionId']],
  ['openinference', (a) => on({ ...KIND, ...a }), ['session.id']],
  ['openinference-claude-agent-sdk', (a) => on({ ...KIND, ...a }, CLAUDE), ['session.id']],
  ['openinference-langchain', (a) => on({ ...KIND, ...a }, LANGCHAIN), ['session.id']],
  ['openinference-openai-agents', (a) => on({ ...KIND, ...a }, AGENTS), ['session.id']],
  ['otel-genai', (a) => on({ ...GENAI, ...a }), ['gen_ai.conversation.id', 'session.id']],
  ['strands', (a) => on({ 'agent_loop.cycle_id': '1', ...a }), ['session.id', 'gen_ai.conversation.id']],
  ...(
    [
      ['traceloop', '@traceloop/instrumentation-anthropic'],
      ['traceloop-langchain', '@traceloop/instrumentation-langchain'],
      ['traceloop-mcp', '@traceloop/instrumentation-mcp'],
      ['traceloop-openai-agents', 'opentelemetry.instrumentation.openai_agents'],
    ] as const
  ).map(
    ([emitter, name]) =>
      [
        emitter,
        (a: Attributes) => on({ 'traceloop.span.kind': 'tool', ...a }, scope(name)),
        ['conversation_id', 'thread_id', 'session_id'].map((key) => `${TRACELOOP}.${key}`),
      ] as const,
  ),
  [
    'vercel-ai',
    (a) => on({ 'ai.operationId': 'ai.toolCall', ...a }),
    [
      'session.id',
      ...['conversationId', 'threadId', 'chatId', 'sessionId'].map((key) => `ai.telemetry.metadata.${key}`),
    ],
  ],
  [
    'vercel-ai-v7',
    (a) => on({ ...GENAI, ...a }, scope('gen_ai')),
    ['conversationId', 'threadId', 'chatId', 'sessionId'].map((key) => `ai.settings.context.${key}`),
  ],
  ['voltagent', (a) => on(a, scope('@voltagent/core')), ['conversation.id', 'gen_ai.conversation.id']],
  ['vscode-copilot', (a) => on(a, scope('copilot-chat')), ['gen_ai.conversation.id', 'copilot_chat.chat_session_id']],
];

describe('the conversation', () => {
  it.each(NAMED.flatMap(([emitter, record, keys]) => keys.map((key) => [emitter, key, record] as const)))(
    'of %s is named by %s',
    (emitter, key, record) => {
      const { emitter: taker, span: facts } = mapped(record({ [key]: 'conversation-7' }));
      expect([taker, facts?.conversation]).toEqual([emitter, 'conversation-7']);
    },
  );

  it.each([
    ['openinference', {}],
    ['openinference-langchain', LANGCHAIN],
  ] as const)('of %s may be the thread of LangGraph, in the JSON text of metadata', (emitter, more) => {
    const { emitter: taker, span: facts } = mapped(on({ ...KIND, metadata: '{"thread_id":"thread-7"}' }, more));
    expect([taker, facts?.conversation]).toEqual([emitter, 'thread-7']);
  });

  it('of Cline is the task, of Claude Code, Codex and Gemini CLI the session of a record', () => {
    const of = (record: TelemetryRecord) => mapped(record).signals.map(({ conversation }) => conversation);
    expect(of(log(1, { 'event.name': 'task.tool_used', ulid: 't', tool: 'read', autoApproved: true }))).toContain('t');
    const claude = { 'event.name': 'tool_decision', tool_name: 'Bash', decision: 'accept', source: 'config' };
    expect(of(log(1, { ...claude, 'session.id': 's' }, { body: 'claude_code.tool_decision' }))).toEqual(['s']);
    const codex = { 'event.name': 'codex.tool_decision', tool_name: 'shell', call_id: 'c', decision: 'approved' };
    expect(of(log(1, { ...codex, source: 'User', 'conversation.id': 's' }))).toEqual(['s']);
    const gemini = { 'event.name': 'gemini_cli.tool_call', function_name: 'read', success: true, decision: 'accept' };
    expect(new Set(of(log(1, { ...gemini, 'session.id': 's', duration_ms: 5 })))).toEqual(new Set(['s']));
  });
});

describe('the agent', () => {
  const agent = { 'openinference.span.kind': 'AGENT' };
  it.each<[string, SpanRecord, object, boolean]>([
    ['agent-governance-toolkit', on({ 'agt.agent.id': 'a' }, {}, 'agt.policy.evaluate'), { id: 'a' }, false],
    ['claude-code', on({ agent_id: 'a' }, {}, 'claude_code.tool'), { id: 'a' }, false],
    ['codex-cli', on({ agent_name: 'helper' }, scope('codex_cli_rs')), { name: 'helper' }, false],
    ['copilot-cli', on({}, scope('github.copilot'), 'invoke_agent helper'), { name: 'helper' }, false],
    [
      'crewai',
      on({ ...agent, 'graph.node.id': 'helper' }, scope('openinference.instrumentation.crewai')),
      { name: 'helper' },
      true,
    ],
    ['langfuse', on({ 'langfuse.observation.type': 'agent' }, {}, 'helper'), { name: 'helper' }, true],
    ['langsmith', on({ 'langsmith.metadata.lc_agent_name': 'helper' }, scope('langsmith')), { name: 'helper' }, false],
    ['mastra', on({ 'mastra.span.type': 'agent_run', 'gen_ai.agent.name': 'helper' }), { name: 'helper' }, true],
    ['openinference', on({ ...agent, 'agent.name': 'helper' }), { name: 'helper' }, true],
    ['openinference-claude-agent-sdk', on(agent, CLAUDE, 'helper'), { name: 'helper' }, true],
    [
      'openinference-langchain',
      on({ ...KIND, metadata: '{"lc_agent_name":"helper"}' }, LANGCHAIN),
      { name: 'helper' },
      false,
    ],
    ['openinference-langchain', on(agent, LANGCHAIN, 'helper'), { name: 'helper' }, true],
    ['openinference-openai-agents', on({ ...agent, 'graph.node.id': 'helper' }, AGENTS), { name: 'helper' }, true],
    [
      'otel-genai',
      on({ 'gen_ai.operation.name': 'invoke_agent' }, {}, 'invoke_agent helper'),
      { name: 'helper' },
      true,
    ],
    ['pydantic-ai', on({ agent_name: 'helper' }, scope('pydantic-ai'), 'agent run'), { name: 'helper' }, true],
    ['traceloop', on({ 'traceloop.span.kind': 'agent', 'traceloop.entity.name': 'helper' }), { name: 'helper' }, true],
    [
      'vercel-ai',
      on({ 'ai.operationId': 'ai.generateText', 'ai.telemetry.functionId': 'helper' }),
      { name: 'helper' },
      true,
    ],
    [
      'voltagent',
      on({ 'entity.type': 'agent', 'span.type': 'agent', 'entity.id': 'a', 'entity.name': 'helper' }),
      { id: 'a', name: 'helper' },
      true,
    ],
    ['vscode-copilot', on({}, scope('copilot-chat'), 'invoke_agent helper'), { name: 'helper' }, false],
  ])('of %s', (emitter, record, expected, isRun) => {
    const { emitter: taker, span: facts } = mapped(record);
    expect([taker, facts?.agent, facts?.agentRun === true]).toEqual([emitter, expected, isRun]);
  });

  it('of Codex that is the root of all is not named', () => {
    expect(mapped(on({ agent_name: '/root' }, scope('codex_cli_rs'))).span?.agent).toBeUndefined();
  });
});
