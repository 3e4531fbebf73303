import type { Signal } from '../mapping/index.js';
import type { Operation } from './operation.js';
import { RequestIndex } from './request-index.js';

/** Finds operations by what their views tell of the call, without looking at all of them. */
export class OperationIndex {
  readonly #byId = new Map<string, Set<Operation>>();
  /** By the ids of MCP's requests. */
  readonly requests = new RequestIndex();

  /** Notes what is known of an operation; again whenever a view or a decision was added to it. */
  note(operation: Operation): void {
    const { operationId, callId, views, decisions } = operation;
    if (operationId !== undefined) this.#add(`operation ${operationId}`, operation);
    if (callId !== undefined) this.#add(`call ${callId}`, operation);
    for (const view of views) this.requests.note(view, operation);
    for (const { signal } of decisions) if (signal.spanId !== undefined) this.#add(spanKeyOf(signal), operation);
  }

  /** The operations that were decided on this signal's span. */
  decidedOn(signal: Signal): readonly Operation[] {
    return signal.spanId === undefined ? [] : [...(this.#byId.get(spanKeyOf(signal)) ?? [])];
  }

  /** The operation with this id of our own vocabulary. */
  withOperationId(id: string): Operation | undefined {
    for (const operation of this.#byId.get(`operation ${id}`) ?? []) return operation;
    return undefined;
  }

  /** The operations with this model's call id. */
  withCallId(id: string): readonly Operation[] {
    return [...(this.#byId.get(`call ${id}`) ?? [])];
  }

  #add(key: string, operation: Operation): void {
    const operations = this.#byId.get(key);
    if (operations === undefined) this.#byId.set(key, new Set([operation]));
    else operations.add(operation);
  }
}

function spanKeyOf({ traceId, spanId }: Signal): string {
  return `decided on ${traceId}:${spanId}`;
}
