import type { NoticeSink, SpanRecord } from '../../telemetry/index.js';
import { type EncodedSpans, encodeTraces } from './encoded-spans.js';
import { OldestFirst } from './oldest-first.js';
import { httpPost, type Post } from './post.js';
import { RequestPacker } from './requests.js';
import { type Clock, SYSTEM_CLOCK } from './retry.js';
import { Sender, type SendSummary } from './sender.js';
import { type ExporterSettings, shownUrl } from './settings.js';
import { sizeNotices } from './size-notices.js';

/** Options of {@link sendTraces}. */
export interface SendOptions {
  /** Count requests, spans and bytes, and send nothing. */
  readonly dryRun?: boolean;
  readonly onNotice?: NoticeSink;
  /** Called after each request. */
  readonly onProgress?: (summary: SendSummary) => void;
  /** Called before each wait for another try, with the reason in words: waits can be long. */
  readonly onRetry?: (message: string) => void;
  /** How a request is sent. Default: by HTTP as the settings say. */
  readonly post?: Post;
  /** Default: the machine's. */
  readonly clock?: Clock;
}

const ACCEPTED = { status: 200, headers: {}, body: '' };

/**
 * Sends traces by OTLP/HTTP, as JSON: oldest first, whole traces together, in requests of limited size, one at a time while
 * the next is being made. Memory does not grow with the number of traces. Retries what OTLP says may be retried, splits what
 * is answered with 413, and stops when the endpoint is out of reach or refuses everything. Never rejects but when `traces` does.
 *
 * @param traces the spans of one vCon each, as {@link vconToTelemetry} gives them.
 */
export async function sendTraces(
  traces: AsyncIterable<readonly SpanRecord[]> | Iterable<readonly SpanRecord[]>,
  settings: ExporterSettings,
  options: SendOptions = {},
): Promise<SendSummary> {
  const onNotice = options.onNotice ?? (() => {});
  const sender = new Sender({
    post: options.dryRun ? async () => ACCEPTED : (options.post ?? httpPost(settings)),
    clock: options.clock ?? SYSTEM_CLOCK,
    onNotice,
    onRetry: options.onRetry ?? (() => {}),
    target: shownUrl(settings.url),
    limit: settings.requestBytes,
  });
  let sending: Promise<void> = Promise.resolve();
  try {
    for await (const request of requestsOf(traces, sender, onNotice)) {
      await sending;
      options.onProgress?.(sender.summary);
      sending = sender.send(request);
      if (sender.isStopped) break;
    }
    await sending;
    options.onProgress?.(sender.summary);
    return sender.summary;
  } finally {
    await sending;
  }
}

async function* requestsOf(
  traces: AsyncIterable<readonly SpanRecord[]> | Iterable<readonly SpanRecord[]>,
  sender: Sender,
  onNotice: NoticeSink,
): AsyncGenerator<EncodedSpans[]> {
  const oldestFirst = new OldestFirst();
  const packer = new RequestPacker();
  for await (const spans of traces) {
    for (const trace of encodeTraces(spans)) {
      sizeNotices(trace).forEach(onNotice);
      for (const oldest of oldestFirst.add(trace)) yield* packer.add(oldest, sender.limit);
    }
  }
  for (const trace of oldestFirst.rest()) yield* packer.add(trace, sender.limit);
  yield* packer.rest();
}
