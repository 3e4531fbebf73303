import { describe, expect, it } from 'vitest';
import { builtinMapper, type Signal } from '../../src/mapping/index.js';
import { fixture } from './records.js';

/** What a signal says, in one line. The right lines follow from the scenario of each trace (traces/*.expect.json). */
function line({ kind, call, decision }: Signal): string {
  const what = decision === undefined ? [] : [decision.decision, decision.answer, decision.presumed && 'presumed'];
  return [kind, call.tool, call.callId, ...what].filter(Boolean).join(' ');
}

function signalsOf(path: string): readonly Signal[] {
  const mapper = builtinMapper();
  return fixture(path).flatMap((record) => mapper.map(record).signals);
}

function lines(path: string): readonly string[] {
  return signalsOf(path).map(line).sort();
}

function content(path: string, kind: string, tool: string): unknown {
  return signalsOf(path).find((signal) => signal.kind === kind && signal.call.tool === tool)?.content?.value;
}

const V6_CALLS = [
  'cancel wait_long call_abort',
  'decision delete_file call_approved permission-required granted',
  'decision delete_file call_denied disallowed refused presumed',
  'decision delete_file call_denied permission-required refused',
  'failure charge_card call_fail',
  'invocation charge_card call_fail',
  'invocation delete_file call_approved',
  'invocation get_weather call_ok',
  'invocation slow_count call_prog',
  'invocation wait_long call_abort',
  'result delete_file call_approved',
  'result get_weather call_ok',
  'result slow_count call_prog',
];

describe('Vercel AI SDK', () => {
  it('6: approvals in the prompt of the next run, an abort', () => {
    expect(lines('traces/vercel-ai-sdk-v6.otlp.json')).toEqual(V6_CALLS);
  });

  it('6 with OpenInference: errors copied onto calls that returned do not count', () => {
    expect(lines('traces/vercel-ai-sdk-v6-openinference.otlp.json')).toEqual(V6_CALLS);
  });

  it('7: approvals without ids, a refusal by configuration', () => {
    expect(lines('traces/vercel-ai-sdk-v7.otlp.json')).toEqual([
      'decision delete_file call_approved permission-required',
      'decision delete_file call_denied disallowed refused presumed',
      'decision delete_file call_denied permission-required',
      'decision send_email call_policy disallowed refused presumed',
      'failure charge_card call_fail',
      'invocation charge_card call_fail',
      'invocation delete_file call_approved',
      'invocation get_weather call_ok',
      'result delete_file call_approved',
      'result get_weather call_ok',
    ]);
  });

  it('records the arguments of no call that was refused', () => {
    const signals = signalsOf('traces/vercel-ai-sdk-v7.otlp.json');
    expect(JSON.stringify(signals)).not.toContain('a@example.com');
  });
});

describe('MCP SDK by Traceloop', () => {
  const trace = 'traces/mcp-sdk-traceloop.otlp.json';

  it('tells timeout, abort and isError apart, and the questions of a tool', () => {
    expect(lines(trace)).toEqual([
      'cancel slow',
      'failure charge_card',
      'failure nope',
      'input',
      'input-response',
      'invocation book_table',
      'invocation charge_card',
      'invocation get_weather',
      'invocation nope',
      'invocation slow',
      'invocation slow',
      'result book_table',
      'result get_weather',
      'timeout slow',
    ]);
    expect(content(trace, 'invocation', 'get_weather')).toEqual({ city: 'Lisbon' });
    expect(content(trace, 'failure', 'charge_card')).toBe('card declined');
  });

  it('announces the server', () => {
    const announced = fixture(trace)
      .map((record) => builtinMapper().map(record).span?.announces)
      .filter(Boolean);
    expect(announced).toEqual([{ name: 'weather-server' }]);
  });
});

describe('Mastra', () => {
  it('asks when a run is suspended, answers when it resumes; rejected arguments are an error', () => {
    expect(lines('traces/mastra-otel-exporter.otlp.json')).toEqual([
      'decision delete_file call_approved permission-required',
      'decision delete_file call_approved permission-required granted',
      'decision delete_file call_denied permission-required',
      'decision delete_file call_denied permission-required refused',
      'error get_weather call_bad',
      'failure charge_card call_fail',
      'invocation charge_card call_fail',
      'invocation delete_file call_approved',
      'invocation get_weather call_bad',
      'invocation get_weather call_ok',
      'result delete_file call_approved',
      'result get_weather call_ok',
    ]);
  });
});

