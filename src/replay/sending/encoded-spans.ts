import { tracesData } from '../../otlp/index.js';
import { groupBy, type HrTime, type SpanRecord } from '../../telemetry/index.js';
import { startOf } from '../shift.js';

/** Spans of one trace as they go into a request: entries of `resourceSpans`, as JSON text. */
export interface EncodedSpans {
  readonly spans: readonly SpanRecord[];
  readonly start: HrTime | undefined;
  readonly text: string;
  /** Of the text in UTF-8. */
  readonly bytes: number;
}

const PREFIX = '{"resourceSpans":[';
const SUFFIX = ']}';

/** Encodes spans as one piece. */
export function encodeSpans(spans: readonly SpanRecord[]): EncodedSpans {
  const text = JSON.stringify(tracesData(spans)).slice(PREFIX.length, -SUFFIX.length);
  return { spans, start: startOf(spans), text, bytes: Buffer.byteLength(text) };
}

/** Encodes the spans of a vCon, each trace as one piece. */
export function encodeTraces(spans: readonly SpanRecord[]): EncodedSpans[] {
  return [...groupBy(spans, ({ traceId }) => traceId).values()].map(encodeSpans);
}

/** The body of a request with the pieces, in their order. */
export function requestBody(pieces: readonly EncodedSpans[]): string {
  return PREFIX + pieces.map(({ text }) => text).join(',') + SUFFIX;
}

/** The bytes of {@link requestBody}. */
export function requestBytes(pieces: readonly EncodedSpans[]): number {
  const commas = Math.max(0, pieces.length - 1);
  return pieces.reduce((sum, { bytes }) => sum + bytes, PREFIX.length + SUFFIX.length + commas);
}

/** How many spans the pieces have. */
export function spanCount(pieces: readonly EncodedSpans[]): number {
  return pieces.reduce((sum, { spans }) => sum + spans.length, 0);
}
