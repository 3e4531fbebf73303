// Vercel AI SDK 7 with its integration of OpenTelemetry.
import { OpenTelemetry } from '@ai-sdk/otel';
import { generateText, registerTelemetry, stepCountIs, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';
import { startRecording, witness } from '../harness.mjs';
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
registerTelemetry(new OpenTelemetry({ runtimeContext: true }));
const model = scripted(MockLanguageModelV4, STRUCTURED);
const close_account = createAskingTool({ tool, z });
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

const sdk = { generateText, tool, z, model, options: common };

await callThree(sdk);

async function ask(id, account, approved, reason) {
  const options = {
    ...common,
    model: model([call(id, 'close_account', { account })], [say('noted')]),
    toolApproval: { close_account: 'user-approval' },
  };
  await askPerson(generateText, options, { approved, reason });
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

await stopTwice(sdk, (millis) => ({ timeout: millis }));
await neverReach(sdk);

await finish();
