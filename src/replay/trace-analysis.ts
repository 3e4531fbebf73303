import { decodeOtlp, tracesData } from '../otlp/index.js';
import { type JsonValue, type Notice, OtelVconError, type SpanRecord } from '../telemetry/index.js';
import type { Analysis, Vcon } from '../vcon/index.js';

/** What marks an Analysis Object that keeps spans (docs/otel-trace-extension.md, section 2.3). */
const KIND = {
  type: 'agent_trace',
  vendor: 'OpenTelemetry',
  product: 'OTLP',
  schema: 'opentelemetry.proto.trace.v1.TracesData',
} as const;

/** Keeps spans in an Analysis Object of the extension `otel-trace`. Credentials have to have been taken out of them. */
export function toTraceAnalysis(spans: readonly SpanRecord[]): Analysis {
  return { ...KIND, mediatype: 'application/json', encoding: 'json', body: tracesData(spans) as JsonValue };
}

/**
 * The spans that an Analysis Object keeps.
 *
 * @returns `undefined` when it is another kind of analysis.
 * @throws OtelVconError `kept-spans-unreadable` when its body is not OTLP.
 */
export function fromTraceAnalysis(
  analysis: unknown,
  onNotice: (notice: Notice) => void = () => {},
): readonly SpanRecord[] | undefined {
  if (!isTraceAnalysis(analysis)) return undefined;
  try {
    const records = decodeOtlp(analysis.body, { source: 'kept spans', onNotice });
    return records.flatMap((record) => (record.signal === 'span' ? [withoutOrigin(record)] : []));
  } catch (cause) {
    throw new OtelVconError('kept-spans-unreadable', 'The spans that the vCon keeps cannot be read', { cause });
  }
}

/** The spans that a vCon keeps in its Analysis Objects; `undefined` when it keeps none that can be read. */
export function keptSpans(vcon: Vcon, notice: (notice: Notice) => void): readonly SpanRecord[] | undefined {
  try {
    const spans = (vcon.analysis ?? []).flatMap((analysis) => fromTraceAnalysis(analysis, notice) ?? []);
    if (spans.length === 0) return undefined;
    notice({
      code: 'kept-spans',
      level: 'info',
      message: `vCon ${vcon.uuid} keeps the spans it was made from: they are given as they are, without what came from log records`,
    });
    return spans;
  } catch (error) {
    if (!(error instanceof OtelVconError)) throw error;
    notice({
      code: error.code,
      level: 'warning',
      message: `vCon ${vcon.uuid}: ${error.message}; its events are shown instead`,
    });
    return undefined;
  }
}

function isTraceAnalysis(analysis: unknown): analysis is Analysis {
  if (typeof analysis !== 'object' || analysis === null) return false;
  const members = analysis as Readonly<Record<string, unknown>>;
  return Object.entries(KIND).every(([name, value]) => members[name] === value);
}

function withoutOrigin({ origin: _, ...span }: SpanRecord): SpanRecord {
  return span;
}
