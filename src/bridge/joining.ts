import type { Signal, SpanFacts } from '../mapping/index.js';
import { compareTime, type HrTime } from '../telemetry/index.js';
import { compatibleArguments, equalArguments } from './arguments.js';
import { Attempt } from './attempt.js';
import { attemptAt, attemptFor, partsOf } from './attempt-choice.js';
import { CallsInOrder } from './calls-in-order.js';
import { isExplicit } from './explicit.js';
import { callKey, type Observation, type PlacedSignal } from './observation.js';
import { Operation } from './operation.js';
import { OperationIndex } from './operation-index.js';
import { compareMaybe } from './order.js';
import { sameTool } from './server.js';
import type { SpanTree } from './span-tree.js';

/** Finds the operation that something told elsewhere belongs to. */
export class Joiner {
  readonly #operations: Operation[];
  readonly #tree: SpanTree;
  readonly #bySpan = new Map<SpanFacts, Operation>();
  readonly #told = new Map<string, Operation>();
  readonly #index = new OperationIndex();
  readonly #calls: CallsInOrder;

  constructor(operations: Operation[], tree: SpanTree) {
    this.#operations = operations;
    this.#tree = tree;
    this.#calls = new CallsInOrder(tree);
    for (const operation of operations) {
      this.#note(operation);
      for (const { span } of operation.views) if (span !== undefined) this.#bySpan.set(span, operation);
    }
  }

  /**
   * Joins an invocation or outcome told by a log record or another span, or makes an operation of it. Undefined when nothing says
   * which call it is about.
   */
  joinLoose(view: Observation): Operation | undefined {
    const found = this.#named(view.call) ?? this.#requested(view) ?? this.#around(view) ?? this.#inOrder(view);
    if (found === undefined) {
      const { tool, callId, operationId } = view.call;
      if (tool === undefined && callId === undefined && operationId === undefined) return undefined;
      if (isHearsay(view)) return undefined;
      const made = new Operation([new Attempt([view])]);
      this.#operations.push(made);
      this.#note(made);
      this.#told.set(view.key, made);
      return made;
    }
    this.#told.set(view.key, found);
    for (const part of partsOf(view, found)) {
      const attempt = attemptFor(found, part);
      if (attempt === undefined) found.attempts.push(new Attempt([part]));
      else attempt.views.push(part);
    }
    this.#note(found);
    return found;
  }

  /** Joins what happened in between. False when no operation is known for it. */
  joinAside({ signal }: PlacedSignal): boolean {
    const found = this.#named(signal.call) ?? this.#requested(signal) ?? this.#bySpanOf(signal);
    const attempt = found === undefined ? undefined : attemptAt(found, signal.time);
    attempt?.asides.push(signal);
    return attempt !== undefined;
  }

  /** The operation a decision is about, when one is known. */
  forDecision(placed: PlacedSignal): Operation | undefined {
    const { signal } = placed;
    const named = this.#told.get(callKey(placed)) ?? this.#named(signal.call, signal.time);
    if (named !== undefined || signal.call.operationId !== undefined) return named;
    const around = signal.source === 'log' ? undefined : this.#bySpanOf(signal);
    if (around !== undefined && sameTool(around.tool, signal.call.tool)) return around;
    if (signal.call.tool === undefined) return undefined;
    const performed = signal.decision?.answer !== 'refused' && signal.decision?.decision !== 'disallowed';
    return this.#decidedOn(signal) ?? (performed ? this.#next(signal) : undefined);
  }

  /** Takes note of a decision that was given to an operation. */
  noteDecision(operation: Operation): void {
    this.#index.note(operation);
  }