describe('OpenAI Agents SDK by OpenInference', () => {
  it('takes a rejection as a decision, and the framework’s timeout as one', () => {
    expect(lines('traces/openai-agents-js-openinference.otlp.json')).toEqual([
      'decision delete_file call_denied permission-required refused',
      'failure charge_card',
      'failure charge_hard',
      'invocation charge_card',
      'invocation charge_hard',
      'invocation delete_file',
      'invocation get_weather',
      'invocation slow',
      'result delete_file',
      'result get_weather',
      'timeout slow',
    ]);
  });
});

describe('LangChain', () => {
  it('by OpenInference: an interrupt asks, a rejection refuses', () => {
    const trace = 'traces/langchain-openinference.otlp.json';
    expect(lines(trace)).toEqual([
      'decision delete_file call_approved permission-required',
      'decision delete_file call_denied permission-required',
      'decision delete_file call_denied permission-required refused',
      'decision delete_file call_edited permission-required',
      'failure charge_card',
      'invocation charge_card',
      'invocation delete_file call_approved',
      'invocation delete_file call_edited',
      'invocation get_weather call_ok',
      'result delete_file call_approved',
      'result delete_file call_edited',
      'result get_weather call_ok',
    ]);
    expect(content(trace, 'failure', 'charge_card')).toEqual({ message: 'card declined' });
    expect(content(trace, 'result', 'get_weather')).toBe('{"city":"Lisbon","celsius":21}');
  });

  it('by OpenInference: the tools node names the call of the failed tool below it', () => {
    const calls = fixture('traces/langchain-openinference.otlp.json').map(
      (record) => builtinMapper().map(record).span?.call,
    );
    expect(calls.find((call) => call?.callId === 'call_fail')?.tool).toBe('charge_card');
  });

  it('by Traceloop: names and arguments from inside the envelopes', () => {
    const trace = 'traces/langchain-traceloop.otlp.json';
    expect(lines(trace)).toEqual([
      'decision delete_file call_approved permission-required',
      'decision delete_file call_denied permission-required',
      'decision delete_file call_edited permission-required',
      'failure DynamicStructuredTool',
      'invocation DynamicStructuredTool',
      'invocation delete_file call_approved',
      'invocation delete_file call_edited',
      'invocation get_weather call_ok',
      'result delete_file call_approved',
      'result delete_file call_edited',
      'result get_weather call_ok',
    ]);
    expect(content(trace, 'invocation', 'get_weather')).toBe('{"city":"Lisbon"}');
  });
});

describe('Claude Code', () => {
  it('decides in log records', () => {
    expect(lines('cases/field/19-decisions/input.jsonl').filter((text) => text.startsWith('decision'))).toEqual([
      'decision Bash tu3 permission-required granted',
      'decision Bash tu4 disallowed refused',
      'decision Edit tu2 permission-required standing',
      'decision Edit tu5 allowed',
      'decision Read tu1 allowed',
    ]);
  });

  it('performs only calls that have an execution', () => {
    const logs = lines('traces/claude-code.logs.otlp.json');
    expect(logs).toEqual([
      'decision Bash toolu_mock_03 permission-required granted',
      'decision Bash toolu_mock_04 permission-required standing',
      'decision Bash toolu_mock_05 permission-required refused',
      'decision Bash toolu_mock_06 disallowed refused',
      'decision Bash toolu_mock_07 disallowed refused',
      'decision Bash toolu_mock_08 permission-required granted',
      'decision charge_card toolu_mock_02 permission-required granted',
      'decision get_weather toolu_mock_01 allowed',
      'failure Bash toolu_mock_08',
      'failure charge_card toolu_mock_02',
      'invocation Bash toolu_mock_03',
      'invocation Bash toolu_mock_04',
      'invocation Bash toolu_mock_08',
      'invocation charge_card toolu_mock_02',
      'invocation get_weather toolu_mock_01',
      'result Bash toolu_mock_03',
      'result Bash toolu_mock_04',
      'result get_weather toolu_mock_01',
    ]);
    const refused = ['toolu_mock_05', 'toolu_mock_06', 'toolu_mock_07'];
    const spans = signalsOf('traces/claude-code.otlp.json').map(({ call }) => call.callId);
    expect(spans.filter((id) => refused.includes(id ?? ''))).toEqual([]);
  });
});

describe('other vocabularies', () => {
  it('give one invocation and one result a call, and nothing for chat, retrieval and HTTP', () => {
    expect(lines('cases/field/29-vocabularies/input.json')).toEqual([
      'invocation oi_tool oi',
      'invocation seen_twice cm2',
      'invocation tl_tool',
      'invocation v4_tool v4',
      'invocation v5_tool v5',
      'result oi_tool oi',
      'result seen_twice cm2',
      'result tl_tool',
      'result v4_tool v4',
      'result v5_tool v5',
    ]);
  });
});
