import { describe, expect, it } from 'vitest';
import { builtinMapper } from '../../src/mapping/index.js';
import type { Attributes, SpanRecord } from '../../src/telemetry/index.js';
import { fixture, spanWith } from './records.js';

const CALL = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 't', 'gen_ai.tool.call.arguments': '{}' };
const MCP = { ...CALL, 'mcp.method.name': 'tools/call' };

function outcome(attributes: Attributes, members: Partial<SpanRecord> = {}) {
  const { signals } = builtinMapper().map(spanWith({ attributes, ...members }));
  expect(signals[0]?.kind).toBe('invocation');
  const { kind, content } = signals[1] ?? {};
  return { kind, content: content?.value };
}

const error = (message?: string): Partial<SpanRecord> => ({
  status: { code: 'error', ...(message === undefined ? {} : { message }) },
});
const thrown = (type: string, message: string): Partial<SpanRecord> => ({
  ...error(message),
  events: [
    { name: 'exception', time: [1796029201, 0], attributes: { 'exception.type': type, 'exception.message': message } },
  ],
});

describe('outcome of a span with an error', () => {
  it.each([
    ['AbortError', 'This operation was aborted', 'cancel'],
    ['CancelledError', '', 'cancel'],
    ['asyncio.exceptions.CancelledError', '', 'cancel'],
    ['System.OperationCanceledException', 'A task was canceled.', 'cancel'],
    ['Error', 'This operation was aborted', 'cancel'],
    ['KeyboardInterrupt', '', 'cancel'],
    ['GraphInterrupt', 'Which date?', 'input'],
    ['langgraph.errors.NodeInterrupt', 'Which date?', 'input'],
    ['ToolInterruptError', 'Which date?', 'input'],
    ['Error', 'The order could not be cancelled', 'failure'],
    ['OrderCancellationRejected', 'too late', 'failure'],
    ['TimeoutError', 'x', 'timeout'],
    ['ETIMEDOUT', 'x', 'timeout'],
    ['DEADLINE_EXCEEDED', 'x', 'timeout'],
    ['Error', 'Request timed out', 'timeout'],
    ['Error', 'the database said: timed out', 'failure'],
    ['ConnectionError', 'x', 'error'],
    ['ECONNREFUSED', 'x', 'error'],
    ['requests.exceptions.ConnectionError', 'x', 'error'],
    ['AI_NoSuchToolError', 'x', 'error'],
    ['ToolNotFoundError', 'x', 'error'],
    ['AI_InvalidToolInputError', 'x', 'error'],
    ['InvalidToolArgumentsError', 'x', 'error'],
    ['McpError', 'MCP error -32602: Tool nope not found', 'error'],
    ['-32001', 'MCP error -32001: Request timed out', 'timeout'],
    ['-32001', 'MCP error -32001: user cancelled', 'cancel'],
    ['-32001', 'MCP error -32001: Session not found', 'error'],
    ['ValueError', 'x', 'failure'],
  ])('%s "%s" is %s', (type, message, expected) => {
    expect(outcome(CALL, thrown(type, message)).kind).toBe(expected);
    expect(outcome({ ...CALL, 'error.type': type }, error(message)).kind).toBe(expected);
  });

  it.each([
    ['401', MCP, 'denied'],
    ['403', MCP, 'denied'],
    ['500', MCP, 'error'],
    ['429', MCP, 'error'],
    ['403', CALL, 'failure'],
    ['tool_error', MCP, 'failure'],
    ['-32602', MCP, 'error'],
  ])('error.type %s on %j is %s', (type, attributes, expected) => {
    expect(outcome({ ...attributes, 'error.type': type }, error()).kind).toBe(expected);
  });

  it.each(['rpc.status_code', 'rpc.response.status_code', 'rpc.jsonrpc.error_code'])(
    '%s is a JSON-RPC error',
    (key) => {
      expect(outcome({ ...MCP, [key]: '-32601' }, error('Method not found'))).toEqual({
        kind: 'error',
        content: { message: 'Method not found', code: -32601 },
      });
    },
  );

  it('takes the message that says something, without a stack', () => {
    const stack = 'disk full\n    at write (file:///x.js:1:2)\n    at run (file:///x.js:3:4)';
    expect(outcome(CALL, thrown('Error', stack)).content).toEqual({ 'error.type': 'Error', message: 'disk full' });
    const python = 'disk full\nTraceback (most recent call last):\n  File "x.py", line 1';
    expect(outcome(CALL, thrown('OSError', python)).content).toEqual({ 'error.type': 'OSError', message: 'disk full' });
    expect(outcome(CALL, error('undefined'))).toEqual({ kind: 'failure', content: undefined });
  });
});

