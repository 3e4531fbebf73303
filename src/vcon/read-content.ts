import { type JsonObject, type JsonValue, own, stringifyJson } from '../telemetry/index.js';
import { fromBase64, isBase64url, toBase64url } from './base64url.js';
import { isJsonType, MEDIATYPES } from './content.js';
import { isContentHash } from './hash.js';
import { parseJsonContainer } from './json-content.js';

/** Says one thing about the event that is being read. */
export type Remark = (code: string, message: string) => void;

const TEXT_TYPE = /^\s*text\//i;

/**
 * Brings the content parameters of a tool event into the form of core 0.5.0, leniently: encodings that are missing or of older
 * versions are derived, base64 becomes base64url without padding. What cannot be repaired without guessing stays as it is.
 * Each change and each breach is said. Nothing is fetched.
 */
export function readContent(event: JsonObject, remark: Remark): JsonObject {
  remarkOnExternal(event, remark);
  const { body } = event;
  if (body === undefined) return event;
  const inline = readInline(event, body, remark);
  if (inline.mediatype !== undefined) return inline;
  const mediatype = own<string>(MEDIATYPES, String(inline.encoding));
  remark('event-mediatype-missing', `has a body without mediatype; ${mediatype ?? 'none'} is taken`);
  return mediatype === undefined ? inline : { ...inline, mediatype };
}

function readInline(event: JsonObject, body: JsonValue, remark: Remark): JsonObject {
  const { encoding } = event;
  if (encoding === undefined) {
    const derived = deriveEncoding(body, event.mediatype);
    remark('event-encoding-missing', `has a body without encoding; ${derived.encoding} is taken`);
    return { ...event, ...derived };
  }
  if (encoding === 'json') return event;
  const name = typeof encoding === 'string' ? encoding.toLowerCase() : '';
  if (typeof body !== 'string') {
    remark(
      'event-encoding-wrong',
      `has encoding ${stringifyJson(encoding)} with a body that is no text; json is taken`,
    );
    return { ...event, encoding: 'json' };
  }
  if (encoding === 'none') return event;
  if (name === 'text' || name === 'none') {
    remark('event-encoding-old', `has encoding ${stringifyJson(encoding)}; none is taken`);
    return { ...event, encoding: 'none' };
  }
  if (name === 'base64url' || name === 'base64') return readBytes(event, body, remark);
  remark(
    'event-encoding-unknown',
    `has encoding ${stringifyJson(encoding)}, which is not known; the body stays as it is`,
  );
  return event;
}

function readBytes(event: JsonObject, body: string, remark: Remark): JsonObject {
  if (event.encoding === 'base64url' && isBase64url(body)) return event;
  const bytes = fromBase64(body);
  if (bytes === undefined) {
    remark('event-base64-wrong', `has encoding ${stringifyJson(event.encoding)} with a body that is not base64`);
    return event;
  }
  remark('event-base64-old', 'has base64 of an older form (padding, "+" or "/"); its bytes are taken');
  return { ...event, encoding: 'base64url', body: toBase64url(bytes) };
}

function deriveEncoding(body: JsonValue, mediatype: JsonValue | undefined): { encoding: string; body: JsonValue } {
  if (typeof body !== 'string') return { encoding: 'json', body };
  const type = typeof mediatype === 'string' ? mediatype : undefined;
  if (isJsonType(type)) {
    const parsed = parseJsonContainer(body);
    return parsed === undefined ? { encoding: 'none', body } : { encoding: 'json', body: parsed };
  }
  const bytes = type === undefined || TEXT_TYPE.test(type) ? undefined : fromBase64(body);
  return bytes === undefined ? { encoding: 'none', body } : { encoding: 'base64url', body: toBase64url(bytes) };
}

function remarkOnExternal(event: JsonObject, remark: Remark): void {
  const { body, url, content_hash } = event;
  if (url !== undefined) {
    if (body !== undefined) remark('event-body-and-url', 'has both body and url; the body counts');
    if (!hasHash(content_hash)) remark('event-url-without-hash', 'has a url without content_hash');
    if (typeof url !== 'string' || !/^https:\/\//i.test(url))
      remark('event-url-not-https', 'has a url that is not https');
  }
  const hashes = Array.isArray(content_hash) ? content_hash : content_hash === undefined ? [] : [content_hash];
  if (!hashes.every(isContentHash)) {
    remark('event-hash-form', 'has a content_hash that is not of the form "sha512-" and base64url');
  }
}

function hasHash(hash: JsonValue | undefined): boolean {
  return Array.isArray(hash) ? hash.length > 0 : typeof hash === 'string';
}
