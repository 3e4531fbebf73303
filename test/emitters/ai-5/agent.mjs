// Vercel AI SDK 5, whose telemetry is an option of each run. It has no approvals.
import { generateText, stepCountIs, tool } from 'ai';
import { MockLanguageModelV2 } from 'ai/test';
import { z } from 'zod';
import { startRecording } from '../harness.mjs';
import { call, createEndlessTool, createTools, mustFail, PLAIN, say, scripted } from '../vercel-ai.mjs';

const { finish } = startRecording('parcel-desk');
const model = scripted(MockLanguageModelV2, PLAIN);
const common = {
  tools: createTools({ tool, z }),
  stopWhen: stepCountIs(4),
  experimental_telemetry: { isEnabled: true, functionId: 'clerk', metadata: { sessionId: 'talk-5' } },
};

// Three calls of one answer: one works, one throws, one reports how far it is.
await generateText({
  ...common,
  prompt: 'Where is it, pay it back, and count.',
  model: model(
    [
      call('c-track', 'track_parcel', { parcel: 'P-1' }),
      call('c-refund', 'refund', { order: 'O-1', cents: 990 }),
      call('c-count', 'count_stock', { shelves: 3 }),
    ],
    [say('done')],
  ),
});

// The application stops a run while its tool works, once by hand and once by a time limit.
const abort = new AbortController();
await mustFail(
  generateText({
    ...common,
    prompt: 'Wait.',
    model: model([call('c-cancel', 'await_truck', { gate: 4 })], [say('never')]),
    tools: { await_truck: createEndlessTool({ tool, z }, () => setTimeout(() => abort.abort(), 20)) },
    abortSignal: abort.signal,
  }),
);
await mustFail(
  generateText({
    ...common,
    prompt: 'Wait a moment.',
    model: model([call('c-timeout', 'await_truck', { gate: 5 })], [say('never')]),
    tools: { await_truck: createEndlessTool({ tool, z }) },
    abortSignal: AbortSignal.timeout(60),
  }),
);

// Calls that never reach a tool.
await generateText({
  ...common,
  prompt: 'Confuse it.',
  model: model([call('c-bad', 'track_parcel', { number: 7 }), call('c-unknown', 'no_such_tool', {})], [say('sorry')]),
});

await finish();
