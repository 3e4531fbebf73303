import type { CallFacts, ServerFacts, SpanFacts } from '../mapping/index.js';
import type { HrTime } from '../telemetry/index.js';
import { Intervals, type Lasting } from './intervals.js';
import type { Observation } from './observation.js';
import type { Operation } from './operation.js';
import { compareMaybe } from './order.js';

/** What names a request of MCP's by one of its ids. */
export interface RequestMention {
  readonly call: CallFacts;
  readonly traceId?: string;
  readonly span?: SpanFacts;
  readonly time?: HrTime | undefined;
}

interface KnownRequest extends Lasting {
  readonly view: Observation;
  readonly operation: Operation;
}

/** The requests that bear one id. */
class SameId {
  readonly all: KnownRequest[] = [];
  readonly #inTime = new Intervals<KnownRequest>();

  add(request: KnownRequest): void {
    this.all.push(request);
    this.#inTime.add(request);
  }

  /** Those that were open at a time; when that is not known, those of which no end is known. */
  open(time: HrTime | undefined): readonly KnownRequest[] {
    return time === undefined ? this.all.filter(({ end }) => end === undefined) : this.#inTime.around(time, time);
  }
}

/** Finds operations by the ids of MCP's that one request, its progress or its task bears. */
export class RequestIndex {
  readonly #byId = new Map<string, SameId>();
  readonly #noted = new Set<Observation>();

  /** Notes the ids that a view of an operation tells. */
  note(view: Observation, operation: Operation): void {
    if (this.#noted.has(view)) return;
    this.#noted.add(view);
    const { start, end } = view;
    for (const key of keysOf(view.call, view.traceId)) {
      const known = this.#byId.get(key) ?? new SameId();
      this.#byId.set(key, known);
      known.add({ view, operation, start, end });
    }
  }

  /**
   * The operation whose request is meant; undefined when none or several can be. Each connection counts its requests anew, so a
   * request of another session or server is not meant, and of several that are not open the latest is.
   */
  find(mention: RequestMention): Operation | undefined {
    const isMeant = ({ view }: KnownRequest) => sameConnection(view, mention);
    for (const key of [...keysOf(mention.call, mention.traceId), ...tokenKeys(mention)]) {
      const known = this.#byId.get(key);
      if (known === undefined) continue;
      const open = known.open(mention.time).filter(isMeant);
      const meant = open.length > 0 ? open : known.all.filter(isMeant).sort((a, b) => compareMaybe(a.start, b.start));
      const last = meant.at(-1);
      if (last !== undefined)
        return meant.every(({ view }) => sameConnection(view, last.view)) ? last.operation : undefined;
    }
    return undefined;
  }
}

/** Requests and tokens are numbered by each client; the id of a task is the server's, and outlives the trace. */
function keysOf({ requestId, progressToken, taskId }: CallFacts, traceId: string | undefined): readonly string[] {
  return [
    ...(requestId === undefined ? [] : [`request ${traceId} ${requestId}`]),
    ...(progressToken === undefined ? [] : [`token ${traceId} ${progressToken}`]),
    ...(taskId === undefined ? [] : [`task ${taskId}`]),
  ];
}

/** The MCP SDKs for TypeScript and Python send the id of a request as its progress token. */
function tokenKeys({ call, traceId }: RequestMention): readonly string[] {
  return call.progressToken === undefined ? [] : keysOf({ requestId: call.progressToken }, traceId);
}

type Connected = Pick<RequestMention, 'call' | 'span'>;

function sameConnection(a: Connected, b: Connected): boolean {
  return agree(a.span?.mcpSession, b.span?.mcpSession) && sameServer(a.call.server ?? {}, b.call.server ?? {});
}

function sameServer(a: ServerFacts, b: ServerFacts): boolean {
  return agree(a.name, b.name) && agree(a.address, b.address) && agree(a.port, b.port);
}

/** What is not known contradicts nothing. */
function agree<T>(a: T | undefined, b: T | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}
