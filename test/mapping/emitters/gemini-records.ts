import type { Attributes } from '../../../src/telemetry/index.js';
import { log, span } from './support.js';

export const SCOPE = { scope: { name: 'gemini-cli' } };
const CONVERSATION = { 'gen_ai.conversation.id': 'session-1', 'gen_ai.agent.name': 'gemini-cli' };
interface Request {
  readonly callId: string;
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
  readonly display?: { readonly name: string };
}

export const READ: Request = { callId: 'r1', name: 'read_file', args: { path: 'a.txt' } };
export const WEATHER: Request = {
  callId: 'w1',
  name: 'mcp_weather_get_weather',
  args: { city: 'Lisbon' },
  display: { name: 'get_weather (weather MCP Server)' },
};

export interface Completed {
  readonly status: 'success' | 'error' | 'cancelled';
  readonly output?: unknown;
  readonly error?: string;
  readonly errorType?: string;
  readonly outcome?: string;
}

export function completed(request: Request, { status, output, error, errorType, outcome }: Completed): object {
  const response = error === undefined ? { output } : { error };
  return {
    status,
    request,
    response: {
      responseParts: [{ functionResponse: { name: request.name, response } }],
      resultDisplay: error,
      errorType,
    },
    outcome,
    approvalMode: 'default',
  };
}

export function call(request: Request, done?: object | string, options: { id?: number; parent?: number } = {}) {
  const output = typeof done === 'string' ? done : JSON.stringify(done);
  return span(
    {
      name: 'tool_call',
      id: 2,
      parent: 1,
      start: 100,
      end: 500,
      ...options,
      more: { ...SCOPE, status: { code: 'ok' } },
    },
    {
      'gen_ai.operation.name': 'tool_call',
      'gen_ai.tool.name': request.name,
      'gen_ai.tool.call_id': request.callId,
      ...CONVERSATION,
      ...(done === undefined
        ? {}
        : { 'gen_ai.input.messages': JSON.stringify(request), 'gen_ai.output.messages': output }),
    },
  );
}

export function batch(...calls: readonly object[]) {
  return span(
    { name: 'schedule_tool_calls', id: 1, start: 0, end: 600, more: { ...SCOPE, status: { code: 'ok' } } },
    {
      'gen_ai.operation.name': 'schedule_tool_calls',
      'gen_ai.output.messages': JSON.stringify(calls),
      ...CONVERSATION,
    },
  );
}

/** A record as Gemini writes them: in the span of the batch, without call id, what is not set as an empty value. */
export function record(attributes: Attributes, millis = 600) {
  return log(
    millis,
    {
      'event.name': 'gemini_cli.tool_call',
      'session.id': 'session-1',
      function_name: 'read_file',
      function_args: '{\n  "path": "a.txt"\n}',
      duration_ms: 500,
      success: true,
      decision: null,
      mcp_server_name: null,
      ...attributes,
    },
    { ...SCOPE, on: 1 },
  );
}
