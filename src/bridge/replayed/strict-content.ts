import { type JsonObject, type JsonValue, stringifyJson } from '../../telemetry/index.js';
import { isBase64url, isContentHash, isHttpsUrl } from '../../vcon/index.js';

const ENCODINGS: readonly JsonValue[] = ['json', 'none', 'base64url'];

/** Says what had to be changed: the first word is a verb. */
type Remark = (code: string, message: string) => void;

/**
 * Leaves out of an Event Object's content what a writer must not write (draft sections 6.1.10 and 10): `url` beside a body, a
 * `url` that is not HTTPS or has no well-formed hash, an encoding that core does not know, and what is left of content that
 * redaction took out (`encoding` without body, `content_hash` without url), for which the draft's CDDL has no form. Content of
 * the right form comes back as it is.
 */
export function strictContent<T extends JsonObject>(event: T, remark: Remark): T {
  const { body, encoding, url, content_hash: hash, ...rest } = event;
  if (body !== undefined) {
    if (url !== undefined)
      remark('content-body-and-url', 'has body and url, which exclude each other: url is left out');
    return { ...rest, body, encoding: strictEncoding(body, encoding, remark) } as unknown as T;
  }
  if (url === undefined) {
    if (hash !== undefined) remark('content-hash', 'has a content_hash without url: it is left out');
    return rest as unknown as T;
  }
  const hashes = strictHashes(hash, remark);
  return (isUsable(url, hashes, remark) ? { ...rest, url, content_hash: hashes } : rest) as unknown as T;
}

function strictEncoding(body: JsonValue, encoding: JsonValue | undefined, remark: Remark): JsonValue {
  const fits =
    typeof body !== 'string'
      ? encoding === 'json'
      : encoding === 'base64url'
        ? isBase64url(body)
        : ENCODINGS.includes(encoding ?? null);
  if (fits && encoding !== undefined) return encoding;
  const taken = typeof body === 'string' ? 'none' : 'json';
  remark(
    'content-encoding',
    `has the encoding ${encoding === undefined ? 'none at all' : stringifyJson(encoding)}, which its body is not in: "${taken}" is written`,
  );
  return taken;
}

function strictHashes(hash: JsonValue | undefined, remark: Remark): JsonValue | undefined {
  if (hash === undefined) return undefined;
  const all = Array.isArray(hash) ? hash : [hash];
  const good = all.filter(isContentHash);
  if (good.length === all.length && good.length > 0) return hash;
  remark('content-hash', 'has a content_hash that is not of the form algorithm-digest: it is left out');
  return good.length === 0 ? undefined : good;
}

function isUsable(url: JsonValue, hashes: JsonValue | undefined, remark: Remark): boolean {
  const isHttps = isHttpsUrl(url);
  if (isHttps && hashes !== undefined) return true;
  remark('content-url', `has a url ${isHttps ? 'without a usable content_hash' : 'that is not HTTPS'}: it is left out`);
  return false;
}
