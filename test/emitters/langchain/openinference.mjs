// LangChain, traced by the instrumentation of OpenInference.
import { LangChainInstrumentation } from '@arizeai/openinference-instrumentation-langchain';
import * as callbackManager from '@langchain/core/callbacks/manager';
import { startRecording } from '../harness.mjs';

const { provider, finish } = startRecording('dam');
const instrumentation = new LangChainInstrumentation();
instrumentation.setTracerProvider(provider);
instrumentation.manuallyInstrument(callbackManager);
const { runAll } = await import('./graph.mjs');
await runAll();
await finish();
