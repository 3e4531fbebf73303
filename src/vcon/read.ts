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

/** The JSON value of a vCon's unsigned form, as it was written, and what it was wrapped in. */
export interface UnwrappedVcon {
  readonly value: unknown;
  readonly form: ReadVcon['form'];
}

/**
 * Opens the gzip and the signed form of a vCon and changes nothing in it, as validation wants it. It needs
 * `DecompressionStream`, as Node and browsers have it.
 *
 * @throws OtelVconError `vcon-encrypted`, `vcon-not-json`, `not-a-vcon` (the payload of the signed form is not base64url), and
 * `vcon-gzip` when decompression fails or gives more than 512 MiB.
 */
export async function unwrapVcon(bytes: Uint8Array): Promise<UnwrappedVcon> {
  const form = readForm(await unzipped(bytes));
  if (form.form === 'unsigned') return form;
  return { form: 'signed', value: parseText(decodeText(await unzipped(form.payload))) };
}

/** Reads a vCon from bytes like {@link readVcon}, those of the gzip form too; it throws what both it and unwrapVcon throw. */
export async function readVconBytes(bytes: Uint8Array, options: ReadOptions = {}): Promise<ReadVcon> {
  const { value, form } = await unwrapVcon(bytes);
  return readUnsigned(value, form, options.source ?? 'vCon');
}

function unzipped(bytes: Uint8Array): Uint8Array | Promise<Uint8Array> {
  return isGzip(bytes) ? gunzip(bytes) : bytes;
}
