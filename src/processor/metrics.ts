import { type BatchObservableResult, type MeterProvider, metrics, type ObservableCounter } from '@opentelemetry/api';
import type { ProcessorStats } from './stats.js';

/** Names of the SDK's own metrics of span processors (OpenTelemetry semantic conventions, "SDK metrics"; attributes of the component). */
const COMPONENT_TYPE = 'otel.component.type';
const COMPONENT_NAME = 'otel.component.name';
const ERROR_TYPE = 'error.type';

let instances = 0;

/**
 * Offers what `stats()` tells as OpenTelemetry metrics: `otel.sdk.processor.span.processed`, `.queue.size` and `.queue.capacity` as SDK processors
 * have them, and of ours `otel_vcon.vcon.written`, `otel_vcon.vcon.lost` and `otel_vcon.conversation.open`. They are read when a
 * metric reader asks, also after shutdown: what was lost then is not to be missed.
 */
export function observe(
  stats: () => ProcessorStats,
  capacity: number,
  provider: MeterProvider = metrics.getMeterProvider(),
): void {
  const meter = provider.getMeter('otel-vcon');
  const component = { [COMPONENT_TYPE]: 'otel_vcon', [COMPONENT_NAME]: `otel_vcon/${instances}` };
  instances += 1;
  const processed = meter.createObservableCounter('otel.sdk.processor.span.processed', {
    unit: '{span}',
    description: 'Spans and log records whose processing has ended, with error.type when they are not recorded.',
  });
  const queued = meter.createObservableUpDownCounter('otel.sdk.processor.span.queue.size', { unit: '{span}' });
  const room = meter.createObservableUpDownCounter('otel.sdk.processor.span.queue.capacity', { unit: '{span}' });
  const written = meter.createObservableCounter('otel_vcon.vcon.written', { unit: '{vcon}' });
  const lost = meter.createObservableCounter('otel_vcon.vcon.lost', { unit: '{vcon}' });
  const open = meter.createObservableUpDownCounter('otel_vcon.conversation.open', { unit: '{conversation}' });
  const instruments = [processed, queued, room, written, lost, open];

  const read = (result: BatchObservableResult) => {
    const now = stats();
    const observeFailures = (counter: ObservableCounter, failures: Readonly<Record<string, number>>) => {
      for (const [type, count] of Object.entries(failures)) {
        if (count > 0) result.observe(counter, count, { ...component, [ERROR_TYPE]: type });
      }
    };
    result.observe(processed, now.mapped, component);
    observeFailures(processed, { unreadable: now.unreadable, after_shutdown: now.late });
    result.observe(queued, now.queued, component);
    result.observe(room, capacity, component);
    for (const [index, sink] of now.sinks.entries()) {
      const attributes = { ...component, 'otel_vcon.sink': index };
      result.observe(written, sink.written, attributes);
      result.observe(lost, sink.lost, attributes);
    }
    result.observe(open, now.openConversations, component);
  };
  meter.addBatchObservableCallback(read, instruments);
}
