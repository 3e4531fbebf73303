import type { ErrorFacts } from './error-facts.js';

/** What a failed attempt came to; `input`: it was interrupted to ask for something, which frameworks throw as an exception. */
export type ErrorKind = 'failure' | 'error' | 'denied' | 'timeout' | 'cancel' | 'input';

/** MCP's own name for a result with isError (docs/gen-ai/mcp.md). */
const TOOL_ERROR = 'tool_error';
/** The code of the MCP SDKs for a request that timed out or was aborted; it is never sent over the wire. */
const REQUEST_TIMEOUT = -32001;
const HTTP_ERROR = /^[45]\d\d$/;
/** Names that say nothing about the kind, so that the message may. */
const GENERIC = new Set(['error', 'exception', 'mcperror', 'runtimeerror', 'domexception']);

/**
 * The kind of an error (design rule R4): what the protocol or the runtime said, by name before message. Messages only
 * count in the fixed forms in which runtimes write them: a tool's own "order could not be cancelled" is a failure.
 */
export function errorKind(error: ErrorFacts, protocol: 'mcp' | undefined): ErrorKind {
  const { types, messages, code } = error;
  const names = types.map(plainName);
  if (names.some(isInterruptName)) return 'input';
  if (names.some(isCancelName)) return 'cancel';
  if (types.includes(TOOL_ERROR)) return 'failure';
  if (code === REQUEST_TIMEOUT) return requestTimeoutKind(messages);
  if (names.some(isTimeoutName)) return 'timeout';
  if (names.every((name) => GENERIC.has(name))) {
    if (messages.some(isCancelMessage)) return 'cancel';
    if (messages.some(isTimeoutMessage)) return 'timeout';
  }
  const http = types.find((type) => HTTP_ERROR.test(type));
  if (http !== undefined && protocol === 'mcp') return http === '401' || http === '403' ? 'denied' : 'error';
  if (code !== undefined) return 'error';
  return names.some(isBelowTool) ? 'error' : 'failure';
}

/** The last part of a qualified name, without case and separators: `System.OperationCanceledException`, `AI_NoSuchToolError`. */
function plainName(type: string): string {
  return (type.split(/[.:]/).at(-1) ?? type).toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** LangGraph's GraphInterrupt and NodeInterrupt, Genkit's ToolInterruptError, Strands' InterruptError: waiting, not failing (R5). */
function isInterruptName(name: string): boolean {
  return /^(graph|node|tool)?interrupt(error|exception)?$/.test(name);
}

function isCancelName(name: string): boolean {
  return /^(keyboardinterrupt|interruptedexception)$|^abort(ed|error)?$|aborterror$|^cancel|cancell?ed(error|exception)?$/.test(
    name,
  );
}

function isTimeoutName(name: string): boolean {
  return /timeout|timedout|deadlineexceeded/.test(name);
}

/** An abort dressed as a timeout has the same code; only the text differs. */
function requestTimeoutKind(messages: readonly string[]): ErrorKind {
  if (messages.some((message) => /abort|cancel/i.test(message))) return 'cancel';
  return messages.some((message) => /timed? ?out/i.test(message)) ? 'timeout' : 'error';
}

function isCancelMessage(message: string): boolean {
  return /^(AbortError|CancelledError)\b|^(the|this) (operation|request) was (aborted|cancell?ed)\b/i.test(message);
}

function isTimeoutMessage(message: string): boolean {
  return /^TimeoutError\b|^(the |this )?(operation|request) (was )?timed out\b/i.test(message);
}

/** The call failed before it reached the tool: no connection, no such tool, arguments rejected. */
function isBelowTool(name: string): boolean {
  return (
    /^(econn|enotfound|epipe|eai|ehostunreach|enetunreach|underrsocket)/.test(name) ||
    /connect(ion)?(refused|reset|aborted|closed)?(error|exception)$|^connection(error|refused|reset|closed)/.test(
      name,
    ) ||
    /(nosuchtool|toolnotfound|unknowntool|tooldoesnotexist)/.test(name) ||
    /^(ai)?invalidtool(input|argument)/.test(name)
  );
}
