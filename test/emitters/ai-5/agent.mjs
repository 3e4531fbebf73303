// Vercel AI SDK 5, whose telemetry is an option of each run. It has no approvals.
import { generateText, stepCountIs, tool } from 'ai';
import { MockLanguageModelV2 } from 'ai/test';
import { z } from 'zod';
import { startRecording } from '../harness.mjs';
import { callThree, createTools, neverReach, PLAIN, scripted, stopTwice } from '../vercel-ai.mjs';

const { finish } = startRecording('parcel-desk');
const model = scripted(MockLanguageModelV2, PLAIN);
const common = {
  tools: createTools({ tool, z }),
  stopWhen: stepCountIs(4),
  experimental_telemetry: { isEnabled: true, functionId: 'clerk', metadata: { sessionId: 'talk-5' } },
};

const sdk = { generateText, tool, z, model, options: common };

await callThree(sdk);

await stopTwice(sdk, (millis) => ({ abortSignal: AbortSignal.timeout(millis) }));
await neverReach(sdk);

await finish();
