import { describe, expect, it } from 'vitest';
import type { Attributes, SpanEvent, TelemetryRecord } from '../../../src/telemetry/index.js';
import { at, convert, decisions, events, log, mapped, type SpanOptions, span, story } from './support.js';

const call = (attributes: Attributes = {}, options: Partial<SpanOptions> = {}) =>
  span(
    { name: 'execute_tool rm', id: 2, start: 500, ...options },
    {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'rm',
      'gen_ai.tool.call.id': 'c1',
      ...attributes,
    },
  );

const event = (name: string, attributes: Attributes): SpanEvent => ({ name, time: at(600), attributes });

/** What was read of the proposals, and of which call. */
function calls(record: TelemetryRecord): readonly string[] {
  const told = mapped(record).signals.filter(({ emitter }) => emitter === 'otel-proposals');
  return told.map(({ rule, kind, call: { callId, tool } }) => [rule, kind, callId, tool].join(' '));
}

const RAN = ['tool-invocation A1 !host/rm', 'tool-result A1'];

describe('guardrails (proposals 427 and gen-ai-security)', () => {
  const guardrail = (attributes: Attributes, target: Attributes = { 'gen_ai.guardrail.target.subtype': 'tool_call' }) =>
    span(
      { name: 'run_guardrail g', id: 3, end: 100 },
      { 'gen_ai.operation.name': 'run_guardrail', 'gen_ai.guardrail.target.id': 'c1', ...target, ...attributes },
    );

  it.each([
    ['allow', 'allowed'],
    ['warn', 'allowed'],
    ['modify', 'allowed'],
    ['escalate', 'permission-required'],
    ['deny', 'disallowed refused'],
  ])('the verdict %s is %s', (verdict, decision) => {
    expect(decisions(guardrail({ 'gen_ai.guardrail.verdict.type': verdict }))).toEqual([decision]);
    const earlier = { 'gen_ai.security.target.type': 'tool_call', 'gen_ai.security.target.id': 'c1' };
    expect(decisions(guardrail({ 'gen_ai.security.verdict.type': verdict }, earlier))).toEqual([decision]);
  });

  it.each([
    ['allow', 'allowed'],
    ['modify', 'allowed'],
    ['escalate', 'permission-required'],
    ['block', 'disallowed refused'],
  ])('the action %s is %s, whatever the verdict', (action, decision) => {
    const record = guardrail({ 'gen_ai.guardrail.action.type': action, 'gen_ai.guardrail.verdict.type': 'deny' });
    expect(decisions(record)).toEqual([decision]);
  });

  it('belong to the call they name, with their reason', () => {
    const verdict = { 'gen_ai.guardrail.verdict.type': 'allow', 'gen_ai.guardrail.verdict.reason': 'known path' };
    const told = events([guardrail(verdict), call()]);
    expect(told).toMatchObject([{ decision: 'allowed', operation_id: 'c1', tool: 'rm', reason: 'known path' }, {}, {}]);
  });

  it.each<[string, Attributes]>([
    ['the id of their target', { 'gen_ai.guardrail.target.id': 'c7', 'gen_ai.tool.call.id': 'c8' }],
    ['the earlier name of it', { 'gen_ai.security.target.id': 'c7', 'gen_ai.tool.call.id': 'c8' }],
    ['the id of the call', { 'gen_ai.tool.call.id': 'c7' }],
  ])('know the call by %s', (_, id) => {
    const target = { 'gen_ai.guardrail.target.type': 'tool_call', 'gen_ai.guardrail.verdict.type': 'allow' };
    const attributes = { ...target, 'gen_ai.tool.name': 'rm', ...id };
    const run = span({ name: 'run_guardrail g' }, { 'gen_ai.operation.name': 'run_guardrail', ...attributes });
    for (const record of [run, log(0, attributes)]) expect(calls(record)).toEqual(['guardrail decision c7 rm']);
  });

  it('found within a call are about that call', () => {
    const finding = event('gen_ai.security.finding', { 'gen_ai.security.verdict.type': 'allow' });
    expect(calls(call({}, { more: { events: [finding] } }))).toContain('guardrail decision c1 rm');
  });

  it('found elsewhere are about the call that they name, else about that of their span', () => {
    const names = { 'gen_ai.tool.name': 'rm', 'gen_ai.tool.call.id': 'c7' };
    const verdict = { 'gen_ai.security.target.type': 'tool_call', 'gen_ai.security.verdict.type': 'allow' };
    const within = (own: Attributes, attributes: Attributes) =>
      span(
        { name: 'run_guardrail g', more: { events: [event('gen_ai.security.finding', { ...verdict, ...own })] } },
        { 'gen_ai.operation.name': 'run_guardrail', ...attributes },
      );
    const other = { 'gen_ai.tool.name': 'cp', 'gen_ai.tool.call.id': 'c8' };
    for (const record of [within(names, other), within(names, {}), within({}, names)])
      expect(calls(record)).toEqual(['guardrail decision c7 rm']);
  });

  it('that name no call decide nothing', () => {
    const target = { 'gen_ai.guardrail.target.type': 'tool_call', 'gen_ai.guardrail.verdict.type': 'deny' };
    const { signals, remarks } = mapped(log(0, target));
    expect(signals).toEqual([]);
    expect(remarks.map(({ code }) => code)).toContain('call-not-named');
  });

  it('about other things than calls decide nothing', () => {
    const target = { 'gen_ai.guardrail.target.type': 'llm_input' };
    expect(decisions(guardrail({ 'gen_ai.guardrail.verdict.type': 'deny' }, target))).toEqual([]);
  });

  it('whose value is not known are said so', () => {
    const { signals, remarks } = mapped(guardrail({ 'gen_ai.guardrail.verdict.type': 'maybe' }));
    expect(signals).toEqual([]);
    expect(remarks.map(({ code }) => code)).toContain('unknown-decision');
  });

  it('as events that forbid to read a verdict make nothing', () => {
    const result = event('gen_ai.guardrail.result', { 'gen_ai.guardrail.result.value': 'deny' });
    expect(story([call({}, { more: { events: [result] } })])).toEqual(RAN);
  });
});

