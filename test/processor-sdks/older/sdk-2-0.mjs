import * as api from '@opentelemetry/api';
import { BasicTracerProvider } from 'sdk-trace-base-2-0';
import { runAgent } from '../agent.mjs';

const createProvider = (spanProcessors) => new BasicTracerProvider({ spanProcessors });
await runAgent({ api, createProvider }, process.argv[2], process.argv[3]);
