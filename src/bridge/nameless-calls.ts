import type { CallFacts, MappedRecord, Signal } from '../mapping/index.js';

/** What a span tells of the call that it is the span of. */
export function ownCall({ span, signals }: MappedRecord): CallFacts | undefined {
  return span?.call && (signals.find(({ source }) => source === 'call')?.call ?? span.call);
}

/** Whether a call of a tool has no id by which others could name it. */
export function isNameless(call: CallFacts | undefined): call is CallFacts {
  if (call === undefined || call.observer === 'provider') return false;
  return call.callId === undefined && call.operationId === undefined && call.tool !== undefined;
}

/** What is known of a call without an id: the id, and the arguments with which it was requested. */
export type Identity = Pick<CallFacts, 'callId' | 'arguments'>;

/** The record of a call's own span with an id for the call, and where the call was made, its arguments if it has none. */
export function identified(record: MappedRecord, identity: Identity | undefined): MappedRecord {
  const { span, signals } = record;
  if (identity?.callId === undefined || span === undefined) return record;
  const { callId, arguments: requested } = identity;
  const withArguments = (signal: Signal): Signal =>
    signal.kind === 'invocation' && signal.content === undefined && requested !== undefined
      ? { ...signal, content: { value: requested } }
      : signal;
  return {
    ...record,
    span: { ...span, call: { ...span.call, callId } },
    signals: signals.map((signal) =>
      signal.source === 'call' && isNameless(signal.call)
        ? withArguments({ ...signal, call: { ...signal.call, callId } })
        : signal,
    ),
  };
}
