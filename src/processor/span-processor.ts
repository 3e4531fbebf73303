import type { VconProcessorOptions } from './options.js';
import type { ReadableSpanLike } from './readable-span.js';
import type { VconRecorder } from './recorder.js';
import { acquireRecorder, releaseRecorder } from './shared-recorder.js';
import type { ProcessorStats } from './stats.js';

/**
 * Writes a vCon for each conversation while the agent runs. It is registered like any span processor:
 *
 *     new BasicTracerProvider({ spanProcessors: [new VconSpanProcessor({ sinks: [new FileSink({ folder: 'vcons' })] })] })
 *
 * It fits the SDKs 1.x, 2.x and 3.x, whose spans it knows only by their shape. It never throws into the application, never writes
 * to a span, and keeps the application waiting for no more than a copy of the span. Spans that are not sampled are not recorded,
 * unless the option `recordUnsampled` is set.
 */
export class VconSpanProcessor {
  /** What this processor may share with a log record processor. */
  readonly recorder: VconRecorder;
  #ending: Promise<void> | undefined;

  /**
   * @param source Options, or the recorder of another processor to record into the same conversations.
   * @throws OtelVconError when an option is not what it should be.
   */
  constructor(source: VconProcessorOptions | VconRecorder) {
    this.recorder = acquireRecorder(source, 'spans');
  }

  /** Called by the SDK. */
  onStart(span: ReadableSpanLike): void {
    try {
      if (this.#ending === undefined) this.recorder.startSpan(span);
    } catch (error) {
      this.recorder.report('span-unreadable', 'a span could not be read when it started', error);
    }
  }

  /** Called by the SDK. */
  onEnd(span: ReadableSpanLike): void {
    try {
      if (this.#ending === undefined) this.recorder.endSpan(span);
      else this.recorder.leaveOut();
    } catch (error) {
      this.recorder.report('span-unreadable', 'a span could not be read and is lost', error);
    }
  }

  /**
   * Makes durable what has ended so far, although its trace may be open. Resolves at the latest after the option
   * `sinkTimeoutMillis`, never rejects; {@link stats} tells what could not be written.
   */
  forceFlush(): Promise<void> {
    return this.recorder.forceFlush();
  }

  /** Closes all conversations and writes them, within the same time limit as {@link forceFlush}. Never rejects. */
  shutdown(): Promise<void> {
    this.#ending ??= releaseRecorder(this.recorder, 'spans');
    return this.#ending;
  }

  /** What happened so far. */
  stats(): ProcessorStats {
    return this.recorder.stats();
  }
}
