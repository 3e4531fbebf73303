import type { RecordOrigin } from '../telemetry/index.js';
import { WIRE, type WireField, wireFields } from './protobuf-fields.js';
import { decodeMessage, type MessageName } from './protobuf-schema.js';
import type { ReadSession } from './read-session.js';
import { decodeResource, decodeScope, type Signal } from './record-decoder.js';

/**
 * Reads a ResourceSpans or ResourceLogs message (field 1 of any OTLP body). Which of them it is, or whether it is one of metrics or
 * profiles and to be skipped, is told by the fields of its records: the messages do not say.
 */
export function readResourceMessage(session: ReadSession, bytes: Uint8Array, offset: number): void {
  const origin = { source: session.source, offset };
  try {
    readResource(session, bytes, origin);
  } catch (error) {
    session.warn('OTLP_BROKEN', `a protobuf message is damaged (${reason(error)}) and was skipped`, origin);
  }
}

function readResource(session: ReadSession, bytes: Uint8Array, origin: RecordOrigin): void {
  const fields = [...wireFields(bytes, 0, bytes.length)];
  const wire = describe(session, 'Resource', bytes, fields, origin);
  const resource = decodeResource(wire.value, wire.schemaUrl, session.reportAt(origin));
  session.recognise();
  for (const scopeField of fields.filter((field) => field.number === 2 && field.wire === WIRE.bytes)) {
    const scopeFields = [...wireFields(bytes, scopeField.start, scopeField.end)];
    const described = describe(session, 'InstrumentationScope', bytes, scopeFields, origin);
    const scope = decodeScope(described.value, described.schemaUrl, session.reportAt(origin));
    for (const field of scopeFields.filter(({ number, wire: type }) => number === 2 && type === WIRE.bytes)) {
      const place = { source: origin.source, offset: (origin.offset ?? 0) + field.start };
      const record = bytes.subarray(field.start, field.end);
      const signal = signalOf(record);
      if (signal === undefined) {
        session.inform('OTLP_OTHER_SIGNAL', 'metrics or profiles were skipped: only traces and logs are read', place);
        continue;
      }
      const value = decodePart(signal === 'span' ? 'Span' : 'LogRecord', record);
      if (value instanceof Error) session.lose(signal, reason(value), place);
      else session.add(signal, value, { resource, scope, origin: place });
    }
  }
}

/** The first field (resource or scope) and the third (schema URL) of a message of the envelope. */
function describe(
  session: ReadSession,
  name: MessageName,
  bytes: Uint8Array,
  fields: readonly WireField[],
  origin: RecordOrigin,
): { value: unknown; schemaUrl: string | undefined } {
  const own = fields.findLast(({ number, wire }) => number === 1 && wire === WIRE.bytes);
  const url = fields.findLast(({ number, wire }) => number === 3 && wire === WIRE.bytes);
  const value = own === undefined ? undefined : decodePart(name, bytes.subarray(own.start, own.end));
  if (value instanceof Error) {
    session.warn(
      'OTLP_RESOURCE_UNREADABLE',
      `a resource or scope could not be read and was left out: ${reason(value)}`,
      origin,
    );
  }
  return {
    value: value instanceof Error ? undefined : value,
    schemaUrl: url === undefined ? undefined : new TextDecoder().decode(bytes.subarray(url.start, url.end)),
  };
}

function decodePart(name: MessageName, bytes: Uint8Array): unknown {
  try {
    return decodeMessage(name, bytes);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/**
 * Only spans have 64-bit times in fields 7 and 8, only log records in 1 and 11. Without any time, a span begins with ids of 16 and 8
 * bytes, and a log record has its body as a message in field 5 or a severity number in field 2.
 */
function signalOf(record: Uint8Array): Signal | undefined {
  let fields: readonly WireField[];
  try {
    fields = [...wireFields(record, 0, record.length)];
  } catch {
    return 'span';
  }
  const has = (number: number, wire: number, size?: number) =>
    fields.some(
      (field) =>
        field.number === number && field.wire === wire && (size === undefined || field.end - field.start === size),
    );
  if (has(7, WIRE.fixed64) || has(8, WIRE.fixed64) || (has(1, WIRE.bytes, 16) && has(2, WIRE.bytes, 8))) return 'span';
  if (has(1, WIRE.fixed64) || has(11, WIRE.fixed64) || has(2, WIRE.varint) || has(9, WIRE.bytes, 16)) return 'log';
  return undefined;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
