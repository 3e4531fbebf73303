import { type NoticeSink, OtelVconError, type RecordOrigin, type TellingText } from '../telemetry/index.js';

/**
 * Is offered each top-level JSON object that is not OTLP (integers beyond 2^53 are `bigint`), so that other readers can take it.
 * Returns whether it was taken.
 */
export type ForeignReader = (value: Readonly<Record<string, unknown>>, origin: RecordOrigin) => boolean;

/** Limits that keep the memory of a reader bounded, in bytes. */
export interface ReadLimits {
  /**
   * A single JSON value (a span, a log record, a resource, a member of a foreign object) above it is skipped and reported. Default
   * 20 MiB: the most that the Collector's OTLP/HTTP receiver accepts as a whole request (confighttp `max_request_body_size`).
   */
  readonly recordBytes: number;
  /**
   * How many bytes of records of one resource are held back until all that describes them has been read, because members may come in
   * any order and `schemaUrl` comes last. Default 4 MiB: the size of a gRPC message, so that it holds any batch that came by OTLP/gRPC.
   */
  readonly batchBytes: number;
  /** A protobuf message above it is skipped and reported. Default 64 MiB, protobuf's own former default. */
  readonly messageBytes: number;
}

/** The default {@link ReadLimits}. */
export const DEFAULT_READ_LIMITS: ReadLimits = {
  recordBytes: 20 * 1024 * 1024,
  batchBytes: 4 * 1024 * 1024,
  messageBytes: 64 * 1024 * 1024,
};

/** Options of reading OTLP. */
export interface ReadOtlpOptions {
  /** Name of the input for messages and {@link RecordOrigin}s. Default `input`. */
  readonly source?: string;
  /** Receives what was noticed. Default: nothing. */
  readonly onNotice?: NoticeSink;
  /** Default: objects that are not OTLP are reported. */
  readonly onForeign?: ForeignReader;
  readonly limits?: Partial<ReadLimits>;
  /**
   * For speed, JSON only: a span that has none of these texts, and whose scope and resource have none, is not parsed. It is given
   * with its ids, name, kind and times only (`skimmed`): without attributes, events, links and status.
   */
  readonly telling?: readonly TellingText[];
  /** So many spans are parsed in full all the same before `telling` counts: enough to see what an input is about. Default 0. */
  readonly skimAfter?: number;
}

/** @throws OtelVconError `OTLP_OPTION` when a limit is not a positive integer. */
export function readLimits(limits: Partial<ReadLimits> = {}): ReadLimits {
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isSafeInteger(value) || value <= 0) {
      throw new OtelVconError('OTLP_OPTION', `the limit ${name} is not a positive integer`, {
        advice: 'Give a number of bytes, or leave it out for the default',
      });
    }
  }
  return { ...DEFAULT_READ_LIMITS, ...limits };
}
