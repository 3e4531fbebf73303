import { OPEN_BRACE, OPEN_BRACKET } from './ascii.js';

/** What the first bytes of an input tell about it. */
export type ByteFormat =
  | 'empty'
  | 'gzip'
  | 'zstd'
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'protobuf'
  | 'length-prefixed'
  | 'unknown';

/** How many bytes {@link detectFormat} wants to see. */
export const HEAD_BYTES = 1024;

const GZIP = [0x1f, 0x8b];
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];
/** Tag of field 1, length-delimited: how each OTLP message begins (`resource_spans`, `resource_logs`, ...). */
const FIELD_1 = 0x0a;

/** Tells the format of an input by its content, never by its name. `messageBytes`: the largest length-prefixed message that may be. */
export function detectFormat(head: Uint8Array, messageBytes: number): ByteFormat {
  if (head.length === 0) return 'empty';
  if (startsWith(head, GZIP)) return 'gzip';
  if (startsWith(head, ZSTD)) return 'zstd';
  const utf16 = detectUtf16(head);
  if (utf16 !== undefined) return utf16;
  if (isText(head)) return 'utf-8';
  if (head[0] === FIELD_1) return 'protobuf';
  return isLengthPrefixed(head, messageBytes) ? 'length-prefixed' : 'unknown';
}

function startsWith(head: Uint8Array, magic: readonly number[], from = 0): boolean {
  return magic.every((byte, index) => head[from + index] === byte);
}

/** UTF-16 by its byte order mark, or because every other byte is zero and the others are ASCII, as in the beginning of any JSON. */
function detectUtf16(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (startsWith(head, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(head, [0xfe, 0xff])) return 'utf-16be';
  const start = head.subarray(0, 16 - (head.length < 16 ? head.length % 2 : 0));
  if (start.length < 4) return undefined;
  const alternates = (zero: number) =>
    start.every((byte, index) => (index % 2 === zero ? byte === 0 : isTextByte(byte) && byte < 0x7f));
  if (alternates(1)) return 'utf-16le';
  return alternates(0) ? 'utf-16be' : undefined;
}

/** Text has no control bytes; an OTLP message has some in any head. What begins like JSON is text whatever follows. */
function isText(head: Uint8Array): boolean {
  const first = head.find((byte) => byte > 0x20);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return head.subarray(0, 8).every(isTextByte);
  return head.every(isTextByte);
}

function isTextByte(byte: number): boolean {
  // Tab, line feed, form feed, carriage return, escape (colours of a log), record separator (RFC 7464).
  return (
    byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d || byte === 0x1b || byte === 0x1e
  );
}

/** The Collector's file exporter with `format: proto` or with `compression`: each message after its length, 4 bytes, big-endian. */
function isLengthPrefixed(head: Uint8Array, messageBytes: number): boolean {
  if (head.length < 5) return false;
  const length = new DataView(head.buffer, head.byteOffset).getUint32(0);
  const begins =
    head[4] === FIELD_1 || head[4] === OPEN_BRACE || startsWith(head, ZSTD, 4) || startsWith(head, GZIP, 4);
  return length > 0 && length <= messageBytes && begins;
}
