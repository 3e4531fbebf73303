import { createRedactor, type OperationTrail } from '../bridge/index.js';
import type { MappedRecord } from '../mapping/index.js';
import { describeOrigin, type Notice, type RecordOrigin, type TelemetryRecord } from '../telemetry/index.js';

/** What became of one record. */
export interface Explanation {
  /** Where it was read. */
  readonly place: string;
  readonly record: 'span' | 'log';
  /** The span's name, or the log record's event name, without credentials. */
  readonly name: string;
  readonly traceId?: string;
  readonly spanId?: string;
  /** Id of the mapping that took it. */
  readonly mapping?: string;
  readonly rules: readonly string[];
  /** What it tells: kinds of signals. */
  readonly tells: readonly string[];
  /** The operations that this went into. */
  readonly operations: readonly { readonly operationId: string; readonly tool?: string }[];
  /** What was left out of it, and why. */
  readonly leftOut: readonly string[];
}

/** What is needed of a record or a signal to know it again. */
interface Place {
  readonly traceId?: string | undefined;
  readonly spanId?: string | undefined;
  readonly origin?: RecordOrigin | undefined;
}

/** Joins what the mappings, the bridge and the notices say of each record. */
export class Explainer {
  readonly #operations = new Map<string, Set<OperationTrail>>();
  readonly #notices = new Map<string, Set<string>>();
  readonly #redactor = createRedactor();

  constructor(trail: readonly OperationTrail[], notices: readonly Notice[]) {
    for (const operation of trail) for (const view of operation.views) add(this.#operations, keyOf(view), operation);
    for (const notice of notices) add(this.#notices, keyOf(notice), notice.message);
  }

  explain(record: TelemetryRecord, mapped: MappedRecord): Explanation {
    const { traceId, spanId } = record;
    const operations = [...(this.#operations.get(keyOf(record)) ?? [])];
    const noticed = [...(this.#notices.get(keyOf(record)) ?? [])];
    return {
      place: record.origin === undefined ? '' : describeOrigin(record.origin),
      record: record.signal,
      name: this.#redactor.text(record.signal === 'span' ? record.name : (record.eventName ?? '')),
      ...(traceId !== undefined && { traceId }),
      ...(spanId !== undefined && { spanId }),
      ...(mapped.emitter !== undefined && { mapping: mapped.emitter }),
      rules: mapped.rules,
      tells: [...new Set(mapped.signals.map(({ kind }) => kind))],
      operations: operations.map(({ operationId, tool }) => ({ operationId, ...(tool !== undefined && { tool }) })),
      leftOut: [...noticed, ...whyNothing(mapped, operations.length)],
    };
  }
}

/** Why a record is in no operation. */
function whyNothing({ emitter, rules, signals }: MappedRecord, operations: number): readonly string[] {
  if (operations > 0) return [];
  if (signals.length > 0) return ['what it tells went into no operation of its own'];
  if (emitter === undefined) return ['no mapping knows it'];
  return [rules.length === 0 ? `context only: no rule of ${emitter} makes an event of it` : 'context only'];
}

function keyOf({ traceId, spanId, origin }: Place): string {
  return JSON.stringify([traceId, spanId, origin?.source, origin?.line, origin?.offset]);
}

function add<T>(map: Map<string, Set<T>>, key: string, value: T): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, new Set([value]));
  else values.add(value);
}
