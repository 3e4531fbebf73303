const LINE_FEED = 10;

/** One vCon as bytes, with its line when the input has one vCon a line. */
export interface VconDocument {
  readonly bytes: Uint8Array;
  readonly line?: number;
}

/**
 * Cuts an input into vCons. When its first line is a whole JSON object, each line is a vCon (as `convert` writes them) and few
 * lines are held at a time; else the whole input is one vCon.
 */
export async function* vconDocuments(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<VconDocument> {
  const whole: Uint8Array[] = [];
  let byLine: boolean | undefined;
  let held: VconDocument | undefined;
  let documents = 0;
  let number = 0;
  for await (const line of linesOf(chunks)) {
    number += 1;
    const blank = isBlank(line);
    if (!blank) byLine ??= isWholeObject(line);
    if (!byLine) whole.push(line);
    else if (!blank) {
      if (held !== undefined) yield held;
      held = { bytes: line, line: number };
      documents += 1;
    }
  }
  // A line that is alone needs no number.
  if (held !== undefined) yield documents === 1 ? { bytes: held.bytes } : held;
  if (byLine === false) yield { bytes: Buffer.concat(whole) };
}

/** The lines with their line ends. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield Buffer.concat([...pending, chunk.subarray(start, end + 1)]);
      pending = [];
      start = end + 1;
    }
    if (start < chunk.length) pending.push(chunk.subarray(start));
  }
  if (pending.length > 0) yield Buffer.concat(pending);
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
