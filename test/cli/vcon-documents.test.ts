import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { vconDocuments } from '../../src/cli/vcon-documents.js';

/** The documents of an input that arrives in pieces of a size. */
async function documents(
  text: string | Buffer,
  pieceSize: number,
): Promise<[place: string | undefined, text: string][]> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  async function* pieces() {
    for (let start = 0; start < bytes.length; start += pieceSize) yield bytes.subarray(start, start + pieceSize);
  }
  const found: [string | undefined, string][] = [];
  for await (const { place, bytes: one } of vconDocuments(pieces())) found.push([place, Buffer.from(one).toString()]);
  return found;
}

describe.each([1, 3, 1000])('vconDocuments, read %d bytes at a time', (pieceSize) => {
  it('takes each line when the first one is a whole object', async () => {
    expect(await documents('{"a":1}\n\n{"a":2}\r\n{"a":3}', pieceSize)).toEqual([
      ['line 1', '{"a":1}\n'],
      ['line 3', '{"a":2}\r\n'],
      ['line 4', '{"a":3}'],
    ]);
  });

  it('takes the whole input when its first line is no whole object', async () => {
    expect(await documents('\n{\n "a": 1\n}\n', pieceSize)).toEqual([[undefined, '{\n "a": 1\n}']]);
    expect(await documents('{"a": }\n', pieceSize)).toEqual([[undefined, '{"a": }']]);
    expect(await documents('{"a": [\n', pieceSize)).toEqual([[undefined, '{"a": [\n']]);
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

  it.each([
    ['one after the other', '{"a":"}\\"{"}{"a":{"b":2}}'],
    ['on several lines', '{\n"a":"}\\"{"}\n\n{"a":{\n"b":2}}\n'],
    ['in an array', '\ufeff[\n{"a":"}\\"{"},\n{"a":{"b":2}}\n]\n'],
  ])('takes objects %s', async (_, text) => {
    const found = await documents(text, pieceSize);
    expect(found.map(([place, one]) => [place, JSON.parse(one)])).toEqual([
      ['vCon 1', { a: '}"{' }],
      ['vCon 2', { a: { b: 2 } }],
    ]);
  });

  it('opens gzip and UTF-16 before it cuts', async () => {
    const lines = '{"a":"é"}\n{"a":2}\n';
    const expected = [
      ['line 1', '{"a":"é"}\n'],
      ['line 2', '{"a":2}\n'],
    ];
    const utf16 = Buffer.from(`\ufeff${lines}`, 'utf16le');
    expect(await documents(gzipSync(lines), pieceSize)).toEqual(expected);
    expect(await documents(utf16, pieceSize)).toEqual(expected);
    expect(await documents(Buffer.from(utf16).swap16(), pieceSize)).toEqual(expected);
  });

  it('refuses gzip that is cut off', async () => {
    const cut = gzipSync('{"a":1}\n').subarray(0, -6);
    await expect(documents(cut, pieceSize)).rejects.toThrow('cannot be decompressed');
  });
});
