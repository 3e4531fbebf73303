/** Bytes that mean something in JSON text. */
export const NEWLINE = 0x0a;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const LETTER_N = 0x6e;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

/** Bytes between documents that mean nothing: white space, comma, closers, BOM, record separator (RFC 7464), NUL (a torn file). */
const MEANINGLESS: ReadonlySet<number> = new Set([
  0x00,
  0x09,
  0x0d,
  0x1e,
  0x20,
  COMMA,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  0xef,
  0xbb,
  0xbf,
]);

/** Whether a byte between documents means nothing. */
export function isMeaningless(byte: number): boolean {
  return MEANINGLESS.has(byte);
}
