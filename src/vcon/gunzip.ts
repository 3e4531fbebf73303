import { OtelVconError } from '../telemetry/index.js';

/** A vCon is held in memory as text, and text cannot be longer than about 512 Mi characters in V8. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Decompresses gzip. @throws OtelVconError `vcon-gzip` when the bytes are damaged or give more than 512 MiB. */
export async function gunzip(bytes: Uint8Array): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    const reader = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      chunks.push(step.value);
      length += step.value.length;
      if (length > MAX_BYTES) throw new RangeError(`more than ${MAX_BYTES} bytes`);
    }
  } catch (cause) {
    throw new OtelVconError('vcon-gzip', 'The gzip form of the vCon cannot be decompressed', {
      cause,
      advice: 'It is damaged, cut off or above 512 MiB; get it again, or decompress it by other means',
    });
  }
  const all = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.length;
  }
  return all;
}