describe.each([
  ['gen_ai.mcp.tool.approval.status', 'pending', 'permission-required'],
  ['gen_ai.mcp.tool.approval.status', 'approved', 'permission-required granted'],
  ['gen_ai.mcp.tool.approval.status', 'modified', 'permission-required granted'],
  ['gen_ai.mcp.tool.approval.status', 'rejected', 'permission-required refused'],
  ['gen_ai.tool.risk.decision', 'allow', 'allowed'],
  ['gen_ai.tool.risk.decision', 'deny', 'disallowed refused'],
  ['gen_ai.tool.risk.decision', 'approval_required', 'permission-required'],
  ['gen_ai.agent.tool.disposition', 'allow', 'allowed'],
  ['gen_ai.agent.tool.disposition', 'deny', 'disallowed refused'],
  ['gen_ai.agent.tool.disposition', 'simulate', undefined],
  ['agent.threat.detection.action', 'allow', 'allowed'],
  ['agent.threat.detection.action', 'warn', 'allowed'],
  ['agent.threat.detection.action', 'block', 'disallowed refused'],
  ['agent.threat.detection.action', 'ask', 'permission-required'],
])('%s %s', (key, value, decision) => {
  const expected = decision === undefined ? [] : [decision];

  it('is read on the span of a call and from a log record', () => {
    expect(decisions(call({ [key]: value }))).toEqual(expected);
    expect(decisions(log(0, { [key]: value, 'gen_ai.tool.name': 'rm' }))).toEqual(expected);
  });

  it('writes no tool events for a refused call, and its own for another', () => {
    const told = story([call({ [key]: value, 'gen_ai.tool.call.arguments': '{"path":"/secret"}' })]);
    const refused = decision?.endsWith('refused') === true;
    expect(told.some((line) => line.startsWith('tool-'))).toBe(!refused);
    expect(told.filter((line) => !line.startsWith('tool-'))).toHaveLength(expected.length);
  });
});

describe('a call that its own span says was refused', () => {
  it('has no tool events even when nothing was recorded of its contents', () => {
    expect(story([call({ 'gen_ai.tool.risk.decision': 'deny' })])).toEqual(['disallowed A1 !host/rm']);
  });
});

