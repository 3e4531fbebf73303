import type { RecordOrigin, TelemetryRecord } from '../telemetry/index.js';
import { ByteReader, type ByteSource, type PeekedBytes, peek, pieces } from './byte-stream.js';
import { gunzip, unzstd } from './decompress.js';
import { detectFormat, HEAD_BYTES } from './detect.js';
import { JsonDocuments } from './json-documents.js';
import { readVarint, WIRE } from './protobuf-fields.js';
import { readResourceMessage } from './protobuf-records.js';
import type { ReadOtlpOptions } from './read-options.js';
import { ReadSession } from './read-session.js';
import { utf8OfUtf16 } from './utf16.js';

type Batches = AsyncGenerator<readonly TelemetryRecord[], void, undefined>;

/** Tag of field 1, length-delimited: ResourceSpans, ResourceLogs, ... */
const RESOURCE_TAG = 0x0a;

/** Compression within compression that is followed: a compressed file of compressed messages. */
const DEEPEST = 3;

/**
 * Reads the spans and log records of an OTLP input, as they come, in memory that does not grow with the input. The format is told by the
 * content: OTLP/JSON in any framing (one document, pretty-printed, JSON Lines, concatenated, arrays, with text of a log around it, in
 * UTF-8 or UTF-16), OTLP protobuf (one body, or the Collector's length-prefixed messages), plain or compressed with gzip or zstd.
 * Metrics and profiles are skipped. Reading is lenient; what cannot be read is reported and loses only itself.
 *
 * Lines and byte offsets in origins are those of the decompressed text as UTF-8; protobuf has offsets only.
 *
 * @throws OtelVconError when the input is empty (`OTLP_EMPTY`), or when nothing in it is known: `OTLP_UNKNOWN_DOCUMENT` (JSON
 *   that is not OTLP, its keys named), `OTLP_NO_JSON`, `OTLP_CUT`, `OTLP_BROKEN`, `OTLP_COMPRESSION`, `OTLP_TOO_LARGE`.
 */
export async function* readOtlp(
  source: ByteSource,
  options: ReadOtlpOptions = {},
): AsyncGenerator<TelemetryRecord, void, undefined> {
  for await (const records of readOtlpBatches(source, options)) yield* records;
}

/** As {@link readOtlp}, but gives the records in lists, as many as one piece of the input completes: faster where there are many. */
export async function* readOtlpBatches(source: ByteSource, options: ReadOtlpOptions = {}): Batches {
  const session = new ReadSession(options);
  yield* readBytes(session, pieces(source), 0);
  session.finish();
}

async function* readBytes(session: ReadSession, source: AsyncIterable<Uint8Array>, depth: number): Batches {
  if (depth > DEEPEST) {
    session.warn('OTLP_COMPRESSION', 'the input is compressed too many times', { source: session.source });
    return;
  }
  const input = await peek(source, HEAD_BYTES);
  const format = detectFormat(input.head, session.limits.messageBytes);
  switch (format) {
    case 'gzip':
    case 'zstd':
      yield* readCompressed(session, input, format, depth);
      return;
    case 'utf-16le':
    case 'utf-16be':
      yield* readJson(session, utf8OfUtf16(input, format));
      return;
    case 'utf-8':
      yield* readJson(session, input);
      return;
    case 'protobuf':
      yield* readProtobuf(session, input);
      return;
    case 'length-prefixed':
      yield* readMessages(session, input, depth);
      return;
    case 'unknown':
      session.warn('OTLP_NO_JSON', 'the input is binary, but neither OTLP protobuf nor gzip nor zstd', {
        source: session.source,
      });
  }
}

async function* readCompressed(
  session: ReadSession,
  input: PeekedBytes,
  format: 'gzip' | 'zstd',
  depth: number,
): Batches {
  const decompressed = format === 'gzip' ? gunzip(input) : unzstd(input);
  yield* readBytes(session, pieces(untilDamaged(session, decompressed, format)), depth + 1);
}

/** What can be decompressed; where it is damaged or cut off, that is reported and the stream ends. */
async function* untilDamaged(
  session: ReadSession,
  source: AsyncIterable<Uint8Array>,
  format: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    session.warn('OTLP_COMPRESSION', `the ${format} data is damaged or cut off (${reason})`, {
      source: session.source,
    });
  }
}

async function* readJson(session: ReadSession, source: AsyncIterable<Uint8Array>): Batches {
  const documents = new JsonDocuments(session);
  for await (const piece of source) {
    documents.push(piece);
    yield session.take();
  }
  documents.end();
  yield session.take();
}

/** One body: TracesData, LogsData or an export request, of which field 1 repeats. Several after each other are one as well. */
async function* readProtobuf(session: ReadSession, source: AsyncIterable<Uint8Array>): Batches {
  const reader = new ByteReader(source);
  try {
    for (let head = await reader.take(1); head.length > 0; head = await reader.take(1)) {
      const offset = reader.offset - 1;
      const tag = head[0] ?? 0;
      const size = await takeVarint(reader);
      const origin = { source: session.source, offset };
      if (size === undefined || tag % 8 !== WIRE.bytes) {
        session.warn('OTLP_BROKEN', `the OTLP protobuf is damaged or cut off at byte ${offset}`, origin);
        return;
      }
      // Field 2 is the dictionary of profiles.
      const message = tag === RESOURCE_TAG ? await takeMessage(session, reader, size, origin) : await reader.skip(size);
      if (message instanceof Uint8Array) readResourceMessage(session, message, reader.offset - size);
      yield session.take();
    }
  } finally {
    await reader.close();
  }
}

async function takeVarint(reader: ByteReader): Promise<number | undefined> {
  const bytes: number[] = [];
  for (let byte = 0x80; byte >= 0x80; ) {
    const [next] = await reader.take(1);
    if (next === undefined || bytes.length === 10) return undefined;
    byte = next;
    bytes.push(byte);
  }
  return readVarint(Uint8Array.from(bytes), 0)?.value;
}

/** A whole message; undefined, and reported, when it is above the limit or cut off. */
async function takeMessage(
  session: ReadSession,
  reader: ByteReader,
  size: number,
  origin: RecordOrigin,
): Promise<Uint8Array | undefined> {
  if (size > session.limits.messageBytes) {
    session.warn('OTLP_TOO_LARGE', `a message of ${size} bytes is above the limit and was skipped`, origin);
    await reader.skip(size);
    return undefined;
  }
  const message = await reader.take(size);
  if (message.length === size) return message;
  session.warn('OTLP_CUT', `the message that begins here is cut off at byte ${reader.offset}`, origin);
  return undefined;
}

/** Messages after their length: each of them is an input of its own, compressed or not. */
async function* readMessages(session: ReadSession, source: AsyncIterable<Uint8Array>, depth: number): Batches {
  const reader = new ByteReader(source);
  try {
    for (let prefix = await reader.take(4); prefix.length > 0; prefix = await reader.take(4)) {
      const offset = reader.offset - prefix.length;
      const origin = { source: session.source, offset };
      const size = prefix.length < 4 ? 1 : new DataView(prefix.buffer, prefix.byteOffset).getUint32(0);
      const message = await takeMessage(session, reader, size, origin);
      if (message !== undefined) yield* readBytes(session, pieces(message), depth + 1);
    }
  } finally {
    await reader.close();
  }
}
