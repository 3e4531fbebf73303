import type { CallFacts, MappedRecord, Signal, SpanFacts } from '../mapping/index.js';
import { isExplicit } from './explicit.js';
import { splitToolName } from './server.js';
import { isOutcome } from './signal-choice.js';

/** A call that one span tells whole, and that no other record tells of. Nearly all calls are. */
export interface PlainCall {
  readonly span: SpanFacts;
  readonly callId: string;
  readonly tool: string;
  readonly invocation: Signal;
  readonly outcome: Signal | undefined;
}

/** Whether a record is a span that says nothing of any call, or all of one that has an id. */
export function isPlain({ span, exception, signals }: MappedRecord): boolean {
  if (span === undefined || exception !== undefined) return false;
  if (span.follows !== undefined || span.announces !== undefined) return false;
  const [invocation, outcome] = signals;
  if (invocation === undefined) return true;
  return signals.length <= 2 && isInvocation(invocation) && (outcome === undefined || isOutcomeOf(outcome, invocation));
}

/** The call of a record that is plain. */
export function plainCall({ span, signals }: MappedRecord): PlainCall | undefined {
  const [invocation, outcome] = signals;
  const { callId, tool } = invocation?.call ?? {};
  if (span === undefined || invocation === undefined || callId === undefined || tool === undefined) return undefined;
  return { span, callId, tool, invocation, outcome };
}

function isInvocation(signal: Signal): boolean {
  return signal.kind === 'invocation' && isOwn(signal) && isNamedPlainly(signal.call);
}

function isOutcomeOf(signal: Signal, { call }: Signal): boolean {
  return isOutcome(signal.kind) && isOwn(signal) && signal.call === call;
}

/** Read from the call's own span as it is, with nothing that our own vocabulary adds. */
function isOwn(signal: Signal): boolean {
  const { source, parameters, extension } = signal;
  return source === 'call' && parameters === undefined && extension === undefined && !isExplicit(signal);
}

/** By the tool and the model's id alone: nothing else joins the call to other records. */
function isNamedPlainly(call: CallFacts): boolean {
  const { callId, tool } = call;
  if (callId === undefined || tool === undefined) return false;
  const { operationId, attempt, requestId, progressToken, taskId, protocol, observer, resumed, requested } = call;
  return (
    operationId === undefined &&
    attempt === undefined &&
    requestId === undefined &&
    progressToken === undefined &&
    taskId === undefined &&
    protocol === undefined &&
    observer === undefined &&
    resumed === undefined &&
    requested === undefined &&
    splitToolName(tool).server === undefined
  );
}
