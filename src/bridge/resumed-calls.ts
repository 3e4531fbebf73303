import type { MappedRecord } from '../mapping/index.js';
import { push } from '../telemetry/index.js';
import { argumentsKey } from './arguments.js';
import { type Identity, identified, isNameless, ownCall } from './nameless-calls.js';
import { compareMaybe } from './order.js';

/**
 * Gives a call that waited and the span in which it goes on one id, where the emitter gives none: the one that is derived from the first
 * span (design rule R2). Only where nothing else can be meant: one call of the service, with that tool and those arguments, waits.
 */
export function withResumedCalls(records: readonly MappedRecord[]): readonly MappedRecord[] {
  const ids = new Map<MappedRecord, string>();
  /** By service, tool and arguments. */
  const waiting = new Map<string, MappedRecord[]>();
  const keyed = records.flatMap((record) => {
    const key = resumptionKey(record);
    const args = key === undefined ? undefined : argumentsKey(ownCall(record)?.arguments);
    return args === undefined ? [] : [{ record, key: `${key} ${args}` }];
  });
  keyed.sort((a, b) => compareMaybe(a.record.span?.startTime, b.record.span?.startTime));
  for (const { record, key } of keyed) {
    if (ownCall(record)?.resumed) {
      const [first, ...others] = waiting.get(key) ?? [];
      if (first?.span !== undefined && others.length === 0) {
        const id = ids.get(first) ?? `${first.span.traceId}:${first.span.spanId}`;
        ids.set(first, id);
        ids.set(record, id);
        waiting.delete(key);
      }
    }
    if (record.span !== undefined && waits(record)) push(waiting, key, record);
  }
  return ids.size === 0 ? records : records.map((record) => identified(record, identityOf(ids.get(record))));
}

function identityOf(callId: string | undefined): Identity | undefined {
  return callId === undefined ? undefined : { callId };
}

/** What a call without an id that waits, or goes on, may be found by. */
export function resumptionKey(record: MappedRecord): string | undefined {
  const call = ownCall(record);
  if (!isNameless(call) || !(call.resumed === true || waits(record))) return undefined;
  return `${record.signals[0]?.service ?? ''} ${call.tool}`;
}

/** The call ended its span with a question, or was put off. */
function waits({ signals }: MappedRecord): boolean {
  const last = signals.at(-1);
  return last?.source === 'call' && (last.kind === 'input' || last.kind === 'pending');
}
