import type { ExceptionFacts, MappedRecord, Signal } from '../mapping/index.js';
import { type AnyValue, isMap, newMap } from '../telemetry/index.js';
import { compareMaybe } from './order.js';
import { isOutcome } from './signal-choice.js';
import { spanKey } from './span-tree.js';

/**
 * Gives failed calls the error text that came in a log record of its own: instrumentations record exceptions as logs, joined by
 * trace and span id (semantic conventions 1.40 and later). What the span itself says stays.
 */
export function withExceptions(records: readonly MappedRecord[]): readonly MappedRecord[] {
  const bySpan = new Map<string, ExceptionFacts>();
  const exceptions = records.flatMap(({ exception }) => exception ?? []);
  for (const exception of exceptions.sort((a, b) => compareMaybe(a.time, b.time)))
    bySpan.set(spanKey(exception.traceId, exception.spanId), exception);
  if (bySpan.size === 0) return records;
  return records.map((record) => {
    const exception =
      record.span === undefined ? undefined : bySpan.get(spanKey(record.span.traceId, record.span.spanId));
    return exception === undefined
      ? record
      : { ...record, signals: record.signals.map((signal) => withException(signal, exception)) };
  });
}

function withException(signal: Signal, { type, message }: ExceptionFacts): Signal {
  if (!isOutcome(signal.kind) || signal.kind === 'result' || message === undefined) return signal;
  const told = signal.content?.value;
  if (told !== undefined && (!isMap(told) || told['message'] !== undefined)) return signal;
  const value = newMap<AnyValue>();
  if (type !== undefined) value['error.type'] = type;
  Object.assign(value, told);
  value['message'] = message;
  return { ...signal, content: { value } };
}
