import { CLOSE_BRACE, COMMA, QUOTE } from './ascii.js';
import { skipSpace } from './json-key.js';
import { JsonValueScan } from './json-value-scan.js';

/** What is left out of a skimmed span. */
const LEFT_OUT: ReadonlySet<string> = new Set(['attributes', 'events', 'links', 'status']);

/** What makes a skimmed span complete: nothing that comes later is of interest. */
const WANTED: ReadonlySet<string> = new Set(
  ['traceId', 'spanId', 'parentSpanId', 'name', 'kind', 'startTimeUnixNano', 'endTimeUnixNano'].flatMap((name) => [
    name,
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ]),
);
const WANTED_COUNT = 7;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * JSON text of a span without its attributes, events, links and status, taken from the span's own bytes. `undefined` when the bytes are
 * no plain object, so that the span is to be parsed in full.
 */
export function skimSpan(bytes: Uint8Array): string | undefined {
  const scan = new JsonValueScan();
  const seen = new Set<string>();
  let text = '';
  let kept = 0;
  let at = skipSpace(bytes, 1);
  while (bytes[at] === QUOTE) {
    const keyEnd = bytes.indexOf(QUOTE, at + 1);
    if (keyEnd === -1) return undefined;
    const name = decoder.decode(bytes.subarray(at + 1, keyEnd));
    const value = skipSpace(bytes, skipSpace(bytes, keyEnd + 1) + 1);
    const leftOut = LEFT_OUT.has(name);
    if (leftOut) {
      text += `${decoder.decode(bytes.subarray(kept, value))}null`;
      if (seen.size === WANTED_COUNT) return `${text}}`;
    } else if (WANTED.has(name)) {
      seen.add(name);
    }
    scan.begin(bytes[value]);
    const end = scan.scan(bytes, value, true);
    if (end < 0) return undefined;
    if (leftOut) kept = end;
    at = skipSpace(bytes, end);
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1);
  }
  return bytes[at] === CLOSE_BRACE ? text + decoder.decode(bytes.subarray(kept)) : undefined;
}
