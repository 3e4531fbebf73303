import { describe, expect, it } from 'vitest';
import { vconDocuments } from '../../src/cli/vcon-documents.js';

/** The documents of an input that arrives in pieces of a size. */
async function documents(text: string, pieceSize: number): Promise<[line: number | undefined, text: string][]> {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let start = 0; start < bytes.length; start += pieceSize) yield bytes.subarray(start, start + pieceSize);
  }
  const found: [number | undefined, string][] = [];
  for await (const { line, bytes: one } of vconDocuments(pieces())) found.push([line, Buffer.from(one).toString()]);
  return found;
}

describe.each([1, 3, 1000])('vconDocuments, read %d bytes at a time', (pieceSize) => {
  it('takes each line when the first one is a whole object', async () => {
    expect(await documents('{"a":1}\n\n{"a":2}\r\n{"a":3}', pieceSize)).toEqual([
      [1, '{"a":1}\n'],
      [3, '{"a":2}\r\n'],
      [4, '{"a":3}'],
    ]);
  });

  it('takes the whole input when its first line is no whole object', async () => {
    const pretty = '\n{\n "a": 1\n}\n';
    expect(await documents(pretty, pieceSize)).toEqual([[undefined, pretty]]);
    expect(await documents('eyJhbGciOiJSUzI1NiJ9.e30.c2ln\n', pieceSize)).toEqual([
      [undefined, 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln\n'],
    ]);
  });

  it('does not number a line that is alone', async () => {
    expect(await documents('\n{"a":1}\n\n', pieceSize)).toEqual([[undefined, '{"a":1}\n']]);
  });

  it('finds nothing in an input of blanks', async () => {
    expect(await documents(' \n\r\n', pieceSize)).toEqual([]);
  });
});
