/** The text that stands where a credential was. */
export const REDACTED = '[redacted]';

/** A part of a text that is to be replaced: from `start` up to, not including, `end`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  /** What comes in its place. Default {@link REDACTED}. */
  readonly replacement?: string;
  /** What went was counted before. */
  readonly counted?: true;
}

/** The edit that takes out a whole match. */
export function wholeMatch(match: RegExpExecArray): Edit {
  return { start: match.index, end: match.index + match[0].length };
}

/** The edit that takes out the last group of a match: the pattern ends with that group. */
export function lastGroup(match: RegExpExecArray): Edit {
  const end = match.index + match[0].length;
  return { start: end - (match.at(-1)?.length ?? 0), end };
}

/** Puts the edits into the text. Edits that overlap or touch become one. Returns the new text and how many were counted. */
export function applyEdits(text: string, edits: readonly Edit[]): { readonly text: string; readonly count: number } {
  const merged = mergeEdits(edits);
  let result = '';
  let position = 0;
  for (const edit of merged) {
    result += text.slice(position, edit.start) + (edit.replacement ?? REDACTED);
    position = edit.end;
  }
  return { text: result + text.slice(position), count: merged.filter(({ counted }) => counted !== true).length };
}

function mergeEdits(edits: readonly Edit[]): readonly Edit[] {
  const sorted = [...edits].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Edit[] = [];
  for (const edit of sorted) {
    const last = merged.at(-1);
    if (last === undefined || edit.start > last.end) merged.push(edit);
    else if (edit.end > last.end) merged[merged.length - 1] = { start: last.start, end: edit.end };
  }
  return merged;
}
