import type { CallFacts, MappedRecord, Signal, SpanFacts } from '../mapping/index.js';
import { push } from '../telemetry/index.js';
import { compatibleArguments } from './arguments.js';
import { identified, isNameless, ownCall } from './nameless-calls.js';
import { compareMaybe, firstPlace } from './order.js';
import { sameTool } from './server.js';
import { compareSpans, type SpanTree } from './span-tree.js';

/** Records whose calls have the ids under which a model asked for them, and what could not be told apart. */
export interface WithRequests {
  readonly records: readonly MappedRecord[];
  /** Signals about one of several calls, of which nothing tells which. They are left out of the records. */
  readonly unmatched: readonly Signal[];
}

/**
 * Emitters that give the span of a call no id may tell it in the span of the model that asked for the call (`SpanFacts.requests`). Each
 * call without an id takes that of a request for its tool and arguments which no other call has taken: from the nearest span above,
 * or one beside it, that asked before the call began. A signal about a call that was requested and not made is given that call.
 */
export function withRequests(records: readonly MappedRecord[], tree: SpanTree): WithRequests {
  const asking = new AskingSpans(tree);
  if (asking.none && !records.some(({ signals }) => signals.some(isAboutRequest))) return { records, unmatched: [] };
  const named = nameCalls(records, asking, tree);
  const made = madeCalls(named);
  const unmatched: Signal[] = [];
  const complete = named.map((record) => {
    const { span, signals } = record;
    if (!signals.some(isAboutRequest)) return record;
    const open = span === undefined ? [] : openRequests(span);
    if (open.length > 1)
      unmatched.push(...signals.filter(isAboutRequest).filter(({ call }) => call.callId === undefined));
    return { ...record, signals: signals.flatMap((signal) => aboutRequest(signal, open)) };
  });
  return { records: complete, unmatched };

  /** A signal that names its call stays when the call was not made in its trace; another is about the only open request. */
  function aboutRequest(signal: Signal, open: readonly CallFacts[]): readonly Signal[] {
    const { requested, ...call } = signal.call;
    if (requested === undefined) return [signal];
    const [request] = open;
    if (call.callId === undefined)
      return open.length === 1 && request !== undefined ? [{ ...signal, call: namesOf(request) }] : [];
    const isMade = (made.get(call.callId) ?? []).some(({ traceId }) => traceId === signal.traceId);
    return isMade ? [] : [{ ...signal, call }];
  }

  /** The requests below a span for which there is no call below it. */
  function openRequests(span: SpanFacts): readonly CallFacts[] {
    const isBelow = (call: SpanFacts) => [...tree.lineage(call)].includes(span);
    return [span, ...tree.descendants(span)]
      .flatMap(({ requests = [] }) => requests)
      .filter(({ callId }) => !(made.get(callId) ?? []).some(isBelow));
  }
}

function isAboutRequest({ call }: Signal): boolean {
  return call.requested === true;
}

/** Only names: the arguments of a call that was not made are recorded nowhere (draft section 6.1.1). */
function namesOf({ callId, tool }: CallFacts): CallFacts {
  return { ...(callId === undefined ? {} : { callId }), ...(tool === undefined ? {} : { tool }) };
}

/** Gives calls without an id that of their request, and its arguments to those that were made without any; the earliest call first. */
function nameCalls(records: readonly MappedRecord[], asking: AskingSpans, tree: SpanTree): readonly MappedRecord[] {
  const requests = new Map<MappedRecord, CallFacts>();
  const taken = new Set<CallFacts>();
  const nameless = records.filter((record) => record.span !== undefined && isNameless(ownCall(record)));
  for (const record of nameless.sort(compareRecords)) {
    const { span } = record;
    const call = ownCall(record);
    if (span === undefined || call === undefined || isPartOfCall(span, call, tree)) continue;
    const request = asking.find(span, (one) => !taken.has(one) && isRequestFor(one, call));
    if (request === undefined) continue;
    taken.add(request);
    requests.set(record, request);
  }
  return requests.size === 0 ? records : records.map((record) => identified(record, requests.get(record)));
}

function compareRecords(a: MappedRecord, b: MappedRecord): number {
  return a.span === undefined || b.span === undefined ? 0 : compareSpans(a.span, b.span);
}

/** A protocol's span inside a framework's span of the same call. */
function isPartOfCall(span: SpanFacts, call: CallFacts, tree: SpanTree): boolean {
  return [...tree.lineage(tree.parent(span))].some(
    ({ call: outer }) => outer?.tool !== undefined && sameTool(outer.tool, call.tool),
  );
}

function isRequestFor(request: CallFacts, call: CallFacts): boolean {
  return sameTool(request.tool, call.tool) && compatibleArguments(request.arguments, call.arguments);
}

function madeCalls(records: readonly MappedRecord[]): ReadonlyMap<string | undefined, readonly SpanFacts[]> {
  const made = new Map<string | undefined, SpanFacts[]>();
  for (const { span } of records) if (span?.call?.callId !== undefined) push(made, span.call.callId, span);
  return made;
}

/** The spans in which a model asked for calls. */
class AskingSpans {
  readonly #tree: SpanTree;
  /** By their parent, the latest first. */
  readonly #children = new Map<SpanFacts, SpanFacts[]>();
  readonly none: boolean;

  constructor(tree: SpanTree) {
    this.#tree = tree;
    const all = [...tree.all()].filter(({ requests }) => requests !== undefined).sort((a, b) => compareSpans(b, a));
    this.none = all.length === 0;
    for (const span of all) {
      const parent = tree.parent(span);
      if (parent !== undefined) push(this.#children, parent, span);
    }
  }

  /** The request that a call was made for: in the run of its agent, the nearest and latest before the call. */
  find(call: SpanFacts, matches: (request: CallFacts) => boolean): CallFacts | undefined {
    for (const around of this.#tree.lineage(this.#tree.parent(call))) {
      const beside = this.#children.get(around) ?? [];
      const found = this.#requestBefore(call, beside, matches) ?? this.#requestBefore(call, [around], matches);
      if (found !== undefined) return found;
      if (around.agentRun) return undefined;
    }
    return undefined;
  }

  /** The first request that matches, of spans in the order of their starts, the latest first, that started by then. */
  #requestBefore(
    call: SpanFacts,
    asking: readonly SpanFacts[],
    matches: (request: CallFacts) => boolean,
  ): CallFacts | undefined {
    const hasStarted = ({ startTime }: SpanFacts) => compareMaybe(startTime, call.startTime) <= 0;
    for (let place = firstPlace(asking, hasStarted); place < asking.length; place += 1) {
      const found = asking[place]?.requests?.find(matches);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
