import { type AnyValue, isMap, own, push } from '../../telemetry/index.js';
import type { Path } from '../mapping-file.js';
import { asText, isPresent } from '../values.js';
import type { Item } from './item.js';
import { wordsOf } from './words.js';

/** What a value looks like. `name`: short text without white space; `schema`: a JSON Schema. */
export type Shape = 'name' | 'text' | 'object' | 'schema' | 'list' | 'number' | 'boolean';

/** An attribute of several items, as far as can be said without its values. */
export interface Field {
  readonly path: Path;
  /** Of the key alone. */
  readonly words: readonly string[];
  /** How many items have it. */
  readonly count: number;
  readonly shapes: ReadonlySet<Shape>;
  /** How many different values there are; no more than {@link MAX_DISTINCT} are counted. */
  readonly distinct: number;
  /** The values, in order, when they are few words of a vocabulary rather than content; else none. */
  readonly vocabulary: readonly string[];
}

const MAX_DISTINCT = 100;
/** More different values than this are no list of words. */
const MAX_WORDS = 24;
/** Words and separators, as `user_permanent` or `tool.v2`: no key has that form. */
const WORD_VALUE = /^[A-Za-z]{1,16}\d?(?:[._-][A-Za-z]{1,16}\d?){0,3}$/;
const MAX_NAME = 128;

/** Whether all values have one of these shapes. */
export function isOnly({ shapes }: Field, ...allowed: readonly Shape[]): boolean {
  return [...shapes].every((shape) => allowed.includes(shape));
}

/** The fields of the items, ordered by path. */
export function fieldsOf(items: readonly Item[]): readonly Field[] {
  const columns = new Map<Path, AnyValue[]>();
  for (const { values } of items) {
    for (const [path, value] of values) {
      if (isPresent(value) && !isElement(path)) push(columns, path, value);
    }
  }
  return [...columns].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, values]) => fieldOf(path, values));
}

/** `llm.input_messages.1.content`: one element of a list. */
function isElement(path: Path): boolean {
  return /[._/:-]\d+(?:[._/:-]|$)/.test(path);
}

function fieldOf(path: Path, values: readonly AnyValue[]): Field {
  const shapes = new Set(values.map(shapeOf));
  const texts = new Set<string>();
  for (const value of values) {
    if (texts.size < MAX_DISTINCT) texts.add(asText(value) ?? '');
  }
  const enumerated =
    texts.size <= MAX_WORDS &&
    [...shapes].every((shape) => shape === 'name' || shape === 'text' || shape === 'boolean') &&
    [...texts].every((one) => WORD_VALUE.test(one));
  return {
    path,
    words: wordsOf(path.replace(/^@(?:event:[^:]*:|body#)/, '')),
    count: values.length,
    shapes,
    distinct: texts.size,
    vocabulary: enumerated ? [...texts].sort() : [],
  };
}

function shapeOf(value: AnyValue): Shape {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  if (typeof value === 'string') return shapeOfText(value);
  return structureShape(value);
}

function shapeOfText(value: string): Shape {
  const trimmed = value.trim();
  if (trimmed === 'true' || trimmed === 'false') return 'boolean';
  if (/^[{[]/.test(trimmed)) {
    try {
      return structureShape(JSON.parse(trimmed) as AnyValue);
    } catch {
      return 'text';
    }
  }
  return value.length <= MAX_NAME && /^\S+$/.test(value) ? 'name' : 'text';
}

function structureShape(value: AnyValue): Shape {
  if (!isMap(value)) return 'list';
  return own(value, 'type') === 'object' && own(value, 'properties') !== undefined ? 'schema' : 'object';
}
