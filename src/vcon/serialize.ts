import { stringifyJson } from '../telemetry/index.js';
import type { Vcon } from './types.js';

/** Options of {@link serializeVcon}. */
export interface SerializeOptions {
  /** Indented by two blanks, for people. Default: one line. */
  readonly pretty?: boolean;
}

/**
 * Writes a vCon as JSON text without a line end. The same vCon gives the same text; `bigint` is written as its digits, and a
 * lone surrogate as an escape, so that the text is valid UTF-8 when encoded.
 */
export function serializeVcon(vcon: Vcon, options: SerializeOptions = {}): string {
  return stringifyJson(vcon, options.pretty ? 2 : undefined);
}
