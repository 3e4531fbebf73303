import { describe, expect, it } from 'vitest';
import type { TelemetryRecord } from '../../../src/telemetry/index.js';
import { fixture } from '../records.js';
import { batch, type Completed, call, completed, READ, record, SCOPE, WEATHER } from './gemini-records.js';
import { convert, events, log, mapped, span, story } from './support.js';

describe('Gemini CLI calls', () => {
  it.each<[string, Completed, string]>([
    ['success', { status: 'success', output: 'hello' }, 'tool-result'],
    ['a failure of the tool', { status: 'error', error: 'no file', errorType: 'file_not_found' }, 'tool-failure'],
    ['isError', { status: 'error', error: 'declined', errorType: 'mcp_tool_error' }, 'tool-failure'],
    ['an error of no type', { status: 'error', error: 'boom' }, 'tool-failure'],
    ['arguments that are wrong', { status: 'error', error: 'bad', errorType: 'invalid_tool_params' }, 'tool-error'],
    ['a call that was stopped', { status: 'cancelled', error: 'aborted' }, 'tool-cancel'],
  ])('%s: the status is OK all the same (trap 1)', (_, done, expected) => {
    expect(story([call(READ, completed(READ, done))])).toEqual([
      'tool-invocation A1 !host/read_file',
      `${expected} A1`,
    ]);
  });

  it('record what the model was given, and the error', () => {
    const all = events([call(READ, completed(READ, { status: 'success', output: 'hello' }))]);
    expect(all.map(({ body }) => body)).toEqual([READ.args, { output: 'hello' }]);
    const failed = completed(READ, { status: 'error', error: 'no file', errorType: 'file_not_found' });
    expect(events([call(READ, failed)])[1]).toMatchObject({
      body: { 'error.type': 'file_not_found', message: 'no file' },
    });
  });

  it.each([
    ['success', 'tool-result'],
    ['error', 'tool-failure'],
    ['cancelled', 'tool-cancel'],
  ])('with cut content: the beginning tells the status %s, the record the arguments (trap 6)', (status, expected) => {
    const cut = `{"status":"${status}","request":{"callId":"r1"...[TRUNCATED: original length 99999]`;
    const [invocation, outcome] = events([call(READ, cut)]);
    expect(invocation).toMatchObject({ type: 'tool-invocation', tool: 'read_file' });
    expect(outcome?.type).toBe(expected);
  });

  it('without contents say nothing of the outcome', () => {
    expect(story([call(READ)])).toEqual(['tool-invocation A1 !host/read_file']);
    expect(story([call(READ), record({})])).toEqual(['tool-invocation A1 !host/read_file', 'tool-result A1']);
  });

  it('of tools that do not exist have no span of their own', () => {
    const error = 'Tool "read_file" not found.';
    const unknown = batch(completed(READ, { status: 'error', error, errorType: 'tool_not_registered' }));
    const told = record({ success: false, error, error_type: 'tool_not_registered' });
    for (const records of [[unknown, told], [unknown], [told]])
      expect(story(records)).toEqual(['tool-invocation A1 !host/read_file', 'tool-error A1']);
  });

  it('are told by records alone; the server’s name is taken off the tool', () => {
    const weather = { function_name: 'mcp_weather_get_weather', mcp_server_name: 'weather', tool_type: 'mcp' };
    const records = [record({ ...weather, decision: 'accept', success: false, error: 'declined' })];
    expect(story(records)).toEqual([
      'allowed A1 weather/get_weather',
      'tool-invocation A1 weather/get_weather',
      'tool-failure A1',
    ]);
  });

  it('of a record that tells neither success nor error have no outcome', () => {
    expect(story([record({ success: false, decision: 'accept' })])).toEqual([
      'allowed A1 !host/read_file',
      'tool-invocation A1 !host/read_file',
    ]);
  });

  it('are one in span and record although records have no call id (traps 3, 5, 10)', () => {
    const other = { ...READ, callId: 'r2' };
    const done = completed(other, { status: 'success', output: 'two', outcome: 'proceed_once' });
    const spans = [
      span({ name: 'schedule_tool_calls', id: 7, more: SCOPE }, { 'gen_ai.operation.name': 'schedule_tool_calls' }),
      call(READ, completed(READ, { status: 'success', output: 'one' }), { id: 8, parent: 7 }),
      batch(done),
      call(other, done),
    ];
    const all = events([...spans, record({ decision: 'accept' })]);
    expect(all.filter(({ type }) => type === 'tool-invocation')).toHaveLength(2);
    const decided = all.filter(({ type }) => type === 'policy-decision').map(({ operation_id: id }) => id);
    expect(decided).toEqual(['r2']);
  });

  it('of records without a trace go to their conversation (trap 10)', () => {
    const { traceId: _, spanId: __, ...alone } = record({});
    const done = completed(READ, { status: 'success', output: 'one' });
    expect(story([alone])).toEqual(['tool-invocation A1 !host/read_file', 'tool-result A1']);
    expect(story([call(READ, done), alone])).toEqual(['tool-invocation A1 !host/read_file', 'tool-result A1']);
  });

  it('are told once: operations on files repeat them', () => {
    const { signals, remarks } = mapped(log(1, { 'event.name': 'gemini_cli.file_operation', tool_name: 'read_file' }));
    expect([signals, remarks]).toEqual([[], []]);
  });
});

describe('the server of a call of Gemini CLI', () => {
  const weather = { function_name: 'mcp_weather_get_weather', mcp_server_name: 'weather', tool_type: 'mcp' };
  const wrong = completed(WEATHER, { status: 'error', error: 'bad', errorType: 'invalid_tool_params' });
  const once = completed(WEATHER, { status: 'success', output: 'sunny', outcome: 'proceed_once' });

  it.each<[string, TelemetryRecord, readonly string[]]>([
    ['on its span', call(WEATHER, once), ['invocation', 'result']],
    ['where it was decided', batch(once), ['decision']],
    ['where it was an error', batch(wrong), ['invocation', 'error']],
    ['in a record', record({ ...weather, decision: 'accept' }), ['decision', 'invocation', 'result']],
  ])('is taken from the name that is shown, or as it is named: %s', (_, teller, kinds) => {
    const told = mapped(teller).signals.map(({ kind, call: { tool, server } }) => ({ kind, tool, server }));
    expect(told).toEqual(kinds.map((kind) => ({ kind, tool: 'get_weather', server: { name: 'weather' } })));
  });

  it('is not told of tools of the host', () => {
    const done = completed(READ, { status: 'success', output: 'hello', outcome: 'proceed_once' });
    for (const teller of [call(READ, done), batch(done), record({ decision: 'accept' })])
      expect(new Set(mapped(teller).signals.map(({ call: { server } }) => server))).toEqual(new Set([undefined]));
  });
});

describe('the trace of Gemini CLI', () => {
  it.each(['gemini-cli.otlp.json', 'gemini-cli.logs.otlp.json'])(
    '%s: two runs with the same call ids are two conversations (trap 4)',
    (file) => {
      const vcons = convert(fixture(`traces/${file}`));
      const operations = vcons.map(({ events: all }) => new Set(all?.map(({ operation_id: id }) => id)).size);
      expect(operations).toEqual([7, 7]);
    },
  );
});
