import { isMap, OtelVconError, own, parseJson } from '../telemetry/index.js';
import { fromBase64 } from './base64url.js';
import { isDeeperThan } from './json-content.js';
import { wrappingOf } from './recognise.js';

/** A vCon as it came: the JSON value of the unsigned form, or what was signed. */
export type VconForm =
  | { readonly form: 'unsigned'; readonly value: unknown }
  | { readonly form: 'signed'; readonly payload: Uint8Array };

const COMPACT = /^\s*[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*){2,4}\s*$/;
/** What reads the vCon later takes a stack frame a level. */
const MAX_DEPTH = 1000;
const ADVICE_ENCRYPTED = 'Decrypt it first; this program has no keys';

/**
 * Tells the forms of a vCon apart (vCon core 0.5.0): unsigned; signed as JWS in its general,
 * flattened or compact serialisation; encrypted as JWE, which is refused.
 *
 * @throws OtelVconError `vcon-encrypted`, `vcon-compressed`, `vcon-not-json`, `not-a-vcon`.
 */
export function readForm(input: unknown): VconForm {
  if (input instanceof Uint8Array) return readForm(decodeText(input));
  if (typeof input !== 'string') return formOf(input);
  if (COMPACT.test(input)) {
    const parts = input.trim().split('.');
    if (parts.length === 5) throw encrypted();
    if (parts.length === 3) return { form: 'signed', payload: payloadOf(parts[1]) };
  }
  return formOf(parseText(input));
}

/**
 * Parses JSON text of a vCon.
 *
 * @throws OtelVconError `vcon-not-json`, with the place when the parser tells it; `vcon-too-deep`.
 */
export function parseText(text: string): unknown {
  const value = parseAny(text);
  if (!isDeeperThan(value, MAX_DEPTH)) return value;
  throw new OtelVconError('vcon-too-deep', `The JSON of the vCon is nested deeper than ${MAX_DEPTH} levels`);
}

function parseAny(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    const position = cause instanceof Error ? /position (\d+)/.exec(cause.message)?.[1] : undefined;
    const place = position === undefined ? '' : ` (at character ${position})`;
    throw new OtelVconError('vcon-not-json', `not a vCon: the text is not JSON${place}`, { cause });
  }
}

/**
 * Decodes the text of a vCon: UTF-8, or UTF-16 with a byte order mark.
 *
 * @throws OtelVconError `vcon-compressed` for gzip, `vcon-not-json` for bytes that are no text.
 */
export function decodeText(bytes: Uint8Array): string {
  if (isGzip(bytes)) {
    throw new OtelVconError('vcon-compressed', 'The vCon is gzip-compressed', {
      advice: 'Read it with readVconBytes, or decompress it first',
    });
  }
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new OtelVconError('vcon-not-json', 'not a vCon: the bytes are neither UTF-8 text nor gzip', { cause });
  }
}

/** Whether bytes begin as gzip does (RFC 1952 section 2.3.1), which is how core tells the compressed form. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function formOf(value: unknown): VconForm {
  const wrapping = isMap(value) ? wrappingOf(value) : undefined;
  if (wrapping === 'encrypted') throw encrypted();
  if (wrapping === undefined || !isMap(value)) return { form: 'unsigned', value };
  return { form: 'signed', payload: payloadOf(own(value, 'payload')) };
}

function payloadOf(payload: unknown): Uint8Array {
  const bytes = typeof payload === 'string' ? fromBase64(payload) : undefined;
  if (bytes !== undefined) return bytes;
  throw new OtelVconError('not-a-vcon', 'not a vCon: the payload of the signed form is not base64url');
}

function encrypted(): OtelVconError {
  return new OtelVconError('vcon-encrypted', 'The vCon is encrypted', { advice: ADVICE_ENCRYPTED });
}
