import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertTelemetry } from '../../../src/convert/index.js';
import { checkMappingFile } from '../../../src/mapping/check.js';
import { builtinMapper, compileMappings, type Mapper, suggestMapping } from '../../../src/mapping/index.js';
import type { MappingFile } from '../../../src/mapping/mapping-file.js';
import type { Attributes, SpanRecord, TelemetryRecord } from '../../../src/telemetry/index.js';
import type { VconEvent } from '../../../src/vcon/index.js';
import { fixture, logWith, spanWith } from '../records.js';

/** A mapping that replaces a built-in one and knows nothing. */
function hidden(id: string): unknown {
  return { id, title: id, status: 'unconfirmed', shows: [], order: 900, match: { '@scope': 'none' }, rules: [] };
}

/** The draft for records, read from the JSON that a user would save. */
function draft(records: readonly TelemetryRecord[], mapper: Mapper = builtinMapper()): MappingFile {
  const { mapping } = suggestMapping(records, mapper);
  if (mapping === undefined) throw new Error('nothing was suggested');
  return checkMappingFile(JSON.parse(JSON.stringify(mapping)), 'draft');
}

async function eventsWith(records: readonly TelemetryRecord[], mappings: readonly unknown[]): Promise<VconEvent[]> {
  const { vcons } = await convertTelemetry(records, { mappings, createdAt: 0 });
  return vcons.flatMap(({ events = [] }) => events);
}

/** What the draft for records makes of them while the mapping of their emitter is hidden. */
async function suggested(records: readonly TelemetryRecord[], id: string): Promise<VconEvent[]> {
  const mapping = draft(records, compileMappings([hidden(id)]));
  return eventsWith(records, [hidden(id), mapping]);
}

/** [type, tool, content] of events, without what is told of errors. */
function brief(events: readonly VconEvent[]): unknown[] {
  return events.map(({ type, tool, body }) => (type === 'tool-failure' ? [type] : [type, tool, body]));
}

let spans = 0;
/** A span of the made-up emitter acme, with ids of its own. */
function acme(name: string, attributes: Attributes, members: Partial<SpanRecord> = {}): SpanRecord {
  spans += 1;
  return spanWith({
    spanId: spans.toString(16).padStart(16, '0'),
    name,
    attributes,
    scope: { name: 'acme' },
    ...members,
  });
}

describe('a draft for an emitter whose mapping is hidden', () => {
  it('Genkit: the calls of every trace, their results and failures', async () => {
    const path = { path: '/etc/passwd' };
    const told = brief(await suggested(fixture('traces/genkit.otlp.json'), 'genkit'));
    expect(told.filter((event) => (event as string[])[0] !== 'tool-input')).toEqual([
      ['tool-invocation', 'get_weather', { city: 'Lisbon' }],
      ['tool-result', undefined, { city: 'Lisbon', celsius: 21 }],
      ['tool-invocation', 'charge_card', { amount: 42 }],
      ['tool-failure'],
      ['tool-invocation', 'delete_file', path],
      ['tool-invocation', 'delete_file', path],
      ['tool-result', undefined, { declined: true }],
      ['tool-invocation', 'delete_file', path],
      ['tool-invocation', 'delete_file', path],
      ['tool-result', undefined, { deleted: '/etc/passwd' }],
      ['tool-invocation', 'delete_file', path],
    ]);
  });

  it('Langfuse: all that its own mapping makes', async () => {
    const records = fixture('traces/langfuse-sdk.otlp.json');
    const own = (await convertTelemetry(records, { createdAt: 0 })).vcons.flatMap(({ events = [] }) => events);
    expect(own).toHaveLength(6);
    expect(await suggested(records, 'langfuse')).toEqual(own);
  });

  it('VoltAgent: the arguments and not the schema, the result, the agent and the conversation', async () => {
    const base = {
      'entity.type': 'agent',
      'entity.id': 'agent-1',
      'entity.name': 'helper',
      'conversation.id': 'conv-7',
    };
    const call = (id: string, args: string, more: Attributes): Attributes => ({
      ...base,
      'span.type': 'tool',
      'tool.name': 'get_weather',
      'tool.call.id': id,
      'tool.parameters': '{"type":"object","properties":{"city":{"type":"string"}}}',
      input: args,
      ...more,
    });
    const volt = { scope: { name: '@voltagent/core' } };
    const records = [
      acme('helper', { ...base, 'span.type': 'agent', input: 'what is the weather?' }, volt),
      acme('tool.execution:get_weather', call('c1', '{"city":"Oslo"}', { output: '{"celsius":3}' }), volt),
      acme('tool.execution:get_weather', call('c2', '{"city":"Rome"}', { 'error.message': 'no such city' }), {
        ...volt,
        status: { code: 'error', message: 'no such city' },
      }),
    ];
    const events = await suggested(records, 'voltagent');
    const of = (id: string) => events.filter(({ operation_id: own }) => own === id);
    expect(events).toHaveLength(4);
    expect(of('c1')).toMatchObject([
      { type: 'tool-invocation', tool: 'get_weather', body: { city: 'Oslo' } },
      { type: 'tool-result', body: { celsius: 3 } },
    ]);
    expect(of('c2')).toMatchObject([
      { type: 'tool-invocation', tool: 'get_weather', body: { city: 'Rome' } },
      { type: 'tool-failure', body: { message: 'no such city' } },
    ]);
    const mapping = draft(records, compileMappings([hidden('voltagent')]));
    expect(mapping.context).toEqual({
      agent: {
        id: { when: { 'entity.type': 'agent' }, from: 'entity.id' },
        name: { when: { 'entity.type': 'agent' }, from: 'entity.name' },
        run: { 'span.type': 'agent' },
      },
      conversation: 'conversation.id',
    });
  });

  it('Claude Code: calls that are told by log records alone, and no event of the decisions before somebody fills them in', async () => {
    const records = fixture('traces/claude-code.logs.otlp.json');
    const mapping = draft(records, compileMappings([hidden('claude-code')]));
    const events = await eventsWith(records, [hidden('claude-code'), mapping]);
    expect(new Set(events.map(({ type }) => type))).toEqual(
      new Set(['tool-invocation', 'tool-result', 'tool-failure']),
    );
    const decision = mapping.rules.find(({ id }) => id === 'decision');
    expect(decision?.emit?.[0]?.decision).toEqual([
      { when: { decision: 'accept' }, decision: 'none' },
      { when: { decision: 'reject' }, decision: 'none' },
    ]);
  });
});

