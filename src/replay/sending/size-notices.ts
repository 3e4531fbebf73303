import type { Attributes, Notice } from '../../telemetry/index.js';
import type { EncodedSpans } from './encoded-spans.js';

/** Tempo's defaults: `max_attribute_bytes` of the distributor, and `max_bytes_per_trace` of a tenant. */
const TEMPO_ATTRIBUTE_BYTES = 2048;
const TEMPO_TRACE_BYTES = 5_000_000;

/** Says, naming the setting, what of a trace Tempo takes and then cuts or drops, though it answers that it has taken it. */
export function sizeNotices({ spans, bytes }: EncodedSpans): Notice[] {
  const notices: Notice[] = [];
  const note = (code: string, message: string) => void notices.push({ code, level: 'info', message });
  const traceId = spans[0]?.traceId;
  if (bytes > TEMPO_TRACE_BYTES) {
    note('large-for-tempo', `trace ${traceId} has ${bytes} bytes: Tempo drops spans over max_bytes_per_trace`);
  }
  const isCut = spans.some(({ attributes, events, resource }) =>
    [attributes, resource.attributes, ...events.map((event) => event.attributes)].some(hasLongText),
  );
  if (isCut) {
    note(
      'long-for-tempo',
      `trace ${traceId} has attributes of more than ${TEMPO_ATTRIBUTE_BYTES} bytes: Tempo cuts them, so that they are no JSON any more and no vCon can be made from them; raise distributor.max_attribute_bytes`,
    );
  }
  return notices;
}

/** Whether Tempo would cut a value: texts at the top level only. */
function hasLongText(attributes: Attributes): boolean {
  return Object.values(attributes).some(
    (value) =>
      typeof value === 'string' &&
      value.length * 3 > TEMPO_ATTRIBUTE_BYTES &&
      Buffer.byteLength(value) > TEMPO_ATTRIBUTE_BYTES,
  );
}
