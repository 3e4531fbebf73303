import type { SpanRecord } from '../telemetry/index.js';
import { decodeHex } from './base64.js';
import { encodeMessage } from './protobuf-schema.js';
import { compact, type IdWriter, text, type WireObject, writeResource, writeScope, writeSpan } from './wire-writer.js';

/** The encodings of OTLP/HTTP. */
export type OtlpEncoding = 'json' | 'protobuf';

/**
 * Spans as a `opentelemetry.proto.trace.v1.TracesData` (which is also the body of an export request) in OTLP/JSON, strictly as the OTLP
 * specification says, grouped by resource and by scope in the order of their first span. The same spans give the same object.
 */
export function tracesData(spans: readonly SpanRecord[]): WireObject {
  return groupSpans(spans, (hex) => hex);
}

/** Spans as one line of OTLP/JSON Lines, line end included; no spans are no line. */
export function writeTracesData(spans: readonly SpanRecord[]): string {
  return spans.length === 0 ? '' : `${JSON.stringify(tracesData(spans))}\n`;
}

/** Spans as the body of an OTLP/HTTP request. */
export function encodeTracesData(spans: readonly SpanRecord[], encoding: OtlpEncoding): Uint8Array {
  if (encoding === 'json') return new TextEncoder().encode(JSON.stringify(tracesData(spans)));
  return encodeMessage('TracesData', groupSpans(spans, decodeHex));
}

/**
 * The bytes of a request with this span alone. A request with several spans is never larger than the sum of theirs, so a batch that is
 * made by this measure keeps within a limit.
 */
export function encodedSize(span: SpanRecord, encoding: OtlpEncoding): number {
  return encodeTracesData([span], encoding).length;
}

interface Group<T> {
  readonly head: WireObject;
  readonly items: T[];
}

function groupSpans(spans: readonly SpanRecord[], id: IdWriter): WireObject {
  const resources = new Groups<Group<WireObject>>();
  const scopes = new Map<Group<Group<WireObject>>, Groups<WireObject>>();
  for (const span of spans) {
    const { resource, scope } = span;
    const outer = resources.find(compact({ resource: writeResource(resource), schemaUrl: text(resource.schemaUrl) }));
    const inner = scopes.get(outer) ?? new Groups<WireObject>(outer.items);
    scopes.set(outer, inner);
    inner.find(compact({ scope: writeScope(scope), schemaUrl: text(scope.schemaUrl) })).items.push(writeSpan(span, id));
  }
  return compact({
    resourceSpans: resources.all.map(({ head, items }) =>
      compact({
        resource: head.resource,
        scopeSpans: items.map((group) =>
          compact({ scope: group.head.scope, spans: group.items, schemaUrl: group.head.schemaUrl }),
        ),
        schemaUrl: head.schemaUrl,
      }),
    ),
  });
}

/** Groups of items under equal heads, in the order in which the heads first came. */
class Groups<T> {
  readonly #byText = new Map<string, Group<T>>();
  readonly all: Group<T>[];

  constructor(all: Group<T>[] = []) {
    this.all = all;
  }

  find(head: WireObject): Group<T> {
    const key = JSON.stringify(head);
    let group = this.#byText.get(key);
    if (group === undefined) {
      group = { head, items: [] };
      this.#byText.set(key, group);
      this.all.push(group);
    }
    return group;
  }
}
