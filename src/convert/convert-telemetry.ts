import { Converter, type ConverterOptions } from '../bridge/index.js';
import { SpanKeeper } from '../replay/index.js';
import { type NoticeCount, NoticeCounter, type TelemetryRecord } from '../telemetry/index.js';
import type { Vcon } from '../vcon/index.js';

/** Options of {@link convertTelemetry}. */
export interface ConvertOptions extends ConverterOptions {
  /**
   * Also keep the spans, credentials taken out, in an Analysis Object of the vCon, so that `vconToTelemetry` gives them back
   * (docs/otel-trace-extension.md, section 2.3). They show all that was traced. Default false.
   */
  readonly lossless?: boolean;
}

/** What came of a conversion. */
export interface ConvertResult {
  /** In the order of their first events. Empty when no record told of a tool call or a decision. */
  readonly vcons: readonly Vcon[];
  /** What was noticed, counted by kind. */
  readonly notices: readonly NoticeCount[];
}

/**
 * Converts telemetry records (spans and log records, in any order) to vCons: one a conversation, else one a trace.
 *
 * @throws OtelVconError `BRIDGE_OPTION` for a wrong option, `LOSSLESS_OPTION` when `lossless` and another option contradict
 *   each other; a MappingError for a wrong mapping file.
 * @example
 * import { convertTelemetry } from 'otel-vcon';
 * import { readOtlp } from 'otel-vcon/otlp';
 * const { vcons } = await convertTelemetry(readOtlp(bytes, { source: 'traces.jsonl' }));
 */
export async function convertTelemetry(
  records: Iterable<TelemetryRecord> | AsyncIterable<TelemetryRecord>,
  { lossless = false, ...options }: ConvertOptions = {},
): Promise<ConvertResult> {
  const counter = new NoticeCounter();
  const onNotice: ConvertOptions['onNotice'] = (notice) => {
    counter.add(notice);
    options.onNotice?.(notice);
  };
  const converter = new Converter({ ...options, onNotice });
  const keeper = lossless ? new SpanKeeper({ ...options, onNotice }) : undefined;
  for await (const record of records) {
    const mapped = converter.add(record);
    keeper?.add(record, mapped);
  }
  const built = converter.finish();
  const vcons = (keeper?.putInto(built) ?? built).map(({ vcon }) => vcon);
  return { vcons, notices: counter.counts() };
}
