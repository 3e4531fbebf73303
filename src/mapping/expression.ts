import { type AnyValue, newMap, own } from '../telemetry/index.js';
import type {
  Condition,
  GatherTemplate,
  Literal,
  Path,
  Source,
  SourceObject,
  Test,
  TextTemplate,
} from './mapping-file.js';
import { compilePath, type Read } from './path.js';
import { pointerTokens, resolvePointer } from './pointer.js';
import { compilePeer, type Expressions } from './selection.js';
import { compileCapture, matchesPattern } from './text-pattern.js';
import { asText, isPresent } from './values.js';
import type { View } from './view.js';

/** Whether a condition holds for what an expression sees. */
export type Holds = (view: View) => boolean;

const NOTHING: Read = () => undefined;

/** The compilers of sources and conditions, for selections. */
export const EXPRESSIONS: Expressions = { source: compileSource, condition: compileCondition };

/** Compiles a condition: all of its members must hold. */
export function compileCondition(condition: Condition): Holds {
  return allOf(Object.entries(condition).map(([key, member]) => compileMember(key, member)));
}

// Conditions are tried on every record, so that none of these makes a function or a list when it is called.

function allOf<T>(holds: readonly ((value: T) => boolean)[]): (value: T) => boolean {
  const [only] = holds;
  if (holds.length === 1 && only !== undefined) return only;
  return (value) => {
    for (const one of holds) if (!one(value)) return false;
    return true;
  };
}

function anyOf<T>(holds: readonly ((value: T) => boolean)[]): (value: T) => boolean {
  return (value) => {
    for (const one of holds) if (one(value)) return true;
    return false;
  };
}

function compileMember(key: string, member: Condition[string]): Holds {
  if (key === 'all' || key === 'any') {
    const parts = (member as readonly Condition[]).map(compileCondition);
    return key === 'all' ? allOf(parts) : anyOf(parts);
  }
  if (key === 'not') {
    const holds = compileCondition(member as Condition);
    return (view) => !holds(view);
  }
  const read = compilePath(key);
  const passes = compileTest(member as Test);
  return (view) => passes(read(view));
}

type Passes = (value: AnyValue | undefined) => boolean;

function isLiteral(test: Test): test is Literal {
  return typeof test !== 'object';
}

function compileTest(test: Test): Passes {
  if (isLiteral(test)) {
    const expected = String(test);
    return (value) => asText(value) === expected;
  }
  if (Array.isArray(test)) {
    const expected = new Set(test.map(String));
    return (value) => expected.has(asText(value) ?? '') && value !== undefined;
  }
  const parts: Passes[] = [];
  const { exists, prefix, suffix, contains, like, not } = test as Exclude<Test, Literal | readonly Literal[]>;
  if (exists !== undefined) parts.push((value) => isPresent(value) === exists);
  if (prefix !== undefined) parts.push((value) => asText(value)?.startsWith(prefix) ?? false);
  if (suffix !== undefined) parts.push((value) => asText(value)?.endsWith(suffix) ?? false);
  if (contains !== undefined) parts.push((value) => containsText(value, contains));
  if (like !== undefined) parts.push((value) => matchesPattern(like, asText(value) ?? ''));
  if (not !== undefined) {
    const passes = compileTest(not);
    parts.push((value) => !passes(value));
  }
  return allOf(parts);
}

/** Text within text, or a member of a list. */
function containsText(value: AnyValue | undefined, part: string): boolean {
  if (Array.isArray(value)) return value.some((item) => asText(item) === part);
  return asText(value)?.includes(part) ?? false;
}

/** Compiles a source. What it reads is present, or `undefined`. */
export function compileSource(source: Source): Read {
  if (typeof source === 'string') return present(compilePath(source as Path));
  if (Array.isArray(source)) {
    const reads = (source as readonly Source[]).map(compileSource);
    return (view) => {
      for (const read of reads) {
        const value = read(view);
        if (value !== undefined) return value;
      }
      return undefined;
    };
  }
  return compileSourceObject(source as SourceObject);
}

function present(read: Read): Read {
  return (view) => {
    const value = read(view);
    return isPresent(value) ? value : undefined;
  };
}

type Transform = (value: AnyValue, view: View) => AnyValue | undefined;

function compileSourceObject(template: SourceObject): Read {
  const when = template.when && compileCondition(template.when);
  const read = compileOrigin(template);
  const transforms = compileTransforms(template);
  return (view) => {
    if (when !== undefined && !when(view)) return undefined;
    let value = read(view);
    for (const transform of transforms) {
      if (!isPresent(value)) return undefined;
      value = transform(value, view);
    }
    return isPresent(value) ? value : undefined;
  };
}

function compileOrigin({ from, value, gather, peer }: SourceObject): Read {
  if (from !== undefined) return compileSource(from);
  if (gather !== undefined) return compileGather(gather);
  if (peer !== undefined) return compilePeer(peer, EXPRESSIONS);
  return value === undefined ? NOTHING : () => value;
}

/** The transforms of a source, in the order in which they are applied. */
function compileTransforms(template: SourceObject): readonly Transform[] {
  const { before, strip, capture, ignore, table, json, pointer } = template;
  const transforms: Transform[] = [];
  const onText = (change: (text: string, view: View) => AnyValue | undefined) =>
    transforms.push((value, view) => {
      const text = asText(value);
      return text === undefined ? undefined : change(text, view);
    });
  if (before !== undefined) onText((text) => text.split(before, 1)[0]);
  if (strip?.prefix !== undefined) {
    const prefix = compileText(strip.prefix);
    onText((text, view) => (text.startsWith(prefix(view)) ? text.slice(prefix(view).length) : text));
  }
  if (strip?.suffix !== undefined) {
    const suffix = compileText(strip.suffix);
    onText((text, view) => (text.endsWith(suffix(view)) ? text.slice(0, text.length - suffix(view).length) : text));
  }
  if (capture !== undefined) onText(compileCapture(capture));
  if (ignore !== undefined) {
    const ignored = new Set(ignore);
    transforms.push((value) => (typeof value === 'string' && ignored.has(value) ? undefined : value));
  }
  if (table !== undefined) onText((text) => own(table, text));
  if (json === true) onText((text, view) => view.texts.parse(text) ?? text);
  if (pointer !== undefined) {
    const tokens = pointerTokens(pointer);
    transforms.push((value, view) => resolvePointer(value, tokens, view.texts));
  }
  return transforms;
}

function compileText(template: TextTemplate): (view: View) => string {
  if (typeof template === 'string') return () => template;
  const parts = template.map((part) => (typeof part === 'string' ? () => part : compileSource(part.from)));
  return (view) => parts.map((part) => asText(part(view)) ?? '').join('');
}

/** Gathers attributes whose keys have the form `before*after` into one object, keyed by what stands at "*". */
export function compileGather({ keys, except = [], json = false }: GatherTemplate): Read {
  const [before = '', after = ''] = keys.split('*');
  const left = new Set(except);
  return ({ attributes, texts }) => {
    let gathered: Record<string, AnyValue> | undefined;
    for (const [key, value] of Object.entries(attributes)) {
      if (!key.startsWith(before) || !key.endsWith(after) || key.length <= before.length + after.length) continue;
      const name = key.slice(before.length, key.length - after.length);
      if (left.has(name)) continue;
      gathered ??= newMap();
      gathered[name] = json && typeof value === 'string' ? (texts.parse(value) ?? value) : value;
    }
    return gathered;
  };
}
