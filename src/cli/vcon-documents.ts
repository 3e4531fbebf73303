import { OtelVconError } from '../telemetry/index.js';
import { objectsIn } from './json-objects.js';
import { plainBytes } from './plain-bytes.js';

const LINE_FEED = 10;
/** A vCon is held in memory as text, and text cannot be longer than about 512 Mi characters in V8. */
const MAX_BYTES = 512 * 1024 * 1024;

/** One vCon as bytes, with its place in words when the input has several. */
export interface VconDocument {
  readonly bytes: Uint8Array;
  /** `line 3`, or `vCon 2` of those that are not one a line. */
  readonly place?: string;
}

/**
 * Cuts an input, plain or gzip, into vCons. When its first line is a whole JSON object, each line is a vCon (as `convert`
 * writes them) and few lines are held at a time. Else the vCons are the objects that stand one after the other or in an array;
 * an input that is something else is one document.
 *
 * @throws OtelVconError `vcon-gzip`; `vcon-too-large` for a vCon, or an input that is not one vCon a line, over 512 MiB.
 */
export async function* vconDocuments(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<VconDocument> {
  const whole: Uint8Array[] = [];
  let size = 0;
  let byLine: boolean | undefined;
  let held: VconDocument | undefined;
  let documents = 0;
  let number = 0;
  for await (const line of linesOf(plainBytes(chunks))) {
    number += 1;
    const blank = isBlank(line);
    if (!blank) byLine ??= isWholeObject(line);
    if (!byLine) {
      size += line.length;
      if (size > MAX_BYTES) throw tooLarge();
      whole.push(line);
    } else if (!blank) {
      if (held !== undefined) yield held;
      held = { bytes: line, place: `line ${number}` };
      documents += 1;
    }
  }
  // A line that is alone needs no number.
  if (held !== undefined) yield documents === 1 ? { bytes: held.bytes } : held;
  if (byLine === false) yield* separate(Buffer.concat(whole));
}

function* separate(bytes: Uint8Array): Generator<VconDocument> {
  const objects = objectsIn(bytes) ?? [];
  if (objects.length < 2) yield { bytes: objects[0] ?? bytes };
  else for (const [index, object] of objects.entries()) yield { bytes: object, place: `vCon ${index + 1}` };
}

/** The lines with their line ends. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield Buffer.concat([...pending, chunk.subarray(start, end + 1)]);
      pending = [];
      size = 0;
      start = end + 1;
    }
    size += chunk.length - start;
    if (size > MAX_BYTES) throw tooLarge();
    if (start < chunk.length) pending.push(chunk.subarray(start));
  }
  if (pending.length > 0) yield Buffer.concat(pending);
}

function tooLarge(): OtelVconError {
  return new OtelVconError('vcon-too-large', 'The vCon is larger than 512 MiB', {
    advice: 'Many vCons in one file are read one a line',
  });
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === LINE_FEED || byte === 13 || byte === 32 || byte === 9);
}

function isWholeObject(line: Uint8Array): boolean {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
