import type { Mapper } from '../mapping/index.js';
import type { LogRecord, NoticeSink, TelemetryRecord } from '../telemetry/index.js';
import { Alarm } from './alarm.js';
import type { Conversations } from './conversations.js';
import type { ProblemReporter } from './problem.js';
import type { ReadableSpanLike } from './readable-span.js';
import { RecordQueue } from './record-queue.js';
import { toSpanRecord } from './span-record.js';

/** A span as it was when it ended, or a log record. */
export type QueuedRecord = ReadableSpanLike | LogRecord;

/** Longest time that mapping keeps the application from its own work, in milliseconds: half a frame of 60 a second. */
const SLICE_MILLIS = 8;
/** The clock is looked at once in so many records. */
const CLOCK_STRIDE = 32;

/** Options of an {@link Intake}. */
export interface IntakeOptions {
  readonly mapDelayMillis: number;
  readonly maxQueue: number;
  /** Map each record before the application goes on. */
  readonly immediate: boolean;
}

/** What an {@link Intake} works with. */
export interface IntakeParts {
  readonly mapper: Mapper;
  readonly conversations: Conversations;
  readonly reporter: ProblemReporter;
  /** Receives the remarks of the mappings. */
  readonly onNotice: NoticeSink;
  /** Called after records were mapped. */
  readonly onMapped: () => void;
}

/** What the intake did. */
export interface IntakeStats {
  /** Records that wait to be mapped. */
  readonly queued: number;
  /** Records that were mapped, whatever the mapping found. */
  readonly mapped: number;
  /** Records that could not be read or mapped. */
  readonly unreadable: number;
}

/**
 * Takes records in while the application waits, and maps them while it does not. The queue is bounded without loss: once it is full, each
 * record that comes makes room by mapping two.
 */
export class Intake {
  readonly #mapper: Mapper;
  readonly #conversations: Conversations;
  readonly #mapDelayMillis: number;
  readonly #maxQueue: number;
  readonly #immediate: boolean;
  readonly #reporter: ProblemReporter;
  readonly #onNotice: NoticeSink;
  readonly #onMapped: () => void;
  readonly #queue = new RecordQueue<QueuedRecord>();
  readonly #alarm = new Alarm(() => this.#mapSlice());
  #roomMade = 0;
  #mapped = 0;
  #unreadable = 0;

  constructor(parts: IntakeParts, options: IntakeOptions) {
    this.#mapper = parts.mapper;
    this.#conversations = parts.conversations;
    this.#reporter = parts.reporter;
    this.#onNotice = parts.onNotice;
    this.#onMapped = parts.onMapped;
    this.#mapDelayMillis = options.mapDelayMillis;
    this.#maxQueue = options.maxQueue;
    this.#immediate = options.immediate;
  }

  /** Queues a record. */
  push(record: QueuedRecord): void {
    this.#queue.push(record);
    if (this.#immediate) this.#mapNext();
    if (this.#queue.length > this.#maxQueue) {
      this.#makeRoom();
    } else if (!this.#alarm.isSet) this.#alarm.set(this.#mapDelayMillis);
  }

  /** Maps everything that waits, now. */
  mapAll(): void {
    while (this.#queue.length > 0) this.#mapNext();
    this.#alarm.cancel();
  }

  /** Maps one record at once, uncounted. @returns whether it could be. */
  mapNow(queued: QueuedRecord): boolean {
    try {
      const record: TelemetryRecord | undefined = 'signal' in queued ? queued : toSpanRecord(queued);
      if (record !== undefined) {
        this.#add(record);
        return true;
      }
      this.#reporter.report('record-lost', 'a span is not valid and is left out');
    } catch (error) {
      this.#reporter.report('record-lost', 'a record could not be mapped and is lost', error);
    }
    return false;
  }

  stats(): IntakeStats {
    return { queued: this.#queue.length, mapped: this.#mapped, unreadable: this.#unreadable };
  }

  #makeRoom(): void {
    this.#mapNext();
    this.#mapNext();
    // The application has not let go for so long that nothing else would keep what is open within its bounds.
    this.#roomMade += 1;
    if (this.#roomMade % this.#maxQueue === 0) this.#onMapped();
  }

  #mapSlice(): void {
    const end = Date.now() + SLICE_MILLIS;
    for (let count = 1; this.#queue.length > 0; count += 1) {
      this.#mapNext();
      if (count % CLOCK_STRIDE === 0 && Date.now() >= end) break;
    }
    if (this.#queue.length > 0) this.#alarm.set(0);
    this.#onMapped();
  }

  #mapNext(): void {
    const queued = this.#queue.shift();
    if (queued === undefined) return;
    if (this.mapNow(queued)) this.#mapped += 1;
    else this.#unreadable += 1;
  }

  #add(record: TelemetryRecord): void {
    const mapped = this.#mapper.map(record);
    for (const remark of mapped.remarks) this.#onNotice({ ...remark, ...placeOf(record) });
    this.#conversations.add(mapped);
  }
}

function placeOf({ traceId, spanId }: TelemetryRecord): { readonly traceId?: string; readonly spanId?: string } {
  return { ...(traceId !== undefined && { traceId }), ...(spanId !== undefined && { spanId }) };
}
