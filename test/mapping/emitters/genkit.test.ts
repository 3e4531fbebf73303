import { describe, expect, it } from 'vitest';
import type { Attributes, SpanRecord } from '../../../src/telemetry/index.js';
import { convert, events, mapped, type SpanOptions, span, story } from './support.js';

const scope = { name: 'genkit-tracer' };
const [FIRST, SECOND, THIRD] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [string, string, string];
const INPUT = { path: '/a' };

interface Place {
  readonly trace?: string;
  readonly start?: number;
  readonly error?: string | true;
}

function genkit(options: SpanOptions, { trace = FIRST, error }: Place, attributes: Attributes): SpanRecord {
  const more = { traceId: trace, scope, ...options.more };
  return span({ ...options, ...(error === undefined ? {} : { error }), more }, attributes);
}

/** The generate span around a run, and the model's span that asks for the calls. */
function generate(place: Place, asked: readonly unknown[], input: unknown = {}): SpanRecord[] {
  const { start = 0 } = place;
  const message = { role: 'model', content: asked.map((toolRequest) => ({ toolRequest })) };
  return [
    genkit({ name: 'generate', id: 1, start, end: start + 900 }, place, {
      'genkit:type': 'util',
      'genkit:input': JSON.stringify(input),
    }),
    genkit({ name: 'mock/model', id: 2, parent: 1, start: start + 10, end: start + 50 }, place, {
      'genkit:type': 'action',
      'genkit:metadata:subtype': 'model',
      'genkit:output': JSON.stringify({ message }),
    }),
  ];
}

function tool(id: number, place: Place, attributes: Attributes = {}): SpanRecord {
  const { start = 0 } = place;
  return genkit({ name: 'delete_file', id, parent: 1, start: start + 100 * id, end: start + 100 * id + 50 }, place, {
    'genkit:type': 'action',
    'genkit:metadata:subtype': 'tool',
    'genkit:key': '/tool/delete_file',
    'genkit:name': 'delete_file',
    'genkit:input': JSON.stringify(INPUT),
    'genkit:state': place.error === undefined ? 'success' : 'error',
    ...attributes,
  });
}

const ask = (ref?: string) => ({ name: 'delete_file', input: INPUT, ...(ref === undefined ? {} : { ref }) });
const done = { 'genkit:output': '{"done":true}' };
const asks = { 'genkit:metadata:interrupt': '{"question":"Sure?"}' };
const answered = { 'genkit:metadata:resumed': '{"approved":true}' };
const interrupted = (id: number, place: Place) => tool(id, { ...place, error: true }, asks);
const restarted = (id: number, place: Place) => tool(id, place, { ...answered, ...done });

describe('Genkit', () => {
  it('gives calls the refs of the model, equal calls one each (trap 5)', () => {
    const records = [...generate({}, [ask('a'), ask('b')]), tool(3, {}, done), tool(4, {}, done)];
    const ids = events(records).map(({ type, operation_id }) => `${type} ${operation_id}`);
    expect(ids).toEqual(['tool-invocation a', 'tool-result a', 'tool-invocation b', 'tool-result b']);
  });

  it('keeps equal calls apart where the model gives no refs', () => {
    expect(story([...generate({}, [ask(), ask()]), tool(3, {}, done), tool(4, {}, done)])).toEqual([
      'tool-invocation A1 !host/delete_file',
      'tool-result A1',
      'tool-invocation B1 !host/delete_file',
      'tool-result B1',
    ]);
  });

  it('tells a tool that throws from one that interrupts (trap 1)', () => {
    const exception = { name: 'exception', time: undefined, attributes: { 'exception.type': 'Error' } };
    const failed = genkit(
      { name: 'x', id: 3, more: { events: [exception] } },
      { error: 'card declined' },
      { 'genkit:metadata:subtype': 'tool', 'genkit:name': 'x', 'genkit:state': 'error' },
    );
    expect(events([failed])[1]).toMatchObject({ type: 'tool-failure', body: { message: 'card declined' } });
    const [, question] = events([interrupted(3, {})]);
    expect(question).toMatchObject({ type: 'tool-input', body: { question: 'Sure?' } });
  });

  it('takes an interrupt without metadata as a question without content', () => {
    const exception = { name: 'exception', time: undefined, attributes: { 'exception.type': 'ToolInterruptError' } };
    const record = { ...tool(3, { error: true }), events: [exception] };
    expect(mapped(record).signals.map(({ kind, content }) => [kind, content?.value])).toEqual([
      ['invocation', '{"path":"/a"}'],
      ['input', undefined],
    ]);
  });

  const RESUMED = ['tool-invocation A1 !host/delete_file', 'tool-input A1', 'tool-input-response A1', 'tool-result A1'];

  it('joins a restarted call to the one that asked, in another trace, by its ref (trap 4)', () => {
    const restart = { resume: { restart: [{ toolRequest: ask('a') }] } };
    const first = [...generate({}, [ask('a')]), interrupted(3, {})];
    const place = { trace: SECOND, start: 2000 };
    const second = [...generate(place, [], restart), restarted(3, place)];
    expect(story([...first, ...second])).toEqual(RESUMED);
    expect(events([...first, ...second])[2]).toMatchObject({ operation_id: 'a', body: { approved: true } });
  });

  it('joins a call that asks twice', () => {
    const restart = { resume: { restart: [{ toolRequest: ask('a') }] } };
    const again = { trace: SECOND, start: 2000, error: true as const };
    const last = { trace: THIRD, start: 4000 };
    const records = [
      ...[...generate({}, [ask('a')]), interrupted(3, {})],
      ...[...generate({ trace: SECOND, start: 2000 }, [], restart), tool(3, again, { ...answered, ...asks })],
      ...[...generate(last, [], restart), restarted(3, last)],
    ];
    expect(story(records)).toEqual([
      ...RESUMED.slice(0, 3),
      'tool-input A1',
      'tool-input-response A1',
      'tool-result A1',
    ]);
  });

  it('joins a restarted call without a ref when just one such call waits', () => {
    const place = { trace: SECOND, start: 2000 };
    expect(story([interrupted(3, {}), restarted(3, place)])).toEqual(RESUMED);
    const other = { trace: THIRD, start: 1000 };
    const ambiguous = convert([interrupted(3, {}), interrupted(3, other), restarted(3, place)]);
    expect(ambiguous).toHaveLength(3);
  });

  it('takes what the application responds as the answer', () => {
    const toolResponse = { name: 'delete_file', ref: 'a', output: { declined: true } };
    const place = { trace: SECOND, start: 2000 };
    const records = [
      ...[...generate({}, [ask('a')]), interrupted(3, {})],
      ...generate(place, [], { resume: { respond: [{ toolResponse }] } }),
    ];
    expect(story(records)).toEqual(RESUMED.slice(0, 3));
    expect(events(records)[2]).toMatchObject({ body: { declined: true } });
  });

  it('makes nothing of a generate span that ends with an error (rejected arguments)', () => {
    const record = genkit({ name: 'generate' }, { error: 'INVALID_ARGUMENT: x' }, { 'genkit:type': 'util' });
    expect(convert([record])).toEqual([]);
  });
});
