import type { MappedRecord, Signal } from '../mapping/index.js';
import { forgetOldest } from '../telemetry/index.js';
import { spanKey } from './span-tree.js';

/** How many such spans are remembered: a few hundred bytes each. */
const MAX_SPANS = 10_000;

/**
 * Spans that had not ended when their vCon was closed. What they told by then is written; when they come again only the rest is
 * new, so that no event is in two vCons.
 */
export class CutSpans {
  readonly #told = new Map<string, readonly string[]>();

  /** Remembers what the open spans among these records have told. */
  note(records: Iterable<MappedRecord>): void {
    for (const { span, signals } of records) {
      if (span === undefined || span.endTime !== undefined || signals.length === 0) continue;
      const key = spanKey(span.traceId, span.spanId);
      this.#told.set(key, [...(this.#told.get(key) ?? []), ...signals.map(identify)]);
    }
    forgetOldest(this.#told, MAX_SPANS);
  }

  /** The record without the signals that were written before. */
  rest(record: MappedRecord): MappedRecord {
    const { span } = record;
    const key = span === undefined || this.#told.size === 0 ? undefined : spanKey(span.traceId, span.spanId);
    const told = key === undefined ? undefined : this.#told.get(key);
    if (key === undefined || told === undefined) return record;
    if (span?.endTime !== undefined) this.#told.delete(key);
    const left = [...told];
    return { ...record, signals: record.signals.filter((signal) => !takeOut(left, identify(signal))) };
  }
}

function identify({ kind, time, call }: Signal): string {
  return `${kind} ${time?.join()} ${call.operationId} ${call.attempt}`;
}

/** Takes one occurrence out of a list. @returns whether there was one. */
function takeOut(list: string[], item: string): boolean {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
  return index >= 0;
}
