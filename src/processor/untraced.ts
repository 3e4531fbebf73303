import { context, createContextKey, ROOT_CONTEXT } from '@opentelemetry/api';

/**
 * The key under which every OTel JS SDK looks whether to trace (`suppressTracing` of @opentelemetry/core). `createContextKey` is
 * `Symbol.for` of its description, so the key is the same without a dependency on the SDK.
 */
const SUPPRESS_TRACING = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

const UNTRACED = ROOT_CONTEXT.setValue(SUPPRESS_TRACING, true);

/** Runs work, and what it starts, so that instrumented libraries in it make no spans: the processor must not feed itself. */
export function untraced<T>(work: () => T): T {
  return context.with(UNTRACED, work);
}
