import type { VconProcessorOptions } from './options.js';
import { toLogRecord } from './readable-log.js';
import type { VconRecorder } from './recorder.js';
import { acquireRecorder, releaseRecorder } from './shared-recorder.js';
import type { ProcessorStats } from './stats.js';

/**
 * Takes decisions and results that are emitted as log records (SDK logs 0.2xx and 3.x). Given the recorder of a span processor, what
 * logs and spans tell of one conversation goes into one vCon:
 *
 *     const spans = new VconSpanProcessor({ sinks: [sink] });
 *     const logs = new VconLogRecordProcessor(spans.recorder);
 *
 * It is as safe as the span processor. Changes by later log processors are not seen, so put it after those that redact.
 */
export class VconLogRecordProcessor {
  /** What this processor may share with a span processor. */
  readonly recorder: VconRecorder;
  #ending: Promise<void> | undefined;

  /**
   * @param source Options, or the recorder of another processor to record into the same conversations.
   * @throws OtelVconError when an option is not what it should be.
   */
  constructor(source: VconProcessorOptions | VconRecorder) {
    this.recorder = acquireRecorder(source, 'logs');
  }

  /** Called by the SDK. */
  onEmit(logRecord: unknown): void {
    try {
      const log = toLogRecord(logRecord);
      if (log === undefined) this.recorder.report('log-unreadable', 'a log record could not be read and is lost');
      else if (this.#ending === undefined) this.recorder.addLog(log);
      else this.recorder.leaveOut();
    } catch (error) {
      this.recorder.report('log-unreadable', 'a log record could not be read and is lost', error);
    }
  }

  /** As {@link VconSpanProcessor.forceFlush}. */
  forceFlush(): Promise<void> {
    return this.recorder.forceFlush();
  }

  /** As {@link VconSpanProcessor.shutdown}. */
  shutdown(): Promise<void> {
    this.#ending ??= releaseRecorder(this.recorder, 'logs');
    return this.#ending;
  }

  /** What happened so far. */
  stats(): ProcessorStats {
    return this.recorder.stats();
  }
}
