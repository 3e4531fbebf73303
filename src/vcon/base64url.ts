const CHUNK = 0x8000;
/** Without padding; one letter beyond a group of four is no byte. */
const BASE64URL = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2,3})?$/;
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Base64url without padding (RFC 7515 section 2). */
export function toBase64url(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Whether a text is base64url without padding. */
export function isBase64url(text: string): boolean {
  return BASE64URL.test(text);
}

/** Reads base64 or base64url, with or without padding. @returns `undefined` when the text is neither. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (!BASE64.test(text)) return undefined;
  const digits = text.replace(/=+$/, '');
  if (digits.length % 4 === 1) return undefined;
  const binary = atob(digits.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}