describe('what is recognised', () => {
  const args = { 'acme.tool.input': '{"a":1}' };

  it('names of spans with a fixed part', async () => {
    const records = [acme('call_tool lookup', { 'acme.output': 'found' }), acme('call_tool search', {})];
    const mapping = draft(records);
    expect(mapping.rules[0]).toMatchObject({ when: { '@name': { prefix: 'call_tool ' } } });
    const events = await eventsWith(records, [mapping]);
    const tools = events.filter(({ type }) => type === 'tool-invocation').map((event) => event['tool']);
    expect(tools).toEqual(['lookup', 'search']);
  });

  it('content in span events', async () => {
    const event = { name: 'acme.data', time: undefined, attributes: { tool_arguments: '{"a":1}' } };
    const records = [acme('acme.tool', { 'acme.tool.name': 'sum' }, { events: [event] })];
    const [invocation] = await eventsWith(records, [draft(records)]);
    expect(invocation).toMatchObject({ tool: 'sum', body: { a: 1 } });
  });

  it('only the plain kind of several that speak of tools', () => {
    const records = ['tool', 'tool.execution', 'llm'].map((kind) => acme('x', { 'acme.kind': kind }));
    expect(draft(records).rules[0]?.when).toEqual({ 'acme.kind': 'tool' });
  });

  it('a failure that only an attribute tells', async () => {
    const records = [acme('sum', { 'acme.type': 'tool', 'acme.success': false, 'acme.error': 'overflow', ...args })];
    expect(brief(await eventsWith(records, [draft(records)]))).toEqual([
      ['tool-invocation', 'sum', { a: 1 }],
      ['tool-failure'],
    ]);
  });

  it('calls among the records of a scope that another mapping knows, which keeps the others', async () => {
    const known = acme('execute_tool ls', { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'ls' });
    const records = [known, acme('sum', { 'acme.type': 'tool', ...args })];
    const mapping = draft(records);
    expect(mapping.match).toEqual({ '@scope': 'acme', any: [{ 'acme.type': 'tool' }] });
    const events = await eventsWith(records, [mapping]);
    expect(
      events
        .map((event) => event['tool'])
        .filter((tool) => tool !== undefined)
        .sort(),
    ).toEqual(['ls', 'sum']);
  });

  it('calls without a scope', () => {
    const records = [acme('sum', { 'acme.type': 'tool', ...args }, { scope: { name: '' } })];
    expect(draft(records)).toMatchObject({ id: 'draft', match: { any: [{ 'acme.type': 'tool' }] } });
  });

  it('the emitter with most calls, and says of which others there are some', () => {
    const other = { scope: { name: 'other' } };
    const records = [
      acme('a', { 'o.type': 'tool' }, other),
      acme('b', { 'acme.type': 'tool' }),
      acme('c', { 'acme.type': 'tool' }),
    ];
    const { mapping, notes } = suggestMapping(records);
    expect(mapping?.match).toEqual({ '@scope': 'acme' });
    expect(notes.filter((note) => note.includes('the scope other'))).toHaveLength(1);
  });
});

