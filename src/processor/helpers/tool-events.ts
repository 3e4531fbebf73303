import { contentParameters, type EventContent } from './content-parameters.js';
import { type EventDetails, type EventParameters, type EventSpan, recordEvent } from './record-event.js';

/** A tool event (draft section 6.1). Without an `operationId` it belongs to the operation of the span it is recorded on. */
export interface ToolEventDetails extends EventDetails, EventContent {
  /** Identifies the operation within the vCon (draft section 6.1.2), such as the model's call id. */
  readonly operationId?: string;
  /** The attempt, an integer from 1 (draft section 6.1.3). */
  readonly attempt?: number;
}

/** The request that was sent to a tool; its content is the arguments. */
export interface ToolInvocationDetails extends ToolEventDetails {
  /** The tool's name as its server knows it (draft section 6.1.9). */
  readonly tool?: string;
  /** The server that provides the tool: its URL, else its name, else `!host` (draft section 6.1.8). */
  readonly server?: string;
}

/** Records that a request was sent to a tool; the content is its arguments. Never throws. */
export function recordToolInvocation(span: EventSpan, details: ToolInvocationDetails = {}): void {
  recordEvent(span, 'tool-invocation', details, invocationParameters);
}

/** Records that the tool accepted the request and will complete it later. Never throws. */
export function recordToolPending(span: EventSpan, details: ToolEventDetails = {}): void {
  recordEvent(span, 'tool-pending', details, toolParameters);
}

/** Records the progress that a tool reported; the content is the report. Never throws. */
export function recordToolProgress(span: EventSpan, details: ToolEventDetails = {}): void {
  recordEvent(span, 'tool-progress', details, toolParameters);
}

/** Records that the tool asked the agent for input; the content is the question. Never throws. */
export function recordToolInput(span: EventSpan, details: ToolEventDetails = {}): void {
  recordEvent(span, 'tool-input', details, toolParameters);
}

/** Records the agent's answer to a tool that asked for input; the content is the answer. Never throws. */
export function recordToolInputResponse(span: EventSpan, details: ToolEventDetails = {}): void {
  recordEvent(span, 'tool-input-response', details, toolParameters);
}

/** Records that the tool ran and returned; the content is the result. Never throws. */
export function recordToolResult(span: EventSpan, details: ToolEventDetails = {}): void {
  recordEvent(span, 'tool-result', details, toolParameters);
}

/** Records that the tool ran and reported an error; the content is the error. Never throws. */
export function recordToolFailure(span: EventSpan, details: ToolEventDetails = {}): void {
  recordEvent(span, 'tool-failure', details, toolParameters);
}

/** Records that the request failed before or below the tool: protocol, transport, unknown tool. Never throws. */
export function recordToolError(span: EventSpan, details: ToolEventDetails = {}): void {
  recordEvent(span, 'tool-error', details, toolParameters);
}

/** Records that the tool denied the request for lack of authorization. Credentials are never content. Never throws. */
export function recordToolDenied(span: EventSpan, details: ToolEventDetails = {}): void {
  recordEvent(span, 'tool-denied', details, toolParameters);
}

/** Records that the agent stopped waiting for the tool. Never throws. */
export function recordToolTimeout(span: EventSpan, details: ToolEventDetails = {}): void {
  recordEvent(span, 'tool-timeout', details, toolParameters);
}

/** Records that the agent asked the tool to stop. Never throws. */
export function recordToolCancel(span: EventSpan, details: ToolEventDetails = {}): void {
  recordEvent(span, 'tool-cancel', details, toolParameters);
}

function toolParameters(details: ToolEventDetails): EventParameters {
  return { operation_id: details.operationId, attempt: details.attempt, ...contentParameters(details) };
}

function invocationParameters(details: ToolInvocationDetails): EventParameters {
  return { ...toolParameters(details), server: details.server, tool: details.tool };
}
