import type { Signal } from '../mapping/index.js';
import { compareTime, earlier, type HrTime, later } from '../telemetry/index.js';
import { isExplicit } from './explicit.js';
import { type Observation, signalsOf } from './observation.js';
import { compareMaybe } from './order.js';
import { distinct, finalWord, firstOfEach, isOutcome, isSoft, preferred } from './signal-choice.js';
import { spanKey } from './span-tree.js';

/** How an attempt stands: not known, waiting for somebody, succeeded, or ended or given up without success. */
export type Conclusion = 'open' | 'waiting' | 'succeeded' | 'unsuccessful';

/**
 * One attempt of an operation: the views of one request. `outers` are the frameworks' spans around it, outermost first; where
 * such a span holds several requests, only the last of them is closed by its outcome.
 */
export class Attempt {
  readonly views: Observation[];
  readonly outers: Observation[] = [];
  /** Those of `outers` whose outcome is this attempt's. */
  readonly closedBy: Observation[] = [];
  /** Signals from elsewhere that belong to this attempt. */
  readonly asides: Signal[] = [];
  /** Views of the same request at the tool's side, which only fill gaps. */
  readonly provider: Observation[] = [];
  /** The denial that HTTP reported, where the request went over MCP's HTTP transport. */
  denial: Signal | undefined;

  /** Answers that nothing reports, but that the call went on after. */
  readonly #implied: Signal[] = [];
  /** When the view before had asked, for each view that goes on with the attempt. */
  readonly #asked = new Map<string, HrTime>();

  constructor(views: Observation[]) {
    this.views = views;
  }

  /** All views on the agent's side, the outermost first. */
  get all(): readonly Observation[] {
    return this.outers.length === 0 ? this.views : [...this.outers, ...this.views];
  }

  /**
   * Goes on with a later view of the same attempt. A call that asked for input goes on because it was given: where the answer was not
   * observed as such, the later view's start is the tool-input-response (for MCP 2026-07-28 the retry carries it, draft appendix A).
   */
  resume(view: Observation): void {
    const last = this.views.at(-1)?.signals.at(-1);
    const asked = last?.kind === 'input';
    if ((asked || last?.kind === 'pending') && last.time !== undefined) this.#asked.set(view.key, last.time);
    const again = view.signals.find(({ kind }) => kind === 'invocation');
    if (asked && again !== undefined) {
      const { content: _arguments, ...rest } = again;
      // An answer that nobody observed was given after the question, however coarse the clock of the later span is.
      this.#implied.push({ ...rest, kind: 'input-response', time: later(rest.time, last.time) });
    }
    this.views.push(view);
  }

  /**
   * What a signal cannot have come before, whatever its time: the question that its view goes on from. The clocks of spans are less exact
   * than the order of a question and its answer.
   */
  floorOf({ traceId, spanId }: Signal): HrTime | undefined {
    return traceId === undefined || spanId === undefined ? undefined : this.#asked.get(spanKey(traceId, spanId));
  }

  get start(): HrTime | undefined {
    return this.views.reduce<HrTime | undefined>((first, view) => earlier(first, view.start), undefined);
  }

  /** When the last view of it ended; undefined while one is open. */
  get end(): HrTime | undefined {
    let last: HrTime | undefined;
    for (const view of this.views) {
      if (view.end === undefined) return undefined;
      if (last === undefined || compareTime(view.end, last) > 0) last = view.end;
    }
    return last;
  }

  /** The attempt's number where our own vocabulary gives it. */
  get number(): number | undefined {
    return this.all.map((view) => view.call.attempt).find((number) => number !== undefined);
  }

  /** The invocation, its content filled in from other views when its own view has none. */
  invocation(): Signal | undefined {
    const ofKind = (views: readonly Observation[]) => signalsOf(views).filter(({ kind }) => kind === 'invocation');
    return this.#filled(preferred(ofKind(this.views)) ?? preferred(ofKind(this.outers)));
  }

  /** What ended the attempt, or made the agent give it up, in time order: at most one of each, at most one final. */
  outcomes(): readonly Signal[] {
    const inner = joined(signalsOf(this.views), this.asides);
    const outer = signalsOf(this.closedBy);
    const both = joined(inner, outer);
    const explicit = both.filter((signal) => isExplicit(signal) && isOutcome(signal.kind));
    if (explicit.length > 0) return this.#explicitOutcomes(explicit, inner);
    // A request that was given up: that a framework ends its call with an error is the same once more, and no answer.
    const final =
      finalWord(inner) ?? finalWord(inner.some(isSoft) ? outer.filter(({ kind }) => kind === 'result') : outer);
    const settled = this.denial !== undefined && final?.kind !== 'result' ? this.denial : final;
    const soft = firstOfEach(both.filter(isSoft)).filter(
      (signal) => settled === undefined || compareMaybe(signal.time, settled.time) < 0 || inner.includes(signal),
    );
    const filled = this.#filled(settled);
    return filled === undefined ? soft : [...soft, filled];
  }

  /** How the attempt stands after its last known signal. */
  conclusion(): Conclusion {
    const outcomes = this.outcomes();
    if (outcomes.some(({ kind }) => kind === 'result')) return 'succeeded';
    if (outcomes.length > 0) return this.invocation() === undefined ? 'waiting' : 'unsuccessful';
    if (signalsOf(this.views).some(({ kind }) => kind === 'input' || kind === 'pending')) return 'waiting';
    return this.invocation() === undefined ? 'waiting' : 'open';
  }

  /** What happened between the invocation and the outcome. */
  between(): readonly Signal[] {
    const observed = joined(signalsOf(this.all), this.asides);
    const isAnswered = observed.some(({ kind }) => kind === 'input-response');
    const signals = isAnswered ? observed : joined(observed, this.#implied);
    return distinct(signals.filter(({ kind }) => kind !== 'invocation' && !isOutcome(kind) && kind !== 'decision'));
  }

  /** An explicit timeout or cancel does not hide a late result; anything else read from the span is what the explicit one says. */
  #explicitOutcomes(explicit: Signal[], inner: readonly Signal[]): readonly Signal[] {
    if (explicit.every(isSoft)) {
      // A span that just ends says nothing of a result; only one that was recorded is a late one.
      const late = finalWord(inner.filter(({ kind, content }) => kind === 'result' && content !== undefined));
      if (late !== undefined) return [...explicit, late];
    }
    return explicit;
  }

  #filled(signal: Signal | undefined): Signal | undefined {
    if (signal === undefined || signal.content !== undefined) return signal;
    const others = joined(joined(signalsOf(this.all), signalsOf(this.provider)), this.asides);
    const content = others.find(({ kind, content }) => kind === signal.kind && content !== undefined)?.content;
    if (content !== undefined) return { ...signal, content };
    // That the tool never got to run is known from the text alone, which may be told elsewhere.
    const reason =
      signal.kind === 'failure' ? others.find(({ kind, content }) => kind === 'error' && content) : undefined;
    return reason?.content === undefined ? signal : { ...signal, kind: 'error', content: reason.content };
  }
}

function joined(first: readonly Signal[], second: readonly Signal[]): readonly Signal[] {
  if (second.length === 0) return first;
  return first.length === 0 ? second : [...first, ...second];
}
