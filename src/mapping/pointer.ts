import { type AnyValue, isMap, own, parseJson } from '../telemetry/index.js';

/** The tokens of a JSON pointer (RFC 6901). "" has none. */
export function pointerTokens(pointer: string): readonly string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A key as a token of a JSON pointer (RFC 6901). */
export function pointerToken(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Parses JSON text once per record: several rules look into the same attribute. */
export class JsonTexts {
  #parsed: Map<string, AnyValue | undefined> | undefined;

  /** The value of JSON text; `undefined` when the text is not JSON. */
  parse(text: string): AnyValue | undefined {
    this.#parsed ??= new Map();
    if (this.#parsed.has(text)) return this.#parsed.get(text);
    let value: AnyValue | undefined;
    try {
      value = parseJson(text) as AnyValue;
    } catch {
      value = undefined;
    }
    this.#parsed.set(text, value);
    return value;
  }

  /** A value to go into: JSON text is parsed, also when it was encoded twice; anything else is itself. */
  structure(value: AnyValue | undefined): AnyValue | undefined {
    const once = typeof value === 'string' ? this.parse(value) : value;
    return typeof once === 'string' ? this.parse(once) : once;
  }
}

/**
 * The value at a pointer. Where the root is JSON text it is parsed, also when it was encoded twice; text further down is text, even if
 * it looks like JSON, because a model or a user may have written it. The value found may be JSON text.
 */
export function resolvePointer(
  root: AnyValue | undefined,
  tokens: readonly string[],
  texts: JsonTexts,
): AnyValue | undefined {
  let value = tokens.length === 0 ? root : texts.structure(root);
  for (const token of tokens) value = member(value, token);
  return value;
}

function member(value: AnyValue | undefined, token: string): AnyValue | undefined {
  if (Array.isArray(value)) return Object.hasOwn(value, token) ? value[Number(token)] : undefined;
  return isMap(value) ? own(value, token) : undefined;
}

/** The values at a pointer in which "*" stands for every element of an array or member of an object, in order. */
export function expandPointer(root: AnyValue, tokens: readonly string[]): readonly AnyValue[] {
  let values: AnyValue[] = [root];
  for (const token of tokens) {
    const next: AnyValue[] = [];
    for (const value of values) {
      if (token === '*') {
        if (Array.isArray(value) || isMap(value)) for (const item of Object.values(value)) next.push(item);
      } else {
        const found = member(value, token);
        if (found !== undefined) next.push(found);
      }
    }
    values = next;
  }
  return values;
}
