import { createRequire } from 'node:module';
import { join } from 'node:path';
import { VconSpanProcessor } from '../span-processor.js';
import { unref } from '../time-limit.js';
import { attach } from './attach.js';
import { type Environment, optionsFromEnvironment } from './environment.js';
import { onTracerProvider } from './global-provider.js';

/** How long an application may take to register its tracer provider before it is told that nothing is recorded. */
const PATIENCE_MILLIS = 30_000;

/**
 * Starts recording without a line of code in the application: the processor joins the tracer provider that the application, or an
 * instrumentation before or after it, registers. With OTEL_VCON_START_SDK=true it registers one of its own, from the SDK that is installed in the
 * application. What goes wrong is a process warning; the application starts all the same.
 */
export function startFromEnvironment(environment: Environment): void {
  try {
    const options = optionsFromEnvironment(environment);
    if (options === undefined) return;
    const processor = new VconSpanProcessor(options);
    let attached = false;
    onTracerProvider((provider) => {
      attached = attach(provider, processor);
      if (!attached)
        warn('the tracer provider is of an unknown kind; add a VconSpanProcessor to it in code', 'UNKNOWN_PROVIDER');
    });
    process.once('beforeExit', () => void processor.forceFlush());
    if (environment['OTEL_VCON_START_SDK']?.toLowerCase() === 'true') registerProvider(processor);
    const patience = setTimeout(() => {
      if (!attached) warn('no tracer provider was registered, so nothing is recorded', 'NO_PROVIDER');
    }, PATIENCE_MILLIS);
    unref(patience);
  } catch (error) {
    warn(error instanceof Error ? error.message : String(error), 'NOT_STARTED');
  }
}

/** With the packages of the application, so that it is the application's API that is given the provider. */
function registerProvider(processor: VconSpanProcessor): void {
  const require = createRequire(join(process.cwd(), 'package.json'));
  const api: typeof import('@opentelemetry/api') = require('@opentelemetry/api');
  const { AsyncLocalStorageContextManager } = require('@opentelemetry/context-async-hooks');
  const { BasicTracerProvider } = require('@opentelemetry/sdk-trace-base');
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  api.trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [processor] }));
}

function warn(message: string, code: string): void {
  process.emitWarning(`otel-vcon: ${message}`, { code: `OTEL_VCON_${code}` });
}
