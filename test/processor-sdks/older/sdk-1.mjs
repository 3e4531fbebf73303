import * as api from '@opentelemetry/api';
import { BasicTracerProvider } from 'sdk-trace-base-1';
import { runAgent } from '../agent.mjs';

const createProvider = (spanProcessors) => {
  const provider = new BasicTracerProvider();
  for (const processor of spanProcessors) provider.addSpanProcessor(processor);
  return provider;
};
await runAgent({ api, createProvider }, process.argv[2], process.argv[3]);
