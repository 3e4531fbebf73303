import * as api from '@opentelemetry/api';
import { LoggerProvider } from '@opentelemetry/sdk-logs';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { runAgent } from '../agent.mjs';

const createProvider = (spanProcessors) => new TracerProvider({ spanProcessors });
const createLogger = (processor) => new LoggerProvider({ processors: [processor] }).getLogger('agent');
await runAgent({ api, createProvider, createLogger, structured: true }, process.argv[2], process.argv[3]);
