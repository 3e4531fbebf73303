import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { describe, expect, it } from 'vitest';
import * as processor from '../../src/processor/helpers/index.js';
import { EVENT_TYPES } from '../../src/vcon/index.js';

/** Runs work on a real span and gives the span events that the SDK kept. */
function eventsOf(work: (span: ReturnType<typeof startSpan>['span']) => void) {
  const { span, exporter } = startSpan();
  work(span);
  span.end();
  return exporter.getFinishedSpans()[0]?.events ?? [];
}

function startSpan() {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  return { exporter, span: provider.getTracer('t').startSpan('execute_tool search') };
}

describe('the vocabulary of span events (docs/telemetry-vocabulary.md)', () => {
  it('has one name for each of the twelve event types', () => {
    expect(EVENT_TYPES.map(processor.eventName)).toEqual([
      'vcon.policy_decision',
      'vcon.tool_invocation',
      'vcon.tool_pending',
      'vcon.tool_progress',
      'vcon.tool_input',
      'vcon.tool_input_response',
      'vcon.tool_result',
      'vcon.tool_failure',
      'vcon.tool_error',
      'vcon.tool_denied',
      'vcon.tool_timeout',
      'vcon.tool_cancel',
    ]);
  });
});

describe('recordPolicyDecision', () => {
  it('writes a decision for one operation', () => {
    const [event] = eventsOf((span) =>
      processor.recordPolicyDecision(span, {
        decision: 'permission-required',
        reason: 'writes a file',
        operationId: 'call_1',
        attempt: 1,
        server: '!host',
        tool: 'write_file',
        time: [1_700_000_000, 5],
      }),
    );
    expect(event?.name).toBe('vcon.policy_decision');
    expect(event?.time).toEqual([1_700_000_000, 5]);
    expect(event?.attributes).toEqual({
      'vcon.event.decision': 'permission-required',
      'vcon.event.policy_life': 'once',
      'vcon.event.operation': 'tool-invocation',
      'vcon.event.reason': 'writes a file',
      'vcon.event.operation_id': 'call_1',
      'vcon.event.attempt': 1,
      'vcon.event.server': '!host',
      'vcon.event.tool': 'write_file',
    });
  });

  it('writes no operation_id and no attempt for a standing decision (draft sections 6.1.2 and 6.1.3)', () => {
    const decision = { decision: 'allowed', life: 'standing', server: 'files', operationId: 'x', attempt: 1 } as const;
    const [event] = eventsOf((span) => processor.recordPolicyDecision(span, decision));
    expect(event?.attributes).toEqual({
      'vcon.event.decision': 'allowed',
      'vcon.event.policy_life': 'standing',
      'vcon.event.operation': 'tool-invocation',
      'vcon.event.server': 'files',
    });
  });
});

describe('the helpers for tool events', () => {
  it.each([
    [processor.recordToolInvocation, 'vcon.tool_invocation'],
    [processor.recordToolPending, 'vcon.tool_pending'],
    [processor.recordToolProgress, 'vcon.tool_progress'],
    [processor.recordToolInput, 'vcon.tool_input'],
    [processor.recordToolInputResponse, 'vcon.tool_input_response'],
    [processor.recordToolResult, 'vcon.tool_result'],
    [processor.recordToolFailure, 'vcon.tool_failure'],
    [processor.recordToolError, 'vcon.tool_error'],
    [processor.recordToolDenied, 'vcon.tool_denied'],
    [processor.recordToolTimeout, 'vcon.tool_timeout'],
    [processor.recordToolCancel, 'vcon.tool_cancel'],
  ] as const)('%o adds %s', (record, name) => {
    const [event] = eventsOf((span) => record(span, { operationId: 'call_1', attempt: 2, content: { a: 1 } }));
    expect(event?.name).toBe(name);
    expect(event?.attributes).toEqual({
      'vcon.event.operation_id': 'call_1',
      'vcon.event.attempt': 2,
      'vcon.event.body': '{"a":1}',
      'vcon.event.encoding': 'json',
      'vcon.event.mediatype': 'application/json',
    });
  });

  it('writes text and bytes in their own encodings (draft section 6.1.10)', () => {
    const events = eventsOf((span) => {
      processor.recordToolResult(span, { content: '{"not":"parsed"}' });
      processor.recordToolResult(span, { content: Uint8Array.of(1, 2, 255) });
      processor.recordToolResult(span, { content: Uint8Array.of(1).buffer, mediatype: 'image/png' });
      processor.recordToolResult(span, {});
    });
    const bodyOf = ({ attributes = {} }: (typeof events)[number]) =>
      ['body', 'encoding', 'mediatype'].map((name) => attributes[`vcon.event.${name}`]);
    expect(events.map(bodyOf)).toEqual([
      ['{"not":"parsed"}', 'none', 'text/plain'],
      ['AQL_', 'base64url', 'application/octet-stream'],
      ['AQ', 'base64url', 'image/png'],
      [undefined, undefined, undefined],
    ]);
  });

  it('writes where content lies instead of content', () => {
    const [event] = eventsOf((span) =>
      processor.recordToolResult(span, {
        content: 'not recorded',
        url: 'https://store.example/1',
        contentHash: ['sha512-a', 'sha512-b'],
        mediatype: 'image/png',
        attachment: [0, 2],
      }),
    );
    expect(event?.attributes).toEqual({
      'vcon.event.url': 'https://store.example/1',
      'vcon.event.content_hash': ['sha512-a', 'sha512-b'],
      'vcon.event.mediatype': 'image/png',
      'vcon.event.attachment': '[0,2]',
    });
  });

  it('writes further parameters as JSON text, so that text and numbers stay apart', () => {
    const [event] = eventsOf((span) =>
      processor.recordToolProgress(span, { parameters: { share: '5', steps: 5, note: { a: [1n] } } }),
    );
    expect(event?.attributes).toEqual({
      'vcon.event.share': '"5"',
      'vcon.event.steps': '5',
      'vcon.event.note': '{"a":[1]}',
    });
  });

  it('never throws into the application, whatever it is given (FC-35 b)', () => {
    const hostile = new Proxy(
      {},
      {
        get() {
          throw new Error('get');
        },
        ownKeys() {
          throw new Error('ownKeys');
        },
      },
    );
    const broken = {
      addEvent() {
        throw new Error('span');
      },
      setAttribute() {
        throw new Error('span');
      },
    };
    expect(() => {
      processor.recordToolResult(broken, { content: 1 });
      processor.recordPolicyDecision(broken, { decision: 'allowed' });
      processor.setOperationAttributes(broken, { operationId: 'x' });
      eventsOf((span) => processor.recordToolResult(span, hostile));
      eventsOf((span) => processor.recordToolResult(span, { content: hostile }));
      eventsOf((span) => processor.recordPolicyDecision(span, hostile as processor.PolicyDecision));
    }).not.toThrow();
  });
});

describe('setOperationAttributes', () => {
  it('sets what is given', () => {
    const { span, exporter } = startSpan();
    processor.setOperationAttributes(span, { operationId: 'call_1', attempt: 2 });
    span.end();
    expect(exporter.getFinishedSpans()[0]?.attributes).toEqual({ 'vcon.operation_id': 'call_1', 'vcon.attempt': 2 });
  });
});
