import { type AnyValue, isMap, own, type SpanRecord } from '../telemetry/index.js';
import type { ErrorFacts } from './error-facts.js';
import { errorKind } from './error-kind.js';
import { cancelContent, failureContent, questionContent } from './failure-content.js';
import { ERROR_TYPE, TOOL_STATUS } from './semconv.js';
import type { SignalContent, SignalKind } from './signal.js';
import { asText, isPresent } from './values.js';
import type { View } from './view.js';

/** How an attempt ended, as one span tells. */
export interface Outcome {
  readonly kind: Exclude<SignalKind, 'decision' | 'invocation'>;
  readonly content?: SignalContent;
}

/** What the classification looks at. */
export interface OutcomeInput {
  readonly span: SpanRecord;
  readonly view: View;
  readonly result: SignalContent | undefined;
  /** Read only when the span tells of an error. */
  readonly error: () => ErrorFacts;
  readonly protocol: 'mcp' | undefined;
  /** Whether the arguments were recorded, so that results would have been too. */
  readonly hasArguments: boolean;
  /** What a span without result and without status means. */
  readonly noResult: 'result' | 'none';
  /** Whether something besides the status says that the call failed. */
  readonly failed: boolean;
}

/**
 * The outcome that an ended span tells (design rule R4): what the protocol said before what the status says. `undefined`
 * when none was observed.
 */
export function classifyOutcome(input: OutcomeInput): Outcome | undefined {
  const { span, result, protocol } = input;
  const isError = mcpIsError(input);
  if (isError !== undefined) return outcome(isError ? 'failure' : 'result', result);
  if (!input.failed && !hasFailed(span)) return successOutcome(input);
  const error = input.error();
  const kind = errorKind(error, protocol);
  return outcome(kind, outcomeContent(kind, kind === 'failure' ? result : undefined, error));
}

/** What is recorded of an outcome: what the tool returned if anything, else what is known of the error. */
export function outcomeContent(
  kind: Outcome['kind'],
  result: SignalContent | undefined,
  error: ErrorFacts,
): SignalContent | undefined {
  // An empty text beside an error is no report of it.
  if (result !== undefined && result.value !== '') return result;
  if (kind === 'cancel') return cancelContent(error);
  if (kind === 'input') return questionContent(error);
  return kind === 'failure' || kind === 'error' || kind === 'denied' || kind === 'timeout'
    ? failureContent(error)
    : undefined;
}

function outcome(kind: Outcome['kind'], content: SignalContent | undefined): Outcome {
  return content === undefined ? { kind } : { kind, content };
}

/** `isError` of an MCP CallToolResult (MCP 2025-11-25, schema CallToolResult). */
function mcpIsError({ result, protocol, view }: OutcomeInput): boolean | undefined {
  const content = result?.value;
  // Most results say nothing of it, and need not be parsed.
  if (typeof content === 'string' && !content.includes('isError')) return undefined;
  const value = view.texts.structure(content);
  if (!isMap(value)) return undefined;
  const isError: AnyValue | undefined = own(value, 'isError');
  const likeMcp = protocol === 'mcp' || Array.isArray(own(value, 'content'));
  return likeMcp && typeof isError === 'boolean' ? isError : undefined;
}

/** Some emitters leave the status alone and say so in an attribute; an exception event alone may have been handled. */
function hasFailed({ status, attributes }: SpanRecord): boolean {
  if (status.code === 'error' || asText(own(attributes, TOOL_STATUS)) === 'error') return true;
  return status.code === 'unset' && isPresent(own(attributes, ERROR_TYPE));
}

function successOutcome({ span, result, hasArguments, noResult }: OutcomeInput): Outcome | undefined {
  if (result !== undefined) return outcome('result', result.value === '' ? undefined : result);
  if (span.status.code === 'ok' || (span.droppedAttributesCount ?? 0) > 0) return { kind: 'result' };
  return hasArguments && noResult === 'none' ? undefined : { kind: 'result' };
}
