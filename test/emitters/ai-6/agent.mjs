// Vercel AI SDK 6, whose telemetry is an option of each run.
import { generateText, stepCountIs, streamText, tool } from 'ai';
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test';
import { z } from 'zod';
import { moment, startRecording, witness } from '../harness.mjs';
import { call, createEndlessTool, createTools, mustFail, STRUCTURED, say, scripted } from '../vercel-ai.mjs';

const { finish } = startRecording('parcel-desk');
const model = scripted(MockLanguageModelV3, STRUCTURED);
const close_account = tool({
  description: 'Closes an account',
  inputSchema: z.object({ account: z.string() }),
  needsApproval: true,
  execute: async (input) => {
    witness('close_account', input);
    return { closed: input.account };
  },
});
const tools = { ...createTools({ tool, z }), close_account };
const common = {
  tools,
  stopWhen: stepCountIs(4),
  experimental_telemetry: { isEnabled: true, functionId: 'clerk', metadata: { sessionId: 'talk-6', userId: 'user-1' } },
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

// A person is asked; what they answer goes into the next run.
async function ask(id, account, approved, reason) {
  const scriptedModel = model([call(id, 'close_account', { account })], [say('noted')]);
  const messages = [{ role: 'user', content: 'Close it.' }];
  const asking = await generateText({ ...common, model: scriptedModel, messages });
  const answers = asking.content
    .filter(({ type }) => type === 'tool-approval-request')
    .map(({ approvalId }) => ({ type: 'tool-approval-response', approvalId, approved, reason }));
  if (answers.length !== 1) throw new Error('nobody was asked');
  await moment();
  messages.push(...asking.response.messages, { role: 'tool', content: answers });
  await generateText({ ...common, model: scriptedModel, messages });
}
await ask('c-refused', 'A-refused', false, 'not without a letter');
await ask('c-approved', 'A-approved', true, 'letter is here');

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
    timeout: 60,
  }),
);

// Calls that never reach a tool.
await generateText({
  ...common,
  prompt: 'Confuse it.',
  model: model([call('c-bad', 'track_parcel', { number: 7 }), call('c-unknown', 'no_such_tool', {})], [say('sorry')]),
});

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
