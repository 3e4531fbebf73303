// Vercel AI SDK 7 with its integration of OpenTelemetry.
import { OpenTelemetry } from '@ai-sdk/otel';
import { generateText, registerTelemetry, stepCountIs, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';
import { moment, startRecording, witness } from '../harness.mjs';
import { call, createEndlessTool, createTools, mustFail, STRUCTURED, say, scripted } from '../vercel-ai.mjs';

const { finish } = startRecording('parcel-desk');
registerTelemetry(new OpenTelemetry({ runtimeContext: true }));
const model = scripted(MockLanguageModelV4, STRUCTURED);
const close_account = tool({
  description: 'Closes an account',
  inputSchema: z.object({ account: z.string() }),
  execute: async (input) => {
    witness('close_account', input);
    return { closed: input.account };
  },
});
const print_label = tool({
  description: 'Prints a label',
  inputSchema: z.object({ label: z.string() }),
  execute: async (input) => {
    witness('print_label', input);
    return { printed: input.label };
  },
});
const common = {
  tools: { ...createTools({ tool, z }), close_account, print_label },
  stopWhen: stepCountIs(4),
  runtimeContext: { sessionId: 'talk-7' },
  telemetry: {
    isEnabled: true,
    recordInputs: true,
    recordOutputs: true,
    functionId: 'clerk',
    includeRuntimeContext: { sessionId: true },
  },
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
  const options = {
    ...common,
    model: model([call(id, 'close_account', { account })], [say('noted')]),
    toolApproval: { close_account: 'user-approval' },
  };
  const messages = [{ role: 'user', content: 'Close it.' }];
  const asking = await generateText({ ...options, messages });
  const answers = asking.content
    .filter(({ type }) => type === 'tool-approval-request')
    .map(({ approvalId }) => ({ type: 'tool-approval-response', approvalId, approved, reason }));
  if (answers.length !== 1) throw new Error('nobody was asked');
  await moment();
  messages.push(...asking.response.messages, { role: 'tool', content: answers });
  await generateText({ ...options, messages });
}
await ask('c-refused', 'A-refused', false, 'not without a letter');
await ask('c-approved', 'A-approved', true, 'letter is here');

// The configuration refuses a call and nobody is asked.
await generateText({
  ...common,
  prompt: 'Print it.',
  model: model([call('c-policy', 'print_label', { label: 'L-forbidden' })], [say('cannot')]),
  toolApproval: { print_label: { type: 'denied', reason: 'the printer is for people' } },
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
    timeout: 60,
  }),
);

// Calls that never reach a tool.
await generateText({
  ...common,
  prompt: 'Confuse it.',
  model: model([call('c-bad', 'track_parcel', { number: 7 }), call('c-unknown', 'no_such_tool', {})], [say('sorry')]),
});

await finish();
