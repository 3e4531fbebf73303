import {
  type Attributes,
  type Notice,
  newMap,
  OtelVconError,
  type RecordOrigin,
  type SpanStatus,
  type TelemetryRecord,
} from '../telemetry/index.js';
import { type ForeignReader, type ReadLimits, type ReadOtlpOptions, readLimits } from './read-options.js';
import { decodeRecord, type RecordContext, type Signal, UnreadableRecord } from './record-decoder.js';
import type { Report } from './scalar.js';
import type { SkimmedSpan } from './skim-span.js';
import { TellingIndex } from './telling-index.js';

/** What is wrong with an input as a whole, most telling first: the first of them becomes the error when nothing could be read. */
const GRAVITY = [
  'OTLP_UNKNOWN_DOCUMENT',
  'OTLP_CUT',
  'OTLP_BROKEN',
  'OTLP_COMPRESSION',
  'OTLP_TOO_LARGE',
  'OTLP_NO_JSON',
];

const ADVICE = 'Give OTLP as JSON, JSON Lines or protobuf, plain or compressed with gzip or zstd';

const UNSET: SpanStatus = { code: 'unset' };
const NO_ATTRIBUTES: Attributes = Object.freeze(newMap());
const NONE: readonly never[] = [];

/** The state of reading one input: records that are ready, what was noticed, and whether anything was recognised. */
export class ReadSession {
  readonly source: string;
  readonly limits: ReadLimits;
  readonly telling: TellingIndex | undefined;
  readonly onForeign: ForeignReader | undefined;
  /** So many spans are yet to be parsed in full. */
  #inFull: number;
  readonly #onNotice: (notice: Notice) => void;
  readonly #report: Report;
  #origin: RecordOrigin;
  #records: TelemetryRecord[] = [];
  #recognised = false;
  #gravest: Notice | undefined;

  constructor(options: ReadOtlpOptions) {
    this.source = options.source ?? 'input';
    this.limits = readLimits(options.limits);
    this.telling = options.telling === undefined ? undefined : new TellingIndex(options.telling);
    this.onForeign = options.onForeign;
    this.#inFull = options.skimAfter ?? 0;
    this.#onNotice = options.onNotice ?? (() => {});
    this.#origin = { source: this.source };
    this.#report = (code, message) => this.warn(code, message, this.#origin);
  }

  /** The input has a part that is known. */
  recognise(): void {
    this.#recognised = true;
  }

  /** Takes the records that are ready. */
  take(): readonly TelemetryRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }

  /** A {@link Report} for things that are found at `origin`. */
  reportAt(origin: RecordOrigin): Report {
    this.#origin = origin;
    return this.#report;
  }

  warn(code: string, message: string, origin: RecordOrigin): void {
    const notice: Notice = { code, level: 'warning', message, origin };
    const rank = GRAVITY.indexOf(code);
    if (rank !== -1 && (this.#gravest === undefined || rank < GRAVITY.indexOf(this.#gravest.code)))
      this.#gravest = notice;
    this.#onNotice(notice);
  }

  inform(code: string, message: string, origin: RecordOrigin): void {
    this.#onNotice({ code, level: 'info', message, origin });
  }

  /** Decodes a record and makes it ready; one that cannot be read is reported and lost alone. */
  add(signal: Signal, wire: unknown, context: RecordContext): void {
    try {
      this.#records.push(decodeRecord(signal, wire, context, this.reportAt(context.origin)));
    } catch (error) {
      if (!(error instanceof UnreadableRecord)) throw error;
      this.lose(signal, error.message, context.origin);
    }
  }

  /** Whether the next span may be skimmed. */
  maySkim(): boolean {
    this.#inFull -= 1;
    return this.#inFull < 0;
  }

  /** Makes a span ready of which only a part was read. */
  addSkimmed(span: SkimmedSpan, context: RecordContext): void {
    this.#records.push({
      signal: 'span',
      traceId: span.traceId,
      spanId: span.spanId,
      parentSpanId: span.parentSpanId,
      name: span.name,
      kind: span.kind,
      startTime: span.startTime,
      endTime: span.endTime,
      status: UNSET,
      attributes: NO_ATTRIBUTES,
      events: NONE,
      links: NONE,
      resource: context.resource,
      scope: context.scope,
      origin: context.origin,
      skimmed: true,
    });
  }

  /** Reports a record that is lost. */
  lose(signal: Signal, why: string, origin: RecordOrigin): void {
    const [code, what] =
      signal === 'span' ? ['OTLP_SPAN_UNREADABLE', 'a span'] : ['OTLP_LOG_UNREADABLE', 'a log record'];
    this.warn(code, `${what} could not be read: ${why}`, origin);
  }

  /** Reports a value above `limits.recordBytes`, which is lost. */
  tooLarge(length: number, origin: RecordOrigin): void {
    const limit = this.limits.recordBytes;
    this.warn('OTLP_TOO_LARGE', `a value of ${length} bytes is above the limit of ${limit} and was skipped`, origin);
  }

  /** @throws OtelVconError when the input as a whole is nothing that is known. */
  finish(): void {
    if (this.#recognised) return;
    const { code, message, origin } = this.#gravest ?? {
      code: 'OTLP_EMPTY',
      message: 'the input is empty, no telemetry was found',
      origin: { source: this.source },
    };
    throw new OtelVconError(code, message, { advice: ADVICE, ...(origin && { origin }) });
  }
}
