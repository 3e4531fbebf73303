// The processors that are compared. Each makes a fresh one, which exports to JSON text where it exports at all.

import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { BatchSpanProcessor, NoopSpanProcessor, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

const dist = process.env.OTEL_VCON_DIST ?? new URL('../../dist/esm', import.meta.url).href;
const { CallbackSink, serializeVcon, VconSpanProcessor } = await import(`${dist}/index.js`);

/** Bytes that were written, so that nobody can leave the work out. */
export let written = 0;

/** An exporter that does what every OTLP exporter does but for the network. */
class SerialisingExporter {
  export(spans, done) {
    written += JsonTraceSerializer.serializeRequest(spans)?.length ?? 0;
    done({ code: 0 });
  }
  async forceFlush() {}
  async shutdown() {}
}

/** The least that a processor with a bounded queue can do. */
class QueueProcessor {
  #queue = [];
  onStart() {}
  onEnd(span) {
    if (this.#queue.length < 1_000_000) this.#queue.push(span);
  }
  async forceFlush() {}
  async shutdown() {
    this.#queue = [];
  }
}

const QUEUE = { maxQueueSize: 1_000_000, maxExportBatchSize: 512, scheduledDelayMillis: 60_000 };

export const CANDIDATES = {
  NoopSpanProcessor: () => new NoopSpanProcessor(),
  'bounded queue': () => new QueueProcessor(),
  VconSpanProcessor: () =>
    new VconSpanProcessor({
      sinks: [
        new CallbackSink((vcon) => {
          written += serializeVcon(vcon).length;
        }),
      ],
      maxQueue: 1_000_000,
      mapDelayMillis: 60_000,
      maxWaitingVcons: 1_000_000,
      onError() {},
    }),
  BatchSpanProcessor: () => new BatchSpanProcessor(new SerialisingExporter(), QUEUE),
  SimpleSpanProcessor: () => new SimpleSpanProcessor(new SerialisingExporter()),
  ...(await peers()),
};

/** The vCons of some spans. */
export async function vconsOf(spans) {
  const vcons = [];
  const processor = new VconSpanProcessor({
    sinks: [new CallbackSink((vcon) => vcons.push(vcon))],
    maxQueue: 1_000_000,
  });
  for (const span of spans) processor.onEnd(span);
  await processor.shutdown();
  return vcons;
}

/** Published processors for agents, when they are installed. */
async function peers() {
  const from = (path) => import(new URL(`../peers/node_modules/${path}`, import.meta.url).href);
  try {
    const langfuse = await from('@langfuse/otel/dist/index.mjs');
    const arize = await from('@arizeai/openinference-vercel/dist/esm/index.js');
    return {
      '@langfuse/otel': () =>
        new langfuse.LangfuseSpanProcessor({
          exporter: new SerialisingExporter(),
          publicKey: 'pk',
          secretKey: 'sk',
          baseUrl: 'http://127.0.0.1:1',
          flushAt: 512,
          flushInterval: 60,
          shouldExportSpan: () => true,
        }),
      '@arizeai/openinference-vercel': () =>
        new arize.OpenInferenceBatchSpanProcessor({ exporter: new SerialisingExporter(), config: QUEUE }),
    };
  } catch (error) {
    process.stderr.write(`other agents' processors are left out (npm ci --prefix bench/peers): ${error.message}\n`);
    return {};
  }
}
