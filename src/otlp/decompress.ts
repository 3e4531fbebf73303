import { Decompress } from 'fzstd';

/** Decompresses gzip, several members after each other included. It throws where the data is damaged or cut off. */
export async function* gunzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = new DecompressionStream('gzip');
  // What goes wrong with writing also ends the reading side, where it is thrown.
  const writing = feed(source, stream.writable.getWriter()).catch(() => {});
  const reader = stream.readable.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => {});
    await writing;
  }
}

async function feed(source: AsyncIterable<Uint8Array>, writer: WritableStreamDefaultWriter<Uint8Array>): Promise<void> {
  try {
    for await (const chunk of source) await writer.write(chunk.slice());
    await writer.close();
  } catch (error) {
    await writer.abort(error);
  }
}

/** Decompresses zstd, several frames after each other included. It throws where the data is damaged or cut off. */
export async function* unzstd(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let ready: Uint8Array[] = [];
  const stream = new Decompress((chunk) => {
    if (chunk.length > 0) ready.push(chunk);
  });
  for await (const chunk of source) {
    stream.push(chunk.slice());
    yield* ready;
    ready = [];
  }
  stream.push(new Uint8Array(0), true);
  yield* ready;
}
