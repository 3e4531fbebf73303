import { decodeText, isGzip, parseText, readForm } from './form.js';
import { gunzip } from './gunzip.js';
import { type ReadVcon, readUnsigned } from './read-unsigned.js';

/** Options of {@link readVcon}. */
export interface ReadOptions {
  /** What the input is called in notices, such as its file name. Default `vCon`. */
  readonly source?: string;
}

/**
 * Reads a vCon of any version (0.0.x to 0.5.0), unsigned or signed, from bytes, text or a parsed value. Lenient: what is
 * missing or of an older form is derived where that is no guess, and noticed. Nothing is fetched, no signature checked.
 *
 * @throws OtelVconError `vcon-encrypted`; `vcon-critical` when `critical` names an extension that is not known here (core: it
 * must not be processed); `vcon-compressed` for gzip, which {@link readVconBytes} reads; `vcon-not-json`; `not-a-vcon`.
 */
export function readVcon(input: unknown, options: ReadOptions = {}): ReadVcon {
  const form = readForm(input);
  const value = form.form === 'signed' ? parseText(decodeText(form.payload)) : form.value;
  return readUnsigned(value, form.form, options.source ?? 'vCon');
}

/**
 * Reads a vCon from bytes like {@link readVcon}, those of the gzip form too, inside the signed form as well. It needs
 * `DecompressionStream`, as Node and browsers have it.
 *
 * @throws OtelVconError as {@link readVcon}, and `vcon-gzip` when decompression fails or gives more than 512 MiB.
 */
export async function readVconBytes(bytes: Uint8Array, options: ReadOptions = {}): Promise<ReadVcon> {
  const form = readForm(await unzipped(bytes));
  const value = form.form === 'signed' ? parseText(decodeText(await unzipped(form.payload))) : form.value;
  return readUnsigned(value, form.form, options.source ?? 'vCon');
}

function unzipped(bytes: Uint8Array): Uint8Array | Promise<Uint8Array> {
  return isGzip(bytes) ? gunzip(bytes) : bytes;
}