describe('decisions', () => {
  const decided = (decision: string) =>
    acme('rm', { 'acme.type': 'tool', 'acme.decision': decision, input: '{"a":1}' });

  it('are listed for filling in; a call that looks refused gets no invocation', async () => {
    const records = [decided('auto-approve'), decided('user_reject')];
    const { notes } = suggestMapping(records);
    expect(notes.filter((note) => note.includes('FILL IN'))).toEqual([
      expect.stringContaining('acme.decision means (auto-approve, user_reject)'),
    ]);
    const events = await eventsWith(records, [draft(records)]);
    expect(events.map(({ type, span_id }) => [type, span_id])).toEqual([
      ['tool-invocation', (records[0] as SpanRecord).spanId],
    ]);
  });

  it('become events once they are filled in', async () => {
    const records = [decided('auto-approve'), decided('user_reject')];
    const text = JSON.stringify(draft(records))
      .replace(
        '{"acme.decision":"auto-approve"},"decision":"none"',
        '{"acme.decision":"auto-approve"},"decision":"allowed"',
      )
      .replace(
        '{"acme.decision":"user_reject"},"decision":"none"',
        '{"acme.decision":"user_reject"},"decision":"disallowed"',
      );
    const events = await eventsWith(records, [JSON.parse(text)]);
    const decisions = events.filter(({ type }) => type === 'policy-decision');
    expect(decisions.map((event) => [event['tool'], event['decision']])).toEqual([
      ['rm', 'allowed'],
      ['rm', 'disallowed'],
    ]);
  });

  it('are found on span events and log records too', () => {
    const attributes = { verdict: 'allow', tool_name: 'rm' };
    const event = { name: 'policy', time: undefined, attributes };
    const onEvent = draft([acme('agent', {}, { events: [event] })]);
    expect(onEvent.rules).toMatchObject([
      { on: 'span-event', emit: [{ kind: 'decision', call: { tool: 'tool_name' } }] },
    ]);
    const onLog = draft([logWith({ eventName: 'acme.verdict', attributes, scope: { name: 'acme' } })]);
    expect(onLog.rules).toMatchObject([{ id: 'decision', on: 'log', call: { tool: 'tool_name' } }]);
  });
});

describe('what a draft holds', () => {
  it('no value that could be content or a secret', () => {
    const secret = 'swordfish';
    const records = [1, 2, 3].map((index) =>
      acme(`${secret}-${index}`, {
        'acme.type': 'tool',
        'acme.tool.name': `${secret}${index}`,
        'acme.input': `{"q":"${secret}"}`,
        'acme.output': secret,
        'acme.approved_by': secret,
        'acme.decision': `${secret} ${index} times`,
        'acme.status': secret,
        'acme.operation': secret,
        'session.id': secret,
      }),
    );
    expect(JSON.stringify(suggestMapping(records))).not.toContain(secret);
  });

  it('nothing when no record looks like a call', () => {
    const http = acme('GET', { 'http.request.method': 'GET', 'code.function.name': 'handle', 'app.type': 'tools' });
    const { mapping, notes } = suggestMapping([http]);
    expect(mapping).toBeUndefined();
    expect(notes).toEqual(['no record that is not known yet looks like a call of a tool']);
  });

  it('nothing of records that a mapping knows', () => {
    expect(suggestMapping(fixture('traces/genkit.otlp.json')).mapping).toBeUndefined();
  });

  it('always a valid mapping, the same for the same records in any order', () => {
    const key = fc.oneof(
      fc.constantFrom(
        'tool',
        'span.type',
        'a.decision',
        'all',
        '@name',
        '/a',
        'x#/y',
        'tool.name',
        'call.id',
        '__proto__',
      ),
      fc.string(),
    );
    const value = fc.oneof(
      fc.constantFrom('tool', 'agent', 'reject', '{"a":1}'),
      fc.string(),
      fc.boolean(),
      fc.integer(),
    );
    const attributes = fc.array(fc.tuple(key, value), { maxLength: 6 }).map((pairs) => Object.fromEntries(pairs));
    const name = fc.oneof(fc.constantFrom('tool x', 'acme.tool_call', 'run_tool a:b'), fc.string());
    const record = fc
      .tuple(fc.boolean(), name, attributes, attributes, fc.constantFrom('', 'acme', 'genkit-tracer'))
      .map(
        ([isSpan, named, own, ofEvent, scope]): TelemetryRecord =>
          isSpan
            ? acme(named, own, {
                scope: { name: scope },
                events: [{ name: named, time: undefined, attributes: ofEvent }],
              })
            : logWith({ eventName: named, attributes: own, body: ofEvent, scope: { name: scope } }),
      );
    fc.assert(
      fc.property(fc.array(record, { maxLength: 8 }), (records) => {
        const suggestion = suggestMapping(records);
        if (suggestion.mapping !== undefined) draft(records);
        expect(suggestMapping([...records].reverse())).toEqual(suggestion);
      }),
      { numRuns: 500 },
    );
  });
});
