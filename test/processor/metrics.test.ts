import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics';
import { describe, expect, it } from 'vitest';
import { CallbackSink } from '../../src/processor/index.js';
import { agent, MemorySink, useTool } from './support/agent.js';

/** A reader that collects when it is asked. */
class Reader extends MetricReader {
  protected override async onForceFlush() {}
  protected override async onShutdown() {}
}

async function collect(reader: Reader) {
  const { resourceMetrics } = await reader.collect();
  const metrics = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics);
  return new Map(
    metrics.map(({ descriptor, dataPoints }) => [
      descriptor.name,
      dataPoints.map(({ value, attributes }) => [value, attributes['error.type'] ?? attributes['otel_vcon.sink']]),
    ]),
  );
}

describe('the metrics of a processor', () => {
  it('tell what stats() tells, in the style of the SDK', async () => {
    const reader = new Reader();
    const meterProvider = new MeterProvider({ readers: [reader] });
    const failing = new CallbackSink(() => Promise.reject(new Error('down')));
    const { processor, tracer } = agent({
      sinks: [new MemorySink(), failing],
      meterProvider,
      mapDelayMillis: 1,
      onError() {},
    });
    useTool(tracer);
    processor.onEnd({ spanContext: () => ({ traceId: 'x', spanId: 'y', traceFlags: 1 }), name: 'x' } as never);
    await expect.poll(() => processor.stats().queued).toBe(0);
    await processor.forceFlush();
    const metrics = await collect(reader);
    expect(metrics.get('otel.sdk.processor.span.processed')).toEqual([
      [1, undefined],
      [1, 'unreadable'],
    ]);
    expect(metrics.get('otel.sdk.processor.span.queue.size')).toEqual([[0, undefined]]);
    expect(metrics.get('otel.sdk.processor.span.queue.capacity')).toEqual([[2_048, undefined]]);
    expect(metrics.get('otel_vcon.vcon.written')).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(metrics.get('otel_vcon.conversation.open')).toEqual([[1, undefined]]);
    await processor.shutdown();
    expect((await collect(reader)).get('otel_vcon.vcon.lost')).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });
});
