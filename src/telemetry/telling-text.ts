import type { SpanKind } from './record.js';

/**
 * A text by which a span that may be of interest is known before it is parsed: one of its JSON strings (a key, a name, a value) begins
 * with it, or one of those of its scope or resource does.
 */
export interface TellingText {
  readonly text: string;
  /** Where it has to stand. Default: at the beginning of any string; `name`: anywhere in the span's name. */
  readonly in?: 'name';
  /** It tells of spans of these kinds only. Default: of all. */
  readonly kinds?: readonly SpanKind[];
}
