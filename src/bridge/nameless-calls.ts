import type { CallFacts, MappedRecord } from '../mapping/index.js';

/** What a span tells of the call that it is the span of. */
export function ownCall({ span, signals }: MappedRecord): CallFacts | undefined {
  return span?.call && (signals.find(({ source }) => source === 'call')?.call ?? span.call);
}

/** Whether a call of a tool has no id by which others could name it. */
export function isNameless(call: CallFacts | undefined): call is CallFacts {
  if (call === undefined || call.observer === 'provider') return false;
  return call.callId === undefined && call.operationId === undefined && call.tool !== undefined;
}

/** The record of a call's own span with an id for the call. */
export function withCallId(record: MappedRecord, callId: string | undefined): MappedRecord {
  const { span, signals } = record;
  if (callId === undefined || span === undefined) return record;
  return {
    ...record,
    span: { ...span, call: { ...span.call, callId } },
    signals: signals.map((signal) =>
      signal.source === 'call' && isNameless(signal.call) ? { ...signal, call: { ...signal.call, callId } } : signal,
    ),
  };
}
