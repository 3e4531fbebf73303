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
export function isPlain(record: MappedRecord): boolean {
  const { span, exception, signals } = record;
  if (span === undefined || exception !== undefined) return false;
  if (span.follows !== undefined || span.announces !== undefined) return false;
  return signals.length === 0 || plainCall(record) !== undefined;
}

/** The call that a record tells whole. */
export function plainCall({ span, signals }: MappedRecord): PlainCall | undefined {
  const [invocation, outcome] = signals;
  if (span === undefined || invocation === undefined || signals.length > 2) return undefined;
  if (invocation.kind !== 'invocation' || !isOwn(invocation)) return undefined;
  if (outcome !== undefined && !(isOutcome(outcome.kind) && isOwn(outcome) && outcome.call === invocation.call))
    return undefined;
  const { callId, tool } = invocation.call;
  if (callId === undefined || tool === undefined || !isNamedPlainly(invocation.call, tool)) return undefined;
  return { span, callId, tool, invocation, outcome };
}

/** Read from the call's own span as it is, with nothing that our own vocabulary adds. */
function isOwn(signal: Signal): boolean {
  const { source, parameters, extension } = signal;
  return source === 'call' && parameters === undefined && extension === undefined && !isExplicit(signal);
}

/** By the model's id alone: nothing else joins the call to other records. */
function isNamedPlainly(call: CallFacts, tool: string): boolean {
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
