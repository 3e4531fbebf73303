const CAPTURE = '{}';

/** A text pattern: literals, with "*" for any text between them. Matching is linear: each literal is looked for once. */
export function matchesPattern(pattern: string, text: string): boolean {
  const pieces = pattern.split('*');
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  if (pieces.length === 1) return text === pattern;
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  return endOfPieces(pieces.slice(1, -1), text.slice(0, text.length - last.length), first.length) !== -1;
}

/**
 * Compiles a pattern to a function that gives the text that stands at "{}" in it, or `undefined` when the pattern does not match or the
 * text there is empty. It is the shortest such text: `mcp__{}__*` takes "github" from "mcp__github__create_issue".
 */
export function compileCapture(pattern: string): (text: string) => string | undefined {
  const at = pattern.indexOf(CAPTURE);
  const [first = '', ...before] = pattern.slice(0, at).split('*');
  const [next = '', ...after] = pattern.slice(at + CAPTURE.length).split('*');
  const anchored = after.length === 0;
  const rest = `*${after.join('*')}`;
  return (text) => {
    if (!text.startsWith(first)) return undefined;
    const start = endOfPieces(before, text, first.length);
    if (start === -1) return undefined;
    const end = anchored ? text.length - next.length : text.indexOf(next, start + 1);
    if (end <= start || (anchored && !text.endsWith(next))) return undefined;
    if (!anchored && !matchesPattern(rest, text.slice(end + next.length))) return undefined;
    return text.slice(start, end);
  };
}

/** Where the last of the pieces ends when they are found one after another from `start`; -1 when one is not found. */
function endOfPieces(pieces: readonly string[], text: string, start: number): number {
  let position = start;
  for (const piece of pieces) {
    const found = text.indexOf(piece, position);
    if (found === -1) return -1;
    position = found + piece.length;
  }
  return position;
}
