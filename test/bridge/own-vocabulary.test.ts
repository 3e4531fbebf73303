import { describe, expect, it } from 'vitest';
import type { Attributes, LogRecord, SpanEvent, SpanRecord } from '../../src/telemetry/index.js';
import { at, convert, events, log, span } from '../mapping/emitters/support.js';

/** The run of an agent on which an application recorded these events. */
function run(...happened: readonly SpanEvent[]): SpanRecord {
  return span(
    { name: 'invoke_agent planner', id: 1, end: 9000, more: { events: happened } },
    { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'planner' },
  );
}

const parameters = (values: Attributes): Attributes =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`vcon.event.${name}`, value]));

const said = (type: string, millis: number, values: Attributes): SpanEvent => ({
  name: `vcon.${type}`,
  time: at(millis),
  attributes: parameters(values),
});

const CALL = { operation_id: 'o1', attempt: 1, server: 'files', tool: 'read' };

/** The one event that a tool-invocation with these parameters gives. */
const invocation = (values: Attributes) => events([run(said('tool_invocation', 10, { ...CALL, ...values }))])[0];

describe('events of our own vocabulary', () => {
  it('do not say what, where and when an event is: that is known', () => {
    const forged = { type: 'x', time: 'never', sessions: 9, party: 9, dialog: 9, attachment: 9, x_note: 'kept' };
    expect(invocation(forged)).toEqual({
      type: 'tool-invocation',
      time: '2026-11-30T09:00:00.01Z',
      sessions: 0,
      party: 0,
      ...CALL,
      x_note: 'kept',
    });
  });

  it('number attempts from 1', () => {
    for (const attempt of [0, -1, 1.5, 'x']) expect(invocation({ attempt })).toMatchObject({ attempt: 1 });
    expect(invocation({ attempt: '2' })).toMatchObject({ attempt: 2 });
  });

  it('have content in the form of its encoding, else as it is', () => {
    expect(invocation({ body: '{"a":1}', encoding: 'json' })).toMatchObject({
      encoding: 'json',
      mediatype: 'application/json',
      body: { a: 1 },
    });
    expect(invocation({ body: '+/8=', encoding: 'base64url', mediatype: 'image/png' })).toMatchObject({
      encoding: 'base64url',
      mediatype: 'image/png',
      body: '-_8',
    });
    expect(invocation({ body: 'no bytes!', encoding: 'base64url' })).toMatchObject({
      encoding: 'none',
      mediatype: 'text/plain',
      body: 'no bytes!',
    });
  });

  it('refer to content elsewhere by https and a hash only, and not beside a body', () => {
    const reference = { url: 'https://example.com/a', content_hash: 'sha512-abc' };
    expect(invocation(reference)).toMatchObject(reference);
    expect(invocation({ ...reference, body: 'here', encoding: 'none' })).toMatchObject({ body: 'here' });
    expect(invocation({ ...reference, body: 'here', encoding: 'none' })).not.toHaveProperty('url');
    for (const wrong of [{ url: 'http://example.com/a' }, { content_hash: 'sha-512:abc' }, { content_hash: '' }]) {
      const event = invocation({ ...reference, ...wrong });
      for (const name of ['url', 'content_hash', 'encoding', 'body']) expect(event).not.toHaveProperty(name);
    }
  });

  it('count once when they are there as span events and as log records', () => {
    const decided = { ...CALL, decision: 'allowed', policy_life: 'once' };
    const result = { operation_id: 'o1', attempt: 1, body: 'ok', encoding: 'none' };
    const happened = [
      said('policy_decision', 5, decided),
      said('tool_invocation', 10, CALL),
      said('tool_progress', 20, result),
      said('tool_result', 30, result),
    ];
    const logs = happened.map(
      ({ name, time, attributes }): LogRecord =>
        log(0, attributes, { eventName: name, on: 1, ...(time === undefined ? {} : { time }) }),
    );
    const told = events([run(...happened), ...logs]);
    expect(told.map(({ type }) => type)).toEqual([
      'policy-decision',
      'tool-invocation',
      'tool-progress',
      'tool-result',
    ]);
    expect(convert([run(...happened)])[0]?.events).toEqual(told);
  });

  it('of one time about several tools are several', () => {
    const standing = (tool: string) =>
      said('policy_decision', 5, { server: 'files', tool, decision: 'allowed', policy_life: 'standing' });
    expect(events([run(standing('read'), standing('write'))])).toHaveLength(2);
  });
});
