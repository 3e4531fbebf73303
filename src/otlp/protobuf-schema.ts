import protobuf from 'protobufjs/light.js';

type Fields = Record<string, { type: string; id: number; rule?: 'repeated' }>;

/** Fields as `name: "number type"`, `*` for repeated, in the JSON names of opentelemetry/proto (version 1.9). */
function message(
  fields: Record<string, string>,
  oneof?: string,
): { fields: Fields; oneofs?: Record<string, { oneof: string[] }> } {
  const described: Fields = {};
  for (const [name, text] of Object.entries(fields)) {
    const [id, type = '', star] = text.split(' ');
    described[name] = { type, id: Number(id), ...(star === '*' && { rule: 'repeated' as const }) };
  }
  return oneof === undefined
    ? { fields: described }
    : { fields: described, oneofs: { [oneof]: { oneof: Object.keys(fields) } } };
}

const root = protobuf.Root.fromJSON({
  nested: {
    TracesData: message({ resourceSpans: '1 ResourceSpans *' }),
    ResourceSpans: message({ resource: '1 Resource', scopeSpans: '2 ScopeSpans *', schemaUrl: '3 string' }),
    ScopeSpans: message({ scope: '1 InstrumentationScope', spans: '2 Span *', schemaUrl: '3 string' }),
    Span: message({
      traceId: '1 bytes',
      spanId: '2 bytes',
      traceState: '3 string',
      parentSpanId: '4 bytes',
      name: '5 string',
      kind: '6 int32',
      startTimeUnixNano: '7 fixed64',
      endTimeUnixNano: '8 fixed64',
      attributes: '9 KeyValue *',
      droppedAttributesCount: '10 uint32',
      events: '11 Event *',
      droppedEventsCount: '12 uint32',
      links: '13 Link *',
      droppedLinksCount: '14 uint32',
      status: '15 Status',
      flags: '16 fixed32',
    }),
    Event: message({
      timeUnixNano: '1 fixed64',
      name: '2 string',
      attributes: '3 KeyValue *',
      droppedAttributesCount: '4 uint32',
    }),
    Link: message({
      traceId: '1 bytes',
      spanId: '2 bytes',
      traceState: '3 string',
      attributes: '4 KeyValue *',
      droppedAttributesCount: '5 uint32',
      flags: '6 fixed32',
    }),
    Status: message({ message: '2 string', code: '3 int32' }),
    LogRecord: message({
      timeUnixNano: '1 fixed64',
      severityNumber: '2 int32',
      severityText: '3 string',
      body: '5 AnyValue',
      attributes: '6 KeyValue *',
      droppedAttributesCount: '7 uint32',
      flags: '8 fixed32',
      traceId: '9 bytes',
      spanId: '10 bytes',
      observedTimeUnixNano: '11 fixed64',
      eventName: '12 string',
    }),
    Resource: message({ attributes: '1 KeyValue *', droppedAttributesCount: '2 uint32' }),
    InstrumentationScope: message({
      name: '1 string',
      version: '2 string',
      attributes: '3 KeyValue *',
      droppedAttributesCount: '4 uint32',
    }),
    KeyValue: message({ key: '1 string', value: '2 AnyValue' }),
    AnyValue: message(
      {
        stringValue: '1 string',
        boolValue: '2 bool',
        intValue: '3 int64',
        doubleValue: '4 double',
        arrayValue: '5 ArrayValue',
        kvlistValue: '6 KeyValueList',
        bytesValue: '7 bytes',
      },
      'value',
    ),
    ArrayValue: message({ values: '1 AnyValue *' }),
    KeyValueList: message({ values: '1 KeyValue *' }),
  },
});

/** The OTLP messages that are read or written as a whole. */
export type MessageName = 'TracesData' | 'Span' | 'LogRecord' | 'Resource' | 'InstrumentationScope';

/**
 * Decodes a message to the object that OTLP/JSON would have, with bytes as bytes and 64-bit integers as `bigint`.
 *
 * @throws Error when the bytes are no such message.
 */
export function decodeMessage(name: MessageName, bytes: Uint8Array): unknown {
  const type = root.lookupType(name);
  return type.toObject(type.decode(bytes), { longs: BigInt });
}

/** Encodes an object as OTLP/JSON would have it, but with ids as bytes. */
export function encodeMessage(name: MessageName, value: Record<string, unknown>): Uint8Array {
  const type = root.lookupType(name);
  return type.encode(type.fromObject(value)).finish();
}
