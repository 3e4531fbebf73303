import type { Condition, Literal, Path, Source } from '../mapping-file.js';

/** The condition that a path has one of these values. There is at least one. */
export function isOneOf(path: Path, values: readonly Literal[]): Condition {
  const [only = ''] = values;
  return { [path]: values.length === 1 ? only : values };
}

/** The sources in one, of which the first that is present counts; none gives `undefined`. */
export function firstOf(sources: readonly (Source | undefined)[]): Source | undefined {
  const found = sources.filter((source) => source !== undefined);
  return found.length > 1 ? found : found[0];
}
