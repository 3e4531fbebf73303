/** A field of a protobuf message: its number, its wire type, and where its content lies. */
export interface WireField {
  readonly number: number;
  readonly wire: number;
  readonly start: number;
  readonly end: number;
}

/** Wire types (protobuf.dev, "Message Structure"). */
export const WIRE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

/** A variable-length integer at `at`; undefined when it is cut off or longer than fits. */
export function readVarint(
  bytes: Uint8Array,
  at: number,
): { readonly value: number; readonly end: number } | undefined {
  let value = 0;
  for (let index = 0; index < 10; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined) return undefined;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, end: at + index + 1 };
  }
  return undefined;
}

/** The fields of a message from `start` to `end`, one after the other. It throws where the bytes are no message. */
export function* wireFields(bytes: Uint8Array, start: number, end: number): Generator<WireField, void, undefined> {
  let at = start;
  while (at < end) {
    const tag = readVarint(bytes, at);
    if (tag === undefined) throw new Error('a field tag is cut off');
    const wire = tag.value % 8;
    const content = contentOf(bytes, wire, tag.end);
    if (content === undefined || content.end > end) throw new Error('a field is cut off');
    yield { number: Math.floor(tag.value / 8), wire, ...content };
    at = content.end;
  }
}

function contentOf(bytes: Uint8Array, wire: number, start: number): { start: number; end: number } | undefined {
  if (wire === WIRE.fixed64) return { start, end: start + 8 };
  if (wire === WIRE.fixed32) return { start, end: start + 4 };
  const varint = readVarint(bytes, start);
  if (varint === undefined || (wire !== WIRE.varint && wire !== WIRE.bytes)) return undefined;
  return wire === WIRE.varint ? { start, end: varint.end } : { start: varint.end, end: varint.end + varint.value };
}
