// Vercel AI SDK 6, whose telemetry is an option of each run.
import { generateText, stepCountIs, streamText, tool } from 'ai';
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test';
import { z } from 'zod';
import { startRecording } from '../harness.mjs';
import {
  askPerson,
  call,
  callThree,
  createAskingTool,
  createTools,
  neverReach,
  STRUCTURED,
  say,
  scripted,
  stopTwice,
} from '../vercel-ai.mjs';

const { finish } = startRecording('parcel-desk');
const model = scripted(MockLanguageModelV3, STRUCTURED);
const close_account = createAskingTool({ tool, z }, { needsApproval: true });
const tools = { ...createTools({ tool, z }), close_account };
const common = {
  tools,
  stopWhen: stepCountIs(4),
  experimental_telemetry: { isEnabled: true, functionId: 'clerk', metadata: { sessionId: 'talk-6', userId: 'user-1' } },
};

const sdk = { generateText, tool, z, model, options: common };

await callThree(sdk);

async function ask(id, account, approved, reason) {
  const options = { ...common, model: model([call(id, 'close_account', { account })], [say('noted')]) };
  await askPerson(generateText, options, { approved, reason });
}
await ask('c-refused', 'A-refused', false, 'not without a letter');
await ask('c-approved', 'A-approved', true, 'letter is here');

await stopTwice(sdk, (millis) => ({ timeout: millis }));
await neverReach(sdk);

// The same by streaming.
const chunks = [
  [
    { type: 'stream-start', warnings: [] },
    call('c-stream', 'track_parcel', { parcel: 'P-2' }),
    { type: 'finish', finishReason: STRUCTURED.finishReason('tool-calls'), usage: STRUCTURED.usage },
  ],
  [
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'done' },
    { type: 'text-end', id: 't' },
    { type: 'finish', finishReason: STRUCTURED.finishReason('stop'), usage: STRUCTURED.usage },
  ],
];
const streamed = streamText({
  ...common,
  prompt: 'Where is the other?',
  model: new MockLanguageModelV3({
    doStream: async () => ({ stream: simulateReadableStream({ chunks: chunks.shift() }) }),
  }),
});
await streamed.consumeStream();

await finish();
