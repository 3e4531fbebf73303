import * as api from '@opentelemetry/api';
import { LoggerProvider } from '@opentelemetry/sdk-logs';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { runAgent } from './agent.mjs';

const createProvider = (spanProcessors) => new BasicTracerProvider({ spanProcessors });
const createLogger = (processor) => new LoggerProvider({ processors: [processor] }).getLogger('agent');
await runAgent({ api, createProvider, createLogger }, process.argv[2], process.argv[3]);
