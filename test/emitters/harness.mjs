// What every agent of these tests runs in: an OpenTelemetry SDK whose spans and log records go to the live processors of otel-vcon
// and, beside them, to memory, from where they are written as OTLP. An agent runs in a process of its own, because frameworks and
// instrumentations leave global state behind.
//
// The process gets two arguments: the built package (a file URL of its `esm` folder) and a folder for what came of the run.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { context, diag, propagation, trace } from '@opentelemetry/api';
import { logs } from '@opentelemetry/api-logs';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { JsonLogsSerializer, JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

const [builtPackage, folder] = process.argv.slice(2);

/** The package under test. */
export const otelVcon = await import(`${builtPackage}/index.js`);
const { CallbackSink, VconLogRecordProcessor, VconSpanProcessor } = otelVcon;

/** What the tools and people of the scenario really did, in order. */
const witnessed = [];

/** Called from within a tool's own code, and from nowhere else: that the tool ran is then beyond doubt. */
export function witness(tool, input) {
  witnessed.push([tool, input]);
}

/**
 * The time that a person takes to answer. The SDK cuts the start of a span to a millisecond and counts all other times of the span
 * from there, so the order of what happens within a millisecond in two spans is not observed.
 */
export function moment() {
  return new Promise((resolve) => setTimeout(resolve, 5));
}

/**
 * Registers SDK and processors globally; `others` are processors that a framework brings. `finish` ends the run and writes what came of
 * it.
 */
export function startRecording(serviceName, others = []) {
  const resource = resourceFromAttributes({ 'service.name': serviceName });
  const vcons = new Map();
  const problems = [];
  const sink = new CallbackSink((vcon) => {
    vcons.set(vcon.uuid, vcon);
  });
  const spanProcessor = new VconSpanProcessor({ sinks: [sink], onError: ({ kind }) => problems.push(kind) });
  const logProcessor = new VconLogRecordProcessor(spanProcessor.recorder);
  const spans = new InMemorySpanExporter();
  const logRecords = new InMemoryLogRecordExporter();
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [...others, spanProcessor, new SimpleSpanProcessor(spans)],
  });
  const loggerProvider = new LoggerProvider({
    resource,
    processors: [logProcessor, new SimpleLogRecordProcessor({ exporter: logRecords })],
  });
  register(provider, loggerProvider);
  // A time limit of a framework does not keep the process alive by itself.
  setInterval(() => undefined, 1_000);

  return {
    provider,
    /** An exporter for frameworks that make finished spans without an SDK: to the same two places. */
    exporter: {
      export(finished, done) {
        for (const span of finished) spanProcessor.onEnd(span);
        spans.export(finished, done);
      },
      forceFlush: () => spanProcessor.forceFlush(),
      shutdown: async () => undefined,
    },
    async finish() {
      await spanProcessor.forceFlush();
      const finished = { spans: spans.getFinishedSpans(), logRecords: logRecords.getFinishedLogRecords() };
      writeOtlp('traces.json', JsonTraceSerializer, finished.spans);
      writeOtlp('logs.json', JsonLogsSerializer, finished.logRecords);
      await spanProcessor.shutdown();
      await logProcessor.shutdown();
      const run = { vcons: [...vcons.values()], problems, stats: spanProcessor.stats(), witnessed };
      writeFileSync(join(folder, 'run.json'), JSON.stringify(run));
      // Frameworks leave timers, sockets and child processes behind.
      process.exit(0);
    },
  };
}

/** A framework that brings an SDK of its own must not take the place of this one, and this one must not fail silently. */
function register(provider, loggerProvider) {
  diag.disable();
  const contextManager = new AsyncLocalStorageContextManager().enable();
  const registered = context.setGlobalContextManager(contextManager) && trace.setGlobalTracerProvider(provider);
  if (!registered) throw new Error('another OpenTelemetry SDK is registered');
  propagation.disable();
  logs.setGlobalLoggerProvider(loggerProvider);
}

function writeOtlp(name, serializer, records) {
  if (records.length > 0) writeFileSync(join(folder, name), serializer.serializeRequest(records));
}
