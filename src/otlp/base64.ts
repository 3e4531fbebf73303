const HEX_PAIR = /../g;

/** Bytes of base64 or base64url text, padded or not; `undefined` when the text is neither. */
export function decodeBase64(text: string): Uint8Array | undefined {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Base64 (standard alphabet, padded), as OTLP/JSON writes bytes. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}

/** Lower-case hex of bytes. */
export function encodeHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return hex;
}

/** Bytes of hex text with an even number of digits. */
export function decodeHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(HEX_PAIR) ?? [], (pair) => Number.parseInt(pair, 16));
}
