import type { MeterProvider } from '@opentelemetry/api';
import type { BridgeOptions, OpenLimits } from '../bridge/index.js';
import type { Mapper } from '../mapping/index.js';
import { OtelVconError } from '../telemetry/index.js';
import type { CaptureOptions } from './content-capture.js';
import type { ContentStore } from './content-store.js';
import type { Journal } from './journal.js';
import type { ProblemSink } from './problem.js';
import type { VconSink } from './sink.js';
import type { DropPolicy } from './waiting-vcons.js';

/** Options of the live processors. Times are milliseconds. */
export interface VconProcessorOptions {
  /** Where the vCons go; at least one. */
  readonly sinks: readonly VconSink[];
  /** Options of the bridge: grouping, content, redaction, ... */
  readonly bridge?: BridgeOptions;
  /** How much content is recorded, by tool. Default: all of it, or as OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT allows. */
  readonly capture?: CaptureOptions;
  /** Where large content goes. Default: it stays in the vCon. */
  readonly contentStore?: ContentStore;
  /** Keeps what was accepted over the end of the process. Costs the mapping of each span when it ends. Default: none. */
  readonly journal?: Journal;
  /** Default: the built-in mappings. */
  readonly mapper?: Mapper;
  /** Record spans and logs that were not sampled, for audit. Default false, as the SDK exports none of them. */
  readonly recordUnsampled?: boolean;
  /** Where the processor's own metrics go. Default: the global meter provider, once the first record was mapped. */
  readonly meterProvider?: MeterProvider;
  /** Receives what went wrong, at most once a kind and minute. Default: OpenTelemetry's diagnostic logger. */
  readonly onError?: ProblemSink;
  /** How long records wait before they are mapped. Default 1,000 (OTEL_BLRP_SCHEDULE_DELAY). */
  readonly mapDelayMillis?: number;
  /** How long changed conversations wait before they are written although they are open. Default 5,000 (OTEL_BSP_SCHEDULE_DELAY). */
  readonly writeDelayMillis?: number;
  /** How long nothing may come of a conversation before its vCon is closed. Default 1,800,000: 30 minutes, the usual web session. */
  readonly idleMillis?: number;
  /** Longest time that forceFlush or shutdown waits for a sink. Default 30,000 (OTEL_BSP_EXPORT_TIMEOUT). */
  readonly sinkTimeoutMillis?: number;
  /** Records that may wait to be mapped; beyond it each new one makes room by mapping two. Default 2,048 (OTEL_BSP_MAX_QUEUE_SIZE). */
  readonly maxQueue?: number;
  /**
   * How much may be open at once. What is beyond is closed: first traces that tell of no call, then the conversation that was longest
   * without news. A conversation that is closed goes on in a second vCon; so does one that is full. Defaults: 10,000 traces, 100,000
   * records and 268,435,456 bytes of content, together about half of a container of 1 GB; for one conversation 20,000 records,
   * 67,108,864 bytes (OTLP's least size of a request that must be taken) and 604,800 seconds, which is a week.
   */
  readonly limits?: Partial<OpenLimits>;
  /** Calls and agent runs that are remembered before they end. Default 10,000. */
  readonly maxOpenSpans?: number;
  /** How long a call that does not end keeps its conversation open. Default 604,800,000: 7 days, longer than any approval should take. */
  readonly maxOpenMillis?: number;
  /** vCons that may wait for a sink that is slow or fails. Default 2,048. */
  readonly maxWaitingVcons?: number;
  /** Their approximate bytes. Default 67,108,864: the size that an OTLP receiver must be ready for in one request. */
  readonly maxWaitingBytes?: number;
  /** Which vCon is given up beyond those bounds. Default `oldest`. */
  readonly drop?: DropPolicy;
}

/** Those that have no default value. */
type Optional = 'bridge' | 'capture' | 'contentStore' | 'journal' | 'mapper' | 'meterProvider' | 'onError';

/** Options with their defaults. */
export type ResolvedProcessorOptions = Required<Omit<VconProcessorOptions, Optional | 'limits'>> &
  Pick<VconProcessorOptions, Optional> & { readonly limits: OpenLimits };

const DEFAULTS = {
  recordUnsampled: false,
  mapDelayMillis: 1_000,
  writeDelayMillis: 5_000,
  idleMillis: 1_800_000,
  sinkTimeoutMillis: 30_000,
  maxQueue: 2_048,
  maxOpenSpans: 10_000,
  maxOpenMillis: 604_800_000,
  maxWaitingVcons: 2_048,
  maxWaitingBytes: 67_108_864,
  drop: 'oldest',
} as const;

const LIMITS: OpenLimits = {
  traces: 10_000,
  records: 100_000,
  bytes: 268_435_456,
  conversationRecords: 20_000,
  conversationBytes: 67_108_864,
  conversationSeconds: 604_800,
};

/** Longest delay of a timer: 2^31 - 1 ms. A longer one would fire at once. */
const MAX_NUMBER = 2_147_483_647;

/**
 * Fills in the defaults.
 *
 * @throws OtelVconError `invalid-options` when there is no sink, or a number is not above 0 or too large for a timer.
 */
export function resolveProcessorOptions(options: VconProcessorOptions): ResolvedProcessorOptions {
  if (!Array.isArray(options.sinks) || options.sinks.length === 0) {
    throw new OtelVconError('invalid-options', 'The processor has no sink', { advice: 'Give at least one in `sinks`' });
  }
  const limits = { ...LIMITS, ...given(options.limits ?? {}) };
  const resolved = { ...DEFAULTS, ...given(options), sinks: options.sinks, limits };
  for (const [name, value] of Object.entries({ ...resolved, ...limits })) {
    if (typeof value === 'number' && !(value > 0 && value <= MAX_NUMBER)) {
      throw new OtelVconError('invalid-options', `\`${name}\` is ${value}`, {
        advice: `Give a number above 0, at most ${MAX_NUMBER}`,
      });
    }
  }
  return resolved;
}

function given<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}
