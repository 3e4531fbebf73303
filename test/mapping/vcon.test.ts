import { describe, expect, it } from 'vitest';
import { builtinMapper } from '../../src/mapping/index.js';
import type { Attributes, HrTime, SpanEvent } from '../../src/telemetry/index.js';
import { logWith, spanWith } from './records.js';

const TIME: HrTime = [1796029200, 500];
const event = (name: string, attributes: Attributes): SpanEvent => ({ name, time: TIME, attributes });
const signalsOf = (events: readonly SpanEvent[], attributes: Attributes = {}) =>
  builtinMapper().map(spanWith({ attributes, events })).signals;

describe('events of our own vocabulary', () => {
  it.each([
    ['vcon.tool_invocation', 'invocation'],
    ['vcon.tool_pending', 'pending'],
    ['vcon.tool_progress', 'progress'],
    ['vcon.tool_input', 'input'],
    ['vcon.tool_input_response', 'input-response'],
    ['vcon.tool_result', 'result'],
    ['vcon.tool_failure', 'failure'],
    ['vcon.tool_error', 'error'],
    ['vcon.tool_denied', 'denied'],
    ['vcon.tool_timeout', 'timeout'],
    ['vcon.tool_cancel', 'cancel'],
  ])('%s is %s', (name, kind) => {
    const [signal] = signalsOf([event(name, { 'vcon.event.operation_id': 'op-1', 'vcon.event.attempt': 2 })]);
    expect(signal).toMatchObject({ kind, time: TIME, emitter: 'vcon', call: { operationId: 'op-1', attempt: 2 } });
  });

  it('carry decisions, once and standing', () => {
    const decision = {
      'vcon.event.decision': 'disallowed',
      'vcon.event.reason': 'no',
      'vcon.event.operation': 'send-mail',
    };
    const standing = {
      'vcon.event.decision': 'allowed',
      'vcon.event.policy_life': 'standing',
      'vcon.event.server': 'docs',
    };
    const [first, second] = signalsOf([
      event('vcon.policy_decision', decision),
      event('vcon.policy_decision', standing),
    ]);
    expect(first?.decision).toEqual({ decision: 'disallowed', reason: 'no', operation: 'send-mail' });
    expect(second?.decision).toEqual({ decision: 'allowed', life: 'standing', wholeServer: true });
    expect(second?.call.server).toEqual({ name: 'docs' });
  });

  it('say so when a decision is not one of the three', () => {
    const mapped = builtinMapper().map(
      spanWith({ events: [event('vcon.policy_decision', { 'vcon.event.decision': 'maybe' })] }),
    );
    expect(mapped.signals).toEqual([]);
    expect(mapped.remarks.map(({ code }) => code)).toEqual(['unknown-decision']);
  });

  it.each([
    ['!host', { host: true }],
    ['https://mcp.example.com/x', { url: 'https://mcp.example.com/x' }],
    ['docs', { name: 'docs' }],
  ])('name the server %s', (server, expected) => {
    const [signal] = signalsOf([
      event('vcon.tool_invocation', { 'vcon.event.server': server, 'vcon.event.tool': 't' }),
    ]);
    expect(signal?.call.server).toEqual(expected);
  });

  it('carry content of each encoding, by reference, and further parameters', () => {
    const content = (attributes: Attributes) => signalsOf([event('vcon.tool_result', attributes)])[0];
    expect(content({ 'vcon.event.body': '{"a":1}', 'vcon.event.encoding': 'json' })?.content).toEqual({
      value: { a: 1 },
      encoding: 'json',
    });
    expect(content({ 'vcon.event.body': '"{}"', 'vcon.event.encoding': 'json' })?.content?.value).toBe('{}');
    expect(content({ 'vcon.event.body': '{', 'vcon.event.encoding': 'json' })?.content).toEqual({ value: '{' });
    expect(content({ 'vcon.event.body': '{"a":1}', 'vcon.event.encoding': 'none' })?.content).toEqual({
      value: '{"a":1}',
      encoding: 'none',
    });
    expect(content({ 'vcon.event.url': 'https://x/y', 'vcon.event.content_hash': '["sha512-a"]' })?.content).toEqual({
      url: 'https://x/y',
      contentHash: ['sha512-a'],
    });
    expect({ ...content({ 'vcon.event.attachment': '[0,1]', 'vcon.event.x_note': 'plain' })?.parameters }).toEqual({
      attachment: [0, 1],
      x_note: 'plain',
    });
  });

  it('apply besides the mapping of the span, and to its call', () => {
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 't',
      'gen_ai.tool.call.id': 'c1',
    };
    const mapped = builtinMapper().map(spanWith({ attributes, events: [event('vcon.tool_progress', {})] }));
    expect(mapped.emitter).toBe('otel-genai');
    expect(mapped.rules).toEqual(['execute-tool', 'span-event']);
    expect(mapped.signals.map(({ kind, source, call }) => [kind, source, call.callId])).toEqual([
      ['invocation', 'call', 'c1'],
      ['result', 'call', 'c1'],
      ['progress', 'call', 'c1'],
    ]);
  });

  it('may be log records, named by their event name or attribute', () => {
    const attributes = { 'vcon.event.operation_id': 'op-1' };
    for (const log of [
      logWith({ eventName: 'vcon.tool_cancel', attributes }),
      logWith({ attributes: { ...attributes, 'event.name': 'vcon.tool_cancel' } }),
    ]) {
      const { signals, emitter } = builtinMapper().map(log);
      expect(emitter).toBe('vcon');
      expect(signals).toMatchObject([{ kind: 'cancel', source: 'log', call: { operationId: 'op-1' } }]);
    }
  });
});

describe('own attributes of an ordinary tool span', () => {
  it('refine its call', () => {
    const [signal] = signalsOf([], {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 't',
      'vcon.operation_id': 'op-1',
      'vcon.attempt': '3',
      'vcon.server': 'https://mcp.example.com',
    });
    expect(signal?.call).toMatchObject({ operationId: 'op-1', attempt: 3, server: { url: 'https://mcp.example.com' } });
  });
});
