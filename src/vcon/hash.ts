import { sha512 } from '@noble/hashes/sha2';
import { utf8ToBytes } from '@noble/hashes/utils';
import { toBase64url } from './base64url.js';

/** The form of a content_hash: `sha512-` and base64url, or the same of another algorithm (draft appendix C). */
const CONTENT_HASH = /^[a-z0-9]+-[A-Za-z0-9_-]+$/;

/** Whether a value has the form of one `content_hash`. */
export function isContentHash(value: unknown): value is string {
  return typeof value === 'string' && CONTENT_HASH.test(value);
}

/**
 * The `content_hash` of content that lies elsewhere: `sha512-` and the base64url SHA-512 digest of its bytes (core 0.5.0,
 * ContentHash). Text is hashed as UTF-8.
 */
export function contentHash(content: Uint8Array | string): string {
  return `sha512-${toBase64url(sha512(typeof content === 'string' ? utf8ToBytes(content) : content))}`;
}
