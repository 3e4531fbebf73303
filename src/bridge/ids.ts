import type { Signal } from '../mapping/index.js';
import { type ContentRules, cleanText } from './content.js';
import type { Operation } from './operation.js';

/**
 * The operation_id of each operation (draft section 6.1.2, design rule R2): our own vocabulary's, else the model's call id as long as no
 * earlier operation of the vCon bears it and it holds no credential, else one derived from the ids of the span it was observed on.
 * `operations` are in time order.
 */
export function operationIds(
  operations: readonly Operation[],
  rules: Pick<ContentRules, 'redactor'>,
): Map<Operation, string> {
  const ids = new Map<Operation, string>();
  const taken = new Set(operations.flatMap(({ operationId }) => operationId ?? []));
  for (const operation of operations) {
    const { operationId, callId } = operation;
    const isUsable = callId !== undefined && !taken.has(callId) && cleanText(callId, rules) === callId;
    const id = operationId ?? (isUsable ? callId : derived(operation.anchor, taken));
    taken.add(id);
    ids.set(operation, id);
  }
  return ids;
}

function derived(anchor: Signal | undefined, taken: ReadonlySet<string>): string {
  const base =
    anchor?.traceId !== undefined && anchor.spanId !== undefined && anchor.source !== 'log'
      ? `${anchor.traceId}:${anchor.spanId}`
      : `${anchor?.traceId ?? anchor?.conversation ?? 'log'}:${anchor?.time?.join('.') ?? ''}`;
  let id = base;
  for (let count = 2; taken.has(id); count += 1) id = `${base}:${count}`;
  return id;
}