describe('what is told outside the span of a call', () => {
  const names = { 'gen_ai.tool.name': 'rm', 'gen_ai.tool.call.id': 'c7' };
  const within = (name: string, attributes: Attributes) =>
    span(
      { name: 'invoke_agent x', more: { events: [event(name, { ...names, ...attributes })] } },
      { 'gen_ai.operation.name': 'invoke_agent' },
    );

  it.each([
    ['approval', 'gen_ai.mcp.tool.approval.status', 'approved'],
    ['risk', 'gen_ai.tool.risk.decision', 'allow'],
    ['disposition', 'gen_ai.agent.tool.disposition', 'deny'],
    ['threat', 'agent.threat.detection.action', 'block'],
  ])('%s is about the call that it names', (rule, key, value) => {
    const attributes = { ...names, [key]: value };
    const run = span({ name: 'invoke_agent x' }, { 'gen_ai.operation.name': 'invoke_agent', ...attributes });
    for (const record of [log(0, attributes), run]) expect(calls(record)).toEqual([`${rule} decision c7 rm`]);
  });

  it('an approval may name the tool as MCP does', () => {
    const named = { 'mcp.tool.name': 'rm', 'gen_ai.tool.call.id': 'c7' };
    expect(calls(log(0, { ...named, 'gen_ai.mcp.tool.approval.status': 'approved' }))).toEqual([
      'approval decision c7 rm',
    ]);
  });

  it('a threat, a pause and its end that are events of a run are about the call that they name', () => {
    const threat = within('agent.threat.detection', { 'agent.threat.detection.action': 'block' });
    const paused = within('gen_ai.agent.paused', { 'gen_ai.agent.pause.reason': 'human_input' });
    const resumed = within('gen_ai.agent.resumed', { 'gen_ai.agent.pause.id': 'p1' });
    expect([threat, paused, resumed].flatMap(calls)).toEqual([
      'threat decision c7 rm',
      'paused input c7 rm',
      'resumed input-response c7 rm',
    ]);
  });

  it('the end of a pause may be a log record that says nothing of a reason', () => {
    const resumed = { ...names, 'gen_ai.agent.execution.id': 'e2' };
    expect(calls(log(0, resumed, { eventName: 'gen_ai.agent.resumed' }))).toEqual(['resumed input-response c7 rm']);
  });

  it('a question is answered by the call that asked, of two of one tool', () => {
    const asked = event('gen_ai.agent.paused', { ...names, 'gen_ai.agent.pause.reason': 'human_input' });
    const answered = event('gen_ai.agent.resumed', { ...names, 'gen_ai.agent.pause.id': 'p1' });
    const run = span(
      { name: 'invoke_agent x', id: 1, end: 2000, more: { events: [asked, { ...answered, time: at(700) }] } },
      { 'gen_ai.operation.name': 'invoke_agent' },
    );
    const [other, waits] = [
      call({}, { parent: 1 }),
      call({ 'gen_ai.tool.call.id': 'c7' }, { id: 4, parent: 1, start: 550 }),
    ];
    const told = events([run, other, waits]).filter(({ type }) => type.startsWith('tool-input'));
    expect(told.map(({ type, operation_id }) => [type, operation_id])).toEqual([
      ['tool-input', 'c7'],
      ['tool-input-response', 'c7'],
    ]);
  });
});

describe('pauses (proposal 445)', () => {
  const paused = (reason: string) => event('gen_ai.agent.paused', { 'gen_ai.agent.pause.reason': reason });

  it('on the span of a call are a question or a deferral', () => {
    const resumed = event('gen_ai.agent.resumed', { 'gen_ai.agent.execution.id': 'e' });
    expect(story([call({}, { more: { events: [paused('human_input'), resumed] } })])).toEqual([
      RAN[0],
      'tool-input A1',
      'tool-input-response A1',
      RAN[1],
    ]);
    expect(story([call({}, { more: { events: [paused('external_system')] } })])).toContain('tool-pending A1');
  });

  it('on other spans are about no call', () => {
    const run = { 'gen_ai.operation.name': 'invoke_agent' };
    expect(convert([span({ name: 'invoke_agent x', more: { events: [paused('human_input')] } }, run)])).toEqual([]);
  });
});

it('leaves records without its keys alone', () => {
  expect(mapped(call()).rules).toEqual(['execute-tool']);
});
