import type { RecordOrigin } from './record.js';

/** Options of an {@link OtelVconError}. */
export interface OtelVconErrorOptions {
  readonly cause?: unknown;
  /** The place in the input. */
  readonly origin?: RecordOrigin;
  /** What the reader of the message can do. */
  readonly advice?: string;
}

/** An error with a stable `code`, the place in the input and what to do. The message names all three. */
export class OtelVconError extends Error {
  override readonly name: string = 'OtelVconError';
  readonly code: string;
  readonly origin: RecordOrigin | undefined;
  readonly advice: string | undefined;

  constructor(code: string, message: string, options: OtelVconErrorOptions = {}) {
    const place = options.origin === undefined ? '' : `${describeOrigin(options.origin)}: `;
    const advice = options.advice === undefined ? '' : `. ${options.advice}`;
    super(`${place}${message}${advice}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.origin = options.origin;
    this.advice = options.advice;
  }
}

/** A place in the input in words: `traces.jsonl, line 3 (byte 1042)`. */
export function describeOrigin(origin: RecordOrigin): string {
  const line = origin.line === undefined ? '' : `, line ${origin.line}`;
  const offset =
    origin.offset === undefined
      ? ''
      : origin.line === undefined
        ? `, byte ${origin.offset}`
        : ` (byte ${origin.offset})`;
  return `${origin.source}${line}${offset}`;
}
