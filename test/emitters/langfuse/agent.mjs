// Observations of Langfuse, as an application makes them by hand, with Langfuse's own processor, which knows the session.
import { LangfuseSpanProcessor } from '@langfuse/otel';
import {
  propagateAttributes,
  setLangfuseTracerProvider,
  startActiveObservation,
  startObservation,
} from '@langfuse/tracing';
import { startRecording, witness } from '../harness.mjs';

// Nothing is sent to Langfuse.
const exporter = {
  export: (_spans, done) => done({ code: 0 }),
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
};
const { provider, finish } = startRecording('library', [
  new LangfuseSpanProcessor({ exporter, exportMode: 'immediate' }),
]);
setLangfuseTracerProvider(provider);

/** A tool that returns; the model's id of the call is metadata. */
function find_book(input) {
  const tool = startObservation('find_book', { input, metadata: { toolCallId: 'c-find' } }, { asType: 'tool' });
  witness('find_book', input);
  tool.update({ output: { shelf: 'Q-12' } });
  tool.end();
}

/** A tool that reports an error. */
function lend_book(input) {
  const tool = startObservation('lend_book', { input }, { asType: 'tool' });
  witness('lend_book', input);
  tool.update({ level: 'ERROR', statusMessage: 'the card has expired' });
  tool.end();
}

/** A tool that throws. */
async function scan_page(input) {
  await startActiveObservation(
    'scan_page',
    async (tool) => {
      tool.update({ input });
      witness('scan_page', input);
      throw new Error('the lamp is broken');
    },
    { asType: 'tool' },
  );
}

await propagateAttributes({ sessionId: 'talk-l', userId: 'reader' }, async () => {
  await startActiveObservation(
    'librarian',
    async (agent) => {
      agent.update({ input: { ask: 'a book' } });
      find_book({ title: 'Atlas' });
      lend_book({ title: 'Atlas', days: 14 });
      await scan_page({ page: 3 }).catch(() => undefined);
      startObservation('think', { input: 'what next' }, { asType: 'generation' }).end();
    },
    { asType: 'agent' },
  );
});
await finish();
