// LangChain, traced by the instrumentation of OpenLLMetry (Traceloop).
import * as callbackManagerModule from '@langchain/core/callbacks/manager';
import { LangChainInstrumentation } from '@traceloop/instrumentation-langchain';
import { startRecording } from '../harness.mjs';

const { provider, finish } = startRecording('dam');
const instrumentation = new LangChainInstrumentation({ traceContent: true });
instrumentation.setTracerProvider(provider);
instrumentation.manuallyInstrument({ callbackManagerModule });
const { runAll } = await import('./graph.mjs');
await runAll();
await finish();
