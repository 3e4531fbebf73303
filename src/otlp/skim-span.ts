import { SPAN_KINDS, type SpanRecord } from '../telemetry/index.js';
import { decodeId, decodeTime } from './scalar.js';
import type { WireRecord } from './wire.js';

/** What is read of a span that tells nothing of interest. */
export type SkimmedSpan = Required<
  Pick<SpanRecord, 'traceId' | 'spanId' | 'parentSpanId' | 'name' | 'kind' | 'startTime' | 'endTime'>
>;

/** What comes first of what is not read. Nearly all writers keep to the order of protobuf's fields, so that all else is before. */
const REST = ',"attributes"';

/**
 * Reads the head of a span, what is before its attributes. `undefined` when not all that is needed is there, in the form that most
 * writers write, and for a span without parent, whose links may say what it goes on from: these are to be read in full.
 */
export function skimSpan(text: string): SkimmedSpan | undefined {
  const end = text.indexOf(REST);
  if (end === -1) return undefined;
  let head: WireRecord;
  try {
    head = JSON.parse(`${text.slice(0, end)}}`) as WireRecord;
  } catch {
    return undefined;
  }
  const { name } = head;
  const traceId = decodeId(head.traceId, 16);
  const spanId = decodeId(head.spanId, 8);
  const parentSpanId = decodeId(head.parentSpanId, 8);
  const kind = typeof head.kind === 'number' ? SPAN_KINDS[head.kind] : undefined;
  const startTime = timeOf(head.startTimeUnixNano);
  const endTime = timeOf(head.endTimeUnixNano);
  if (!traceId || !spanId || !parentSpanId || typeof name !== 'string') return undefined;
  if (kind === undefined || startTime === undefined || endTime === undefined) return undefined;
  return { traceId, spanId, parentSpanId, name, kind, startTime, endTime };
}

function timeOf(value: unknown): SpanRecord['startTime'] {
  return typeof value === 'string' ? decodeTime(value, ignore) : undefined;
}

function ignore(): void {}
