import type { BuiltVcon } from '../bridge/index.js';

/**
 * Where finished vCons go. A vCon of a conversation that is still open is written again when it has changed: same uuid, more events, so
 * a sink replaces what it has under that uuid. One sink gets one `write` at a time, outside of any trace.
 */
export interface VconSink {
  /**
   * What the sink writes to, such as `file:/var/vcons`. Two processors with the same target would record everything twice, so the
   * second joins the first. Default: the sink object itself.
   */
  readonly target?: string;
  /** The sink wants each change soon after it happens, not when a conversation is due to be written. Default false. */
  readonly live?: boolean;
  /** Writes a vCon; it is durable when the promise resolves. A rejected one is written again at the next flush. */
  write(built: BuiltVcon): void | Promise<void>;
  /** Makes durable what `write` has not. */
  forceFlush?(): void | Promise<void>;
  /** Releases resources; no `write` comes after it. */
  shutdown?(): void | Promise<void>;
}
