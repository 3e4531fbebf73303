import type { Signal } from '../mapping/index.js';
import type { Writable } from '../telemetry/index.js';
import { type ContentRules, cleanName } from './content.js';
import type { Operation } from './operation.js';

/** Where the records of an operation went, for `explain`. */
export interface OperationTrail {
  readonly operationId: string;
  readonly tool?: string;
  /** The rules that told of it, and the records that they took. */
  readonly views: readonly Pick<Signal, 'rule' | 'traceId' | 'spanId' | 'origin'>[];
}

/** What told of an operation. */
export function trailOf(operation: Operation, operationId: string, rules: ContentRules): OperationTrail {
  const signals = operation.views.flatMap((view) => view.signals);
  for (const { asides, provider } of operation.attempts)
    signals.push(...asides, ...provider.flatMap((view) => view.signals));
  for (const { signal } of operation.decisions) signals.push(signal);
  return trailOfSignals(signals, operationId, operation.tool, rules);
}

/** What told of an operation, by its signals. */
export function trailOfSignals(
  signals: readonly Signal[],
  operationId: string,
  tool: string | undefined,
  rules: ContentRules,
): OperationTrail {
  return { operationId, ...(tool === undefined ? {} : { tool: cleanName(tool, rules) }), views: signals.map(viewOf) };
}

function viewOf({ traceId, spanId, origin, rule }: Signal): OperationTrail['views'][number] {
  const view: Writable<OperationTrail['views'][number]> = { rule };
  if (traceId !== undefined) view.traceId = traceId;
  if (spanId !== undefined) view.spanId = spanId;
  if (origin !== undefined) view.origin = origin;
  return view;
}
