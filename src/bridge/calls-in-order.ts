import type { SpanFacts } from '../mapping/index.js';
import { type HrTime, push } from '../telemetry/index.js';
import type { Operation } from './operation.js';
import { compareMaybe, firstPlace } from './order.js';
import { toolEnd } from './server.js';
import type { SpanTree } from './span-tree.js';

/** What is looked for where no id tells which call is meant. */
export interface Search {
  readonly tool: string;
  /** The span that the record names: calls below it are looked at before all others. */
  readonly span: SpanFacts | undefined;
  /** Only calls that start then or later. */
  readonly since?: HrTime | undefined;
  /** Searches of one purpose take the same calls for taken. */
  readonly purpose: string;
  /** The call is out of question, now and for all later searches of this purpose. */
  readonly isTaken: (operation: Operation) => boolean;
  readonly fits: (operation: Operation) => boolean;
}

/**
 * The calls of each tool in the order of their starts. Calls that are taken are passed over without a look at each, so that as many
 * searches as there are calls take time in proportion to their number.
 */
export class CallsInOrder {
  readonly #tree: SpanTree;
  readonly #byTool = new Map<string, CallsOfTool>();
  readonly #bySpan = new Map<SpanFacts, Operation[]>();
  /** By purpose and tool. */
  readonly #below = new Map<SpanFacts, Map<string, Line>>();

  constructor(tree: SpanTree) {
    this.#tree = tree;
  }

  /** Notes an operation; again when its tool may have become known. */
  note(operation: Operation): void {
    const { tool } = operation;
    if (tool === undefined) return;
    const { calls, lines } = this.#ofTool(tool);
    if (calls.has(operation)) return;
    calls.add(operation);
    for (const line of lines.values()) line.add(operation);
    for (const { span } of operation.views) {
      if (span === undefined) continue;
      push(this.#bySpan, span, operation);
      this.#below.clear();
    }
  }

  /** The first call that fits. */
  first(search: Search): Operation | undefined {
    const below = search.span && this.#lineBelow(search.span, search);
    return below?.first(search) ?? this.#line(search).first(search);
  }

  #ofTool(tool: string): CallsOfTool {
    const end = toolEnd(tool);
    const known = this.#byTool.get(end);
    if (known !== undefined) return known;
    const made = { calls: new Set<Operation>(), lines: new Map<string, Line>() };
    this.#byTool.set(end, made);
    return made;
  }

  #line({ tool, purpose }: Search): Line {
    const { calls, lines } = this.#ofTool(tool);
    return lineIn(lines, purpose, () => calls);
  }

  #lineBelow(span: SpanFacts, { tool, purpose }: Search): Line {
    const lines = this.#below.get(span) ?? new Map<string, Line>();
    this.#below.set(span, lines);
    return lineIn(lines, `${purpose} ${toolEnd(tool)}`, () => {
      const { calls } = this.#ofTool(tool);
      const below = [span, ...this.#tree.descendants(span)].flatMap((one) => this.#bySpan.get(one) ?? []);
      return new Set(below.filter((operation) => calls.has(operation)));
    });
  }
}

/** The calls of one tool, and by purpose the line in which they are looked through. */
interface CallsOfTool {
  readonly calls: Set<Operation>;
  readonly lines: Map<string, Line>;
}

function lineIn(lines: Map<string, Line>, key: string, calls: () => Iterable<Operation>): Line {
  const known = lines.get(key);
  if (known !== undefined) return known;
  const line = new Line(calls());
  lines.set(key, line);
  return line;
}

/** Calls in the order of their starts. */
class Line {
  readonly #calls: Operation[];
  /** For each place that place, or where to look on when the call there is taken. */
  #next: number[];

  constructor(calls: Iterable<Operation>) {
    this.#calls = [...calls].sort((a, b) => compareMaybe(a.start, b.start));
    this.#next = [...this.#calls.keys()];
  }

  add(call: Operation): void {
    const place = this.#placeOf(call.start, 1);
    this.#calls.splice(place, 0, call);
    if (place === this.#next.length) this.#next.push(place);
    else this.#next = [...this.#calls.keys()];
  }

  first({ since, isTaken, fits }: Search): Operation | undefined {
    let place = since === undefined ? 0 : this.#placeOf(since, 0);
    for (;;) {
      place = this.#lookFrom(place);
      const call = this.#calls[place];
      if (call === undefined) return undefined;
      if (isTaken(call)) this.#next[place] = place + 1;
      else if (fits(call)) return call;
      place += 1;
    }
  }

  /** The first place whose call starts at a time or later (`after` 0), or later (1). */
  #placeOf(time: HrTime | undefined, after: 0 | 1): number {
    return firstPlace(this.#calls, ({ start }) => compareMaybe(start, time) >= after);
  }

  /** The first place from there on whose call is not known to be taken; the places on the way are led there. */
  #lookFrom(start: number): number {
    let place = start;
    for (let next = this.#next[place]; next !== undefined && next !== place; next = this.#next[place]) {
      this.#next[place] = this.#next[next] ?? next;
      place = next;
    }
    return place;
  }
}
