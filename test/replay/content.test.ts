import { describe, expect, it } from 'vitest';
import { vconToTelemetry } from '../../src/replay/index.js';
import type { SpanRecord } from '../../src/telemetry/index.js';
import { event, fixture, invocation, spanNamed, vconOf } from './vcons.js';

const ARGUMENTS = 'gen_ai.tool.call.arguments';
const RESULT = 'gen_ai.tool.call.result';

describe('content of every form', () => {
  const { spans } = vconToTelemetry(fixture('vcon/FC-41.vcon.json'));
  const of = (tool: string): SpanRecord['attributes'] => spanNamed(spans, `execute_tool ${tool}`).attributes;

  it('shows nine operations', () => {
    expect(spans.filter(({ name }) => name.startsWith('execute_tool'))).toHaveLength(9);
  });

  it('keeps a JSON string that holds JSON a string', () => {
    expect(of('enc_missing')[ARGUMENTS]).toBe('{"a":1}');
    expect(JSON.parse(String(of('enc_missing')[RESULT]))).toBe('{"b":2}');
  });

  it('shows bytes as bytes', () => {
    expect(of('legacy_base64')[RESULT]).toEqual(Uint8Array.of(0xfb, 0xff, 0xbf, 0));
    expect(of('padded')[RESULT]).toEqual(Uint8Array.of(0xfb, 0xff, 0xbf, 0));
  });

  it('keeps JSON scalars', () => {
    expect(of('json_scalar')[ARGUMENTS]).toBe('"just a string"');
    expect(of('json_scalar')[RESULT]).toBe('false');
  });

  it('has no arguments and result for redacted content, and none that lie elsewhere', () => {
    for (const tool of ['redacted', 'no_hash', 'hash_list', 'hash_hyphen']) expect(of(tool)[RESULT]).toBeUndefined();
    expect(of('redacted')[ARGUMENTS]).toBeUndefined();
  });
});

describe('content in span events', () => {
  const json = { encoding: 'json', mediatype: 'application/json' };

  it('is not sent twice: the event says which attribute has it', () => {
    const { spans } = vconToTelemetry(
      vconOf([invocation(1, { ...json, body: { q: 'x' } }), event('tool-result', 2, { ...json, body: [1] })]),
    );
    const { events } = spanNamed(spans, 'execute_tool search');
    expect(events.map(({ attributes }) => attributes['vcon.event_body_in'])).toEqual([ARGUMENTS, RESULT]);
    expect(events.some(({ attributes }) => 'vcon.event.body' in attributes)).toBe(false);
  });

  it('is there for what has no attribute of its own', () => {
    const progress = { encoding: 'none', mediatype: 'text/plain', body: '{"half": "way"}' };
    const { spans } = vconToTelemetry(
      vconOf([
        invocation(1),
        event('tool-progress', 2, progress),
        event('tool-failure', 3, { ...json, body: { no: 1 } }),
      ]),
    );
    const { events } = spanNamed(spans, 'execute_tool search');
    expect(events[1]?.attributes['vcon.event.body']).toBe('{"half": "way"}');
    expect(events[2]?.attributes['vcon.event.body']).toBe('{"no":1}');
  });

  it('keeps the digits of large integers', () => {
    const body = { id: 12345678901234567890n };
    const { spans } = vconToTelemetry(vconOf([invocation(1, { ...json, body })]));
    expect(spanNamed(spans, 'execute_tool search').attributes[ARGUMENTS]).toBe('{"id":12345678901234567890}');
  });

  it('has parameters of other extensions as JSON text', () => {
    const { spans } = vconToTelemetry(vconOf([invocation(1, { attachment: [0, 2], x_cost: { eur: 0.5 } })]));
    expect(spanNamed(spans, 'execute_tool search').events[0]?.attributes).toMatchObject({
      'vcon.event.operation_id': 'op-1',
      'vcon.event.attempt': 1,
      'vcon.event.attachment': '[0,2]',
      'vcon.event.x_cost': '{"eur":0.5}',
    });
  });
});
