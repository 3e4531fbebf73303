// An application that sets up SDK 3.x by itself and knows nothing of us.
import { trace } from '@opentelemetry/api';
import { TracerProvider } from '@opentelemetry/sdk-trace';

trace.setGlobalTracerProvider(new TracerProvider());
const attributes = {
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'search',
  'gen_ai.tool.call.id': 'a',
};
trace.getTracer('app').startSpan('execute_tool search', { attributes }).end();
