import { toBase64url } from '../../vcon/index.js';

/** Bounds of the JSON text that is made of an application's value. */
export interface JsonLimits {
  /** Longest string that is kept whole, in UTF-16 units; a longer one is replaced by a marker. Default 1,048,576. */
  readonly maxString?: number;
  /** Longest text, in UTF-16 units; what comes after is replaced by markers. Default 4,194,304. */
  readonly maxText?: number;
  /** Deepest nesting; what is deeper is replaced by a marker. Default 100, protobuf's own limit. */
  readonly maxDepth?: number;
}

const DEFAULTS: Required<JsonLimits> = { maxString: 1_048_576, maxText: 4_194_304, maxDepth: 100 };

/**
 * Writes any value as JSON text and never throws. Beyond what JSON.stringify does: integers of type BigInt keep their digits, bytes
 * become base64url, a Map an object (or pairs, when its keys are not strings), a Set an array, an Error its name and message,
 * NaN and the infinities their names. A value that contains itself, throws when it is read, is no data (function, symbol) or is
 * beyond a limit is replaced by a short marker in brackets; an object that occurs twice without a cycle is written twice.
 *
 * @returns `undefined` for `undefined` only.
 */
export function safeJson(value: unknown, limits: JsonLimits = {}): string | undefined {
  return value === undefined ? undefined : new SafeJson({ ...DEFAULTS, ...limits }).text(value);
}

/** Stands for everything after the text is full. */
const LEFT_OUT = '"[left out]"';

class SafeJson {
  readonly #limits: Required<JsonLimits>;
  /** The objects around the value that is being written: meeting one of them again is a cycle. */
  readonly #around = new Set<object>();
  #left: number;

  constructor(limits: Required<JsonLimits>) {
    this.#limits = limits;
    this.#left = limits.maxText;
  }

  text(value: unknown): string {
    if (this.#isFull()) return LEFT_OUT;
    switch (typeof value) {
      case 'string':
        return this.#string(value);
      case 'number':
        return this.#spend(Number.isFinite(value) ? JSON.stringify(value) : `"${value}"`);
      case 'bigint':
      case 'boolean':
        return this.#spend(String(value));
      case 'undefined':
        return 'null';
      case 'object':
        return value === null ? this.#spend('null') : this.#guarded(value);
      default:
        return this.#marker(typeof value);
    }
  }

  #string(value: string): string {
    const limit = Math.min(this.#limits.maxString, this.#left);
    return value.length > limit
      ? this.#marker(`${value.length} characters left out`)
      : this.#spend(JSON.stringify(value));
  }

  #isFull(): boolean {
    return this.#left <= 0;
  }

  #marker(text: string): string {
    return this.#spend(JSON.stringify(`[${text}]`));
  }

  #spend(text: string): string {
    this.#left -= text.length + 1;
    return text;
  }

  #guarded(value: object): string {
    if (this.#around.has(value)) return this.#marker('Circular');
    if (this.#around.size >= this.#limits.maxDepth) return this.#marker('too deep');
    this.#around.add(value);
    try {
      return this.#object(value);
    } catch {
      return this.#marker('unreadable');
    } finally {
      this.#around.delete(value);
    }
  }

  #object(value: object): string {
    if (value instanceof Date)
      return this.#string(Number.isNaN(value.getTime()) ? '[Invalid Date]' : value.toISOString());
    const bytes = bytesOf(value);
    if (bytes !== undefined) return this.#bytes(bytes);
    if ('toJSON' in value && typeof value.toJSON === 'function') return this.text(value.toJSON());
    if (value instanceof Error)
      return this.#members([
        ['name', value.name],
        ['message', value.message],
      ]);
    if (value instanceof Set) return this.#items(value);
    if (value instanceof Map) return isStringKeyed(value) ? this.#members(value) : this.#items(value);
    if (Array.isArray(value)) return this.#items(value);
    return this.#members(membersOf(value));
  }

  #bytes(bytes: Uint8Array): string {
    const length = Math.ceil((bytes.length * 4) / 3);
    const limit = Math.min(this.#limits.maxString, this.#left);
    return length > limit ? this.#marker(`${bytes.length} bytes left out`) : this.#spend(`"${toBase64url(bytes)}"`);
  }

  #items(items: Iterable<unknown>): string {
    const parts: string[] = [];
    for (const item of items) {
      parts.push(this.text(item));
      if (parts.at(-1) === LEFT_OUT && this.#isFull()) break;
    }
    return `[${parts.join(',')}]`;
  }

  #members(members: Iterable<readonly [string, unknown]>): string {
    const parts: string[] = [];
    for (const [key, item] of members) {
      if (item === undefined) continue;
      if (this.#isFull()) return `{${[...parts, `${LEFT_OUT}:true`].join(',')}}`;
      const name = this.#spend(JSON.stringify(key));
      parts.push(`${name}:${this.text(item)}`);
    }
    return `{${parts.join(',')}}`;
  }
}

/** A getter that throws costs its own member only. */
function* membersOf(value: object): Generator<readonly [string, unknown]> {
  for (const key of Object.keys(value)) {
    yield [key, readMember(value as Record<string, unknown>, key)];
  }
}

function readMember(value: Record<string, unknown>, key: string): unknown {
  try {
    return value[key];
  } catch {
    return '[unreadable]';
  }
}

/** The bytes of a value that holds bytes, `undefined` of any other. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined;
}

function isStringKeyed(map: ReadonlyMap<unknown, unknown>): map is ReadonlyMap<string, unknown> {
  for (const key of map.keys()) if (typeof key !== 'string') return false;
  return true;
}
