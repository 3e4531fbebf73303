const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** What may stand between objects: blanks, a byte order mark, and the brackets and commas of an array around them. */
const BETWEEN: ReadonlySet<number> = new Set([
  0x20,
  0x09,
  0x0a,
  0x0d,
  0xef,
  0xbb,
  0xbf,
  0x2c,
  OPEN_BRACKET,
  CLOSE_BRACKET,
]);

/**
 * The JSON objects of a UTF-8 text that consists of nothing else, one after the other or in an array, each as it stands. What
 * is in them is not checked.
 *
 * @returns `undefined` when anything else stands between them, or the last one does not end.
 */
export function objectsIn(text: Uint8Array): Uint8Array[] | undefined {
  const objects: Uint8Array[] = [];
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] ?? 0;
    if (BETWEEN.has(byte)) continue;
    const end = byte === OPEN_BRACE ? endOf(text, at) : undefined;
    if (end === undefined) return undefined;
    objects.push(text.subarray(at, end));
    at = end - 1;
  }
  return objects;
}

/** Where the object that begins here ends. */
function endOf(text: Uint8Array, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const byte = text[at];
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN_BRACE) depth += 1;
    else if (byte === CLOSE_BRACE) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}
