/** Integers that a double may not hold, and the number names that some writers leave bare. */
const BARE = /(?<![\w.+-])-?(?:\d{16,}(?![\d.eE])|NaN\b|Infinity\b)/g;
const MAY_BE_LONG = /[:,[]\s*-?\d{16}/;

/**
 * Parses a piece of OTLP/JSON. Integers of 16 digits and more become text, which OTLP allows for 64-bit integers, so that no digit is
 * lost; bare NaN and Infinity, which some writers emit, become text too.
 *
 * @throws SyntaxError when the text is not JSON.
 */
export function parseWire(text: string): unknown {
  if (MAY_BE_LONG.test(text)) return JSON.parse(quoteBare(text));
  try {
    return JSON.parse(text);
  } catch (error) {
    const quoted = quoteBare(text);
    if (quoted === text) throw error;
    return JSON.parse(quoted);
  }
}

function quoteBare(text: string): string {
  let quoted = '';
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('"', at);
    const close = open === -1 ? text.length : endOfString(text, open + 1);
    const plain = text.slice(at, open === -1 ? text.length : open);
    quoted += plain.replace(BARE, '"$&"') + (open === -1 ? '' : text.slice(open, close));
    at = close;
  }
  return quoted;
}

function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x22) return at + 1;
  }
  return text.length;
}
