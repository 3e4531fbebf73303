import { type AnyValue, isMap, type JsonValue, newMap } from '../telemetry/index.js';
import { fromBase64, toBase64url } from './base64url.js';
import { parseJsonContainer, parseJsonExactly } from './json-content.js';
import type { Content } from './types.js';

/** The media type of content that names none, by its encoding. */
export const MEDIATYPES = {
  json: 'application/json',
  none: 'text/plain',
  base64url: 'application/octet-stream',
} as const;
/** References to content are HTTPS (draft sections 6.1.10 and 10). */
const HTTPS_URL = /^https:\/\/[^/]/i;

/** Options of {@link contentOf}. */
export interface ContentOptions {
  /** The media type that the emitter named, if it did. */
  readonly mediatype?: string;
}

/**
 * Makes the content parameters of an Event Object (draft section 6.1.10) from an observed value.
 *
 * A structured value, and JSON text of an object or array that survives parsing without loss, becomes encoding `json`; bytes
 * become base64url; any other text stays unchanged with encoding `none`. A named media type that is not JSON keeps its text
 * as text; one that is JSON makes its text JSON, scalars included. Nothing observed (`undefined`, `null`, an empty text or no
 * bytes) gives no parameters: content SHOULD be present, it need not.
 */
export function contentOf(value: AnyValue | undefined, options: ContentOptions = {}): Content {
  if (value === undefined || value === null) return {};
  if (typeof value === 'string') return contentOfText(value, options.mediatype);
  if (value instanceof Uint8Array) {
    if (value.length === 0) return {};
    return { encoding: 'base64url', mediatype: options.mediatype ?? MEDIATYPES.base64url, body: toBase64url(value) };
  }
  return jsonContent(toJsonValue(value), options.mediatype);
}

/**
 * The value that inline content holds: with encoding `json` the body itself (a string body is that string, not parsed again),
 * with `none` the text, with `base64url` the bytes.
 *
 * @returns `undefined` when there is no body (external or redacted content); a body that is not in its encoding's form comes
 * back as it is.
 */
export function decodeContent(content: Content): AnyValue | undefined {
  const { body, encoding } = content;
  if (encoding === 'base64url' && typeof body === 'string') return fromBase64(body) ?? body;
  return body;
}

/** Whether a value is a URL that content can be referred to by. */
export function isHttpsUrl(value: unknown): value is string {
  return typeof value === 'string' && HTTPS_URL.test(value);
}

/** Whether a media type is JSON: `application/json` or one with the suffix `+json`, whatever its parameters. */
export function isJsonType(mediatype: string | undefined): boolean {
  return mediatype !== undefined && /^\s*(?:application\/json|[^;\s]+\+json)\s*(?:;|$)/i.test(mediatype);
}

/**
 * An observed value as a JSON value: bytes become base64url text, NaN and the infinities the strings `NaN`, `Infinity` and
 * `-Infinity`, a hole or `undefined` becomes null. Integers that a double cannot hold stay `bigint`.
 */
export function toJsonValue(value: AnyValue | undefined): JsonValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object') return value;
  if (value instanceof Uint8Array) return toBase64url(value);
  if (isMap(value)) {
    const object = newMap<JsonValue>();
    for (const [key, member] of Object.entries(value)) object[key] = toJsonValue(member);
    return object;
  }
  return Array.from(value, toJsonValue);
}

function contentOfText(text: string, mediatype: string | undefined): Content {
  if (text === '') return {};
  const isJson = isJsonType(mediatype);
  if (mediatype !== undefined && !isJson) return { encoding: 'none', mediatype, body: text };
  const body = parseJsonContainer(text) ?? (isJson ? parseJsonExactly(text) : undefined);
  return body === undefined
    ? { encoding: 'none', mediatype: MEDIATYPES.none, body: text }
    : jsonContent(body, mediatype);
}

function jsonContent(body: JsonValue, mediatype: string | undefined): Content {
  return {
    encoding: 'json',
    mediatype: mediatype !== undefined && isJsonType(mediatype) ? mediatype : MEDIATYPES.json,
    body,
  };
}
