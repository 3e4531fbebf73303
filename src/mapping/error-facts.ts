import { type Attributes, own, type SpanRecord } from '../telemetry/index.js';
import {
  ERROR_MESSAGE,
  ERROR_TYPE,
  EXCEPTION_EVENT,
  EXCEPTION_MESSAGE,
  EXCEPTION_TYPE,
  JSONRPC_ERROR_CODES,
} from './semconv.js';
import { asText } from './values.js';

/** What a record says about an error. */
export interface ErrorFacts {
  /** Names of the error, the most telling first: error.type, the exception's type. */
  readonly types: readonly string[];
  /** What the error says, the most telling first, without stack traces. */
  readonly messages: readonly string[];
  /** A JSON-RPC error code: a negative integer. */
  readonly code?: number;
}

/** Texts that emitters write where they know no message. */
const PLACEHOLDER_MESSAGES = new Set([
  '',
  'error',
  'none',
  'null',
  'undefined',
  'unknown',
  'unknown error',
  'tool execution error',
  'tool execution failed',
  'internal_error',
  'internal error',
]);
const OBJECT_TEXT = /^\[object \w+\]$/;
const PLACEHOLDER_TYPES = new Set(['', '_OTHER', 'unknown', 'undefined', 'null']);
const JSONRPC_CODE = /^-\d{1,9}$/;
/** The form of messages of the MCP TypeScript SDK's McpError. */
const MCP_MESSAGE = /^(?:McpError: )?MCP error (-\d{1,9}):/;
/** Where the stack begins in a message that holds one: JavaScript, Python, Java and .NET. */
const STACK = /\n\s+at [^\n]*|\n?Traceback \(most recent call last\):/;

/** The facts of a span's error, with those that a mapping reads elsewhere. */
export function errorFacts(
  span: SpanRecord,
  named: { type?: string | undefined; message?: string | undefined },
): ErrorFacts {
  const exception = span.events.findLast((event) => event.name === EXCEPTION_EVENT)?.attributes;
  const types = tellingTypes([named.type, value(span.attributes, ERROR_TYPE), value(exception, EXCEPTION_TYPE)]);
  const messages = tellingMessages([
    named.message,
    value(exception, EXCEPTION_MESSAGE),
    span.status.message,
    value(span.attributes, ERROR_MESSAGE),
  ]);
  const code = jsonRpcCode([
    ...types,
    ...JSONRPC_ERROR_CODES.map((key) => value(span.attributes, key)),
    ...messages.map((message) => MCP_MESSAGE.exec(message)?.[1]),
  ]);
  return code === undefined ? { types, messages } : { types, messages, code };
}

/** A message of an error without its stack trace; `undefined` when it says nothing. */
export function tellingMessage(message: string | undefined): string | undefined {
  const text = withoutRepetition(message?.split(STACK, 1)[0]?.trim() ?? '');
  return PLACEHOLDER_MESSAGES.has(text.toLowerCase()) || OBJECT_TEXT.test(text) ? undefined : text;
}

/** LangChain writes "message", an empty line, and the stack, whose first line is "Error: message". */
function withoutRepetition(text: string): string {
  const [first = ''] = text.split('\n\n', 1);
  return text.endsWith(`: ${first}`) ? first : text;
}

function value(attributes: Attributes | undefined, key: string): string | undefined {
  return asText(own(attributes, key));
}

function tellingTypes(types: readonly (string | undefined)[]): readonly string[] {
  return types.filter((type) => type !== undefined && !PLACEHOLDER_TYPES.has(type)) as string[];
}

function tellingMessages(messages: readonly (string | undefined)[]): readonly string[] {
  return messages.map(tellingMessage).filter((message) => message !== undefined);
}

function jsonRpcCode(candidates: readonly (string | undefined)[]): number | undefined {
  const code = candidates.find((candidate) => candidate !== undefined && JSONRPC_CODE.test(candidate));
  return code === undefined ? undefined : Number(code);
}