describe('outcome of a span without an error', () => {
  const returned = { ...CALL, 'gen_ai.tool.call.result': '{"ok":true}' };

  it('is the result, also beside an exception that was handled', () => {
    expect(outcome(returned)).toEqual({ kind: 'result', content: '{"ok":true}' });
    const { events = [] } = thrown('Error', 'handled');
    expect(outcome(returned, { status: { code: 'ok' }, events })).toEqual({ kind: 'result', content: '{"ok":true}' });
  });

  it('is not said when the arguments were recorded and no result was', () => {
    expect(outcome(CALL).kind).toBeUndefined();
  });

  it('is a result without content when nothing is recorded, the status is OK or attributes were dropped', () => {
    const bare = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 't' };
    expect(outcome(bare)).toEqual({ kind: 'result', content: undefined });
    expect(outcome(CALL, { status: { code: 'ok' } })).toEqual({ kind: 'result', content: undefined });
    expect(outcome(CALL, { droppedAttributesCount: 1 })).toEqual({ kind: 'result', content: undefined });
  });

  it('is not said while the span is open', () => {
    expect(outcome(returned, { endTime: undefined }).kind).toBeUndefined();
  });

  it('is a failure when error.type or gen_ai.tool.status says so', () => {
    expect(outcome({ ...CALL, 'error.type': 'ValueError' }).kind).toBe('failure');
    expect(outcome({ ...returned, 'error.type': 'ValueError' }, { status: { code: 'ok' } }).kind).toBe('result');
    expect(outcome({ ...returned, 'gen_ai.tool.status': 'error' }, { status: { code: 'ok' } }).kind).toBe('failure');
  });
});

describe('MCP results', () => {
  const result = (value: object, attributes: Attributes = MCP) =>
    outcome({ ...attributes, 'gen_ai.tool.call.result': JSON.stringify(value) }).kind;

  it('tell the outcome by isError, not by their text', () => {
    expect(result({ content: [], isError: true })).toBe('failure');
    expect(result({ content: [{ type: 'text', text: 'Error: x' }], isError: false })).toBe('result');
    expect(result({ content: [], isError: true }, CALL)).toBe('failure');
    expect(result({ isError: true }, CALL)).toBe('result');
  });

  it('leave the call pending when they are a task, and ask when they ask for input', () => {
    expect(result({ task: { taskId: 'task-1', status: 'working' } })).toBe('pending');
    expect(result({ resultType: 'input_required' })).toBe('input');
    const { signals } = builtinMapper().map(
      spanWith({ attributes: { ...MCP, 'gen_ai.tool.call.result': '{"task":{"taskId":"task-1"}}' } }),
    );
    expect(signals[1]?.call.taskId).toBe('task-1');
  });
});

describe('the case of outcomes', () => {
  it('gives each span its own', () => {
    const outcomes = fixture('cases/field/15-outcome/input.json').map((record) => {
      const [, end] = builtinMapper().map(record).signals;
      return [end?.call.tool, end?.kind];
    });
    expect(outcomes).toEqual([
      ['iserror_ok', 'failure'],
      ['error_text_only', 'result'],
      ['bare_error', 'failure'],
      ['caught', 'result'],
      ['vendor_status', 'failure'],
      ['unknown_tool', 'error'],
      ['placeholder', 'failure'],
      ['objecty', 'failure'],
    ]);
  });
});
