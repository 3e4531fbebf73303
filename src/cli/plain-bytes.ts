import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { OtelVconError } from '../telemetry/index.js';
import { startingWith } from './starting-with.js';

/**
 * An input as the UTF-8 text that it stands for: gzip is decompressed, UTF-16 with a byte order mark (as Windows PowerShell
 * writes files) is decoded. Anything else comes as it is.
 *
 * @throws OtelVconError `vcon-gzip` when the gzip data is damaged or cut off.
 */
export async function* plainBytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  for (let step = await iterator.next(); !step.done; step = await iterator.next()) {
    head = Buffer.concat([head, step.value]);
    if (head.length >= 2) break;
  }
  const all = startingWith<Uint8Array>(head, iterator);
  const mark = head.length < 2 ? 0 : head.readUInt16BE();
  if (mark === 0x1f8b) yield* gunzipped(all);
  else if (mark === 0xfffe) yield* decoded(all, 'utf-16le');
  else if (mark === 0xfeff) yield* decoded(all, 'utf-16be');
  else yield* all;
}

async function* gunzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  // What goes wrong also ends the reading side, where it is thrown.
  const writing = pipeline(Readable.from(chunks), gunzip).catch(() => {});
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw new OtelVconError('vcon-gzip', 'The gzip form of the vCon cannot be decompressed', {
      cause,
      advice: 'It is damaged or cut off; get it again',
    });
  } finally {
    gunzip.destroy();
    await writing;
  }
}

async function* decoded(chunks: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}
