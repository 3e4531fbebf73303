import { type AnyValue, isMap, own, parseJson } from '../telemetry/index.js';

/** The tokens of a JSON pointer (RFC 6901). "" has none. */
export function pointerTokens(pointer: string): readonly string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Parses JSON text once per record: several rules look into the same attribute. */
export class JsonTexts {
  readonly #parsed = new Map<string, AnyValue | undefined>();

  /** The value of JSON text; `undefined` when the text is not JSON. */
  parse(text: string): AnyValue | undefined {
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

  /** A value to go into: JSON text is parsed, anything else is itself. */
  structure(value: AnyValue | undefined): AnyValue | undefined {
    return typeof value === 'string' ? this.parse(value) : value;
  }
}

/** The value at a pointer, going through JSON text on the way. The value found may itself be JSON text. */
export function resolvePointer(
  root: AnyValue | undefined,
  tokens: readonly string[],
  texts: JsonTexts,
): AnyValue | undefined {
  let value = root;
  for (const token of tokens) {
    const structure = texts.structure(value);
    if (Array.isArray(structure)) value = Object.hasOwn(structure, token) ? structure[Number(token)] : undefined;
    else if (isMap(structure)) value = own(structure, token);
    else return undefined;
  }
  return value;
}

/** The values at a pointer in which "*" stands for every element of an array or member of an object, in order. */
export function expandPointer(
  root: AnyValue | undefined,
  tokens: readonly string[],
  texts: JsonTexts,
): readonly AnyValue[] {
  let values: AnyValue[] = root === undefined ? [] : [root];
  for (const token of tokens) {
    const next: AnyValue[] = [];
    for (const value of values) {
      if (token === '*') {
        const structure = texts.structure(value);
        if (Array.isArray(structure)) for (const item of structure) next.push(item);
        else if (isMap(structure)) for (const item of Object.values(structure)) next.push(item);
      } else {
        const member = resolvePointer(value, [token], texts);
        if (member !== undefined) next.push(member);
      }
    }
    values = next;
  }
  return values;
}
