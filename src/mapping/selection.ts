import type { AnyValue } from '../telemetry/index.js';
import type { Holds } from './expression.js';
import { fingerprint } from './fingerprint.js';
import type { Condition, PeerTemplate, SamePointers, Selection, SelectionStep, Source } from './mapping-file.js';
import type { Read } from './path.js';
import { expandPointer, pointerTokens, resolvePointer } from './pointer.js';
import type { View } from './view.js';

/** Elements of the JSON in a value, in order. */
export type Select = (view: View) => readonly AnyValue[];

/** The compilers of what a selection is made of; handed in, because sources can hold selections. */
export interface Expressions {
  source(source: Source): Read;
  condition(condition: Condition): Holds;
}

/** Compiles a selection of the mapping language. */
export function compileSelection(selection: Selection, expressions: Expressions): Select {
  const read = expressions.source(selection.in);
  const steps = selection.steps.map((step) => compileStep(step, expressions));
  return (view) => {
    const root = view.texts.structure(read(view));
    let elements: readonly AnyValue[] = root === undefined ? [] : [root];
    for (const step of steps) elements = elements.flatMap((element) => step(element, view));
    return elements;
  };
}

type Step = (element: AnyValue, view: View) => readonly AnyValue[];

function compileStep(step: SelectionStep, expressions: Expressions): Step {
  const tokens = pointerTokens(step.path);
  const after = step.after && expressions.condition(step.after);
  const where = step.where && expressions.condition(step.where);
  const unless = step.unless && compileUnless(step.unless, expressions);
  return (element, view) => {
    let found = expandPointer(element, tokens);
    if (after !== undefined) found = found.slice(found.findLastIndex((item) => after(view.withElement(item))) + 1);
    if (where !== undefined) found = found.filter((item) => where(view.withElement(item)));
    if (unless !== undefined) found = unless(found, view);
    if (step.take === 'first') return found.slice(0, 1);
    return step.take === 'last' ? found.slice(-1) : found;
  };
}

function compileUnless(
  template: Selection & { readonly same: readonly SamePointers[] },
  expressions: Expressions,
): (elements: readonly AnyValue[], view: View) => readonly AnyValue[] {
  const others = compileSelection(template, expressions);
  const keys = compileKeys(template.same);
  return (elements, view) => {
    if (elements.length === 0) return elements;
    const answered = new Set(others(view).map((other) => keys.other(other, view)));
    return elements.filter((element) => !answered.has(keys.element(element, view)));
  };
}

type Key = (element: AnyValue, view: View) => string;

function compileKeys(same: readonly SamePointers[]): { readonly element: Key; readonly other: Key } {
  const pairs = same.map((pointers) => (typeof pointers === 'string' ? [pointers, pointers] : pointers));
  const key =
    (side: 0 | 1): Key =>
    (element, view) =>
      pairs.map((pair) => fingerprint(resolvePointer(element, pointerTokens(pair[side] ?? ''), view.texts))).join();
  return { element: key(0), other: key(1) };
}

/**
 * Compiles a peer: of the elements that have the same values at `same`, the one of the current element's rank, provided
 * that there are as many as there are current elements with these values. Otherwise nothing tells which is which.
 */
export function compilePeer(template: PeerTemplate, expressions: Expressions): Read {
  const select = compileSelection(template, expressions);
  const keys = compileKeys(template.same ?? []);
  const pointer = pointerTokens(template.pointer);
  return (view) => {
    if (view.elements === undefined || view.element === undefined) return undefined;
    const { list, index } = view.elements;
    const key = keys.element(view.element, view);
    const own = list.map((element) => keys.element(element, view) === key);
    const candidates = select(view).filter((candidate) => keys.other(candidate, view) === key);
    if (candidates.length !== own.filter(Boolean).length) return undefined;
    const rank = own.slice(0, index).filter(Boolean).length;
    return resolvePointer(candidates[rank], pointer, view.texts);
  };
}