  /** By our own id, else by the model's call id and the tool; of several the first that starts at or after `since`, else the last. */
  #named(call: Signal['call'], since?: HrTime): Operation | undefined {
    if (call.operationId !== undefined)
      return this.#index.withOperationId(call.operationId) ?? this.#called(call.operationId, call.tool);
    if (call.callId === undefined) return undefined;
    const same = this.#index
      .withCallId(call.callId)
      .filter((operation) => operation.callId === call.callId && sameTool(operation.tool, call.tool))
      .sort((a, b) => compareMaybe(a.start, b.start));
    return same.find(({ start }) => compareMaybe(start, since) >= 0) ?? same.at(-1);
  }

  /** The one call that the model's id names, which is its operation_id (design rule R2): an application may know it by that. */
  #called(id: string, tool: string | undefined): Operation | undefined {
    const same = this.#index
      .withCallId(id)
      .filter((one) => one.callId === id && one.operationId === undefined && sameTool(one.tool, tool));
    return same.length === 1 ? same[0] : undefined;
  }

  /** By a protocol id that one request, its progress or its task bears. */
  #requested(mention: Observation | Signal): Operation | undefined {
    const { call, traceId, spanId } = mention;
    const span = this.#tree.get(traceId, spanId);
    return this.#index.requests.find({
      call,
      time: 'kind' in mention ? mention.time : mention.start,
      ...(traceId === undefined ? {} : { traceId }),
      ...(span === undefined ? {} : { span }),
    });
  }

  /** The call whose span this was observed on or below. */
  #bySpanOf({ traceId, spanId }: { readonly traceId?: string; readonly spanId?: string }): Operation | undefined {
    for (const span of this.#tree.lineage(this.#tree.get(traceId, spanId))) {
      const found = this.#bySpan.get(span);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The call whose own span a log record names, or whose span a span event sits on; a span above says nothing of one call. */
  #around(view: Observation): Operation | undefined {
    const named = this.#tree.get(view.traceId, view.spanId);
    const isLog = view.signals[0]?.source === 'log';
    const found = isLog ? named && this.#bySpan.get(named) : this.#bySpanOf(view);
    return found !== undefined && view.call.operationId === undefined && sameTool(found.tool, view.call.tool)
      ? found
      : undefined;
  }

  /** Without any id: the first call of the same tool and arguments that the same kind of record has not told of yet. */
  #inOrder(view: Observation): Operation | undefined {
    const { tool, callId, operationId } = view.call;
    const source = view.signals[0];
    if (tool === undefined || operationId !== undefined || source === undefined) return undefined;
    const { rule } = source;
    return this.#calls.first({
      tool,
      span: this.#tree.get(view.traceId, view.spanId),
      purpose: rule,
      isTaken: ({ views }) => views.some(({ signals }) => signals[0]?.rule === rule),
      fits: (operation) =>
        (callId === undefined || operation.callId === undefined) &&
        sameTool(operation.tool, tool) &&
        operation.attempts.length > 0 &&
        fits(operation, view),
    });
  }

  /** A call that was not performed, decided on the same span by another kind of record: a log record names the span it was written in. */
  #decidedOn(signal: Signal): Operation | undefined {
    const { tool, callId, arguments: args } = signal.call;
    return this.#index
      .decidedOn(signal)
      .find(
        ({ attempts, decisions, tool: decided, callId: id }) =>
          attempts.length === 0 &&
          (callId === undefined || id === undefined) &&
          sameTool(decided, tool) &&
          decisions.every(
            ({ signal: other }) =>
              other.rule !== signal.rule &&
              other.traceId === signal.traceId &&
              other.spanId === signal.spanId &&
              compatibleArguments(other.call.arguments, args),
          ),
      );
  }

  /** Without any id: the first call of the same tool, and arguments if the decision names some, that starts later and has no decision. */
  #next(signal: Signal): Operation | undefined {
    const { tool, arguments: args, callId } = signal.call;
    if (tool === undefined) return undefined;
    return this.#calls.first({
      tool,
      span: this.#tree.get(signal.traceId, signal.spanId),
      since: signal.time,
      purpose: 'decision',
      isTaken: ({ decisions }) => decisions.length > 0,
      fits: (operation) =>
        operation.attempts.length > 0 &&
        (callId === undefined || operation.callId === undefined) &&
        sameTool(operation.tool, tool) &&
        (args === undefined || operation.views.some(({ call }) => equalArguments(call.arguments, args))),
    });
  }

  #note(operation: Operation): void {
    this.#index.note(operation);
    this.#calls.note(operation);
  }
}

/** What came of a call, told on the span of something else: without the call itself it starts none. */
function isHearsay({ signals }: Observation): boolean {
  return signals.every((signal) => signal.source === 'span' && signal.kind !== 'invocation' && !isExplicit(signal));
}

/** A record told around the time of a call, with arguments that can be that call's. */
function fits(operation: Operation, view: Observation): boolean {
  const told = view.call.arguments;
  const known = operation.views.map(({ call }) => call.arguments).find((value) => value !== undefined);
  if (!compatibleArguments(told, known)) return false;
  const { start } = operation;
  return start === undefined || view.end === undefined || compareTime(start, view.end) <= 0;
}
