import type { Scalar } from './key-rules.js';

/**
 * A value and what becomes of it: one shape for values in memory and for those that stand in JSON text, so that one set of
 * rules reads both.
 */
export class Node {
  /** Keys of an object, as scalar nodes, since keys too can hold a credential. */
  readonly keys: Node[] = [];
  /** Values of an object, in the order of its keys, or elements of an array. */
  readonly items: Node[] = [];
  /** What stands in its place: the marker, or text or bytes from which credentials were taken. */
  replacement: string | Uint8Array | undefined;
  /** Whether the replacement is the marker, rather than what is left of a text. */
  isMarker = false;
  /** Where it stands in the JSON text, if it does. */
  end = 0;

  constructor(
    readonly kind: 'object' | 'array' | 'scalar' | 'bytes' | 'other',
    readonly value: unknown,
    readonly start = 0,
  ) {}

  /** The value of a scalar; `null` for others. */
  get scalar(): Scalar {
    return this.kind === 'scalar' ? (this.value as Scalar) : null;
  }

  /** The text of a string, else `undefined`. */
  get text(): string | undefined {
    return this.kind === 'scalar' && typeof this.value === 'string' ? this.value : undefined;
  }
}
