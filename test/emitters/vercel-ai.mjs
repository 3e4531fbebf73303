// A model and tools for the Vercel AI SDK. Its versions differ in the mock model's class and in how usage and the reason of the
// end are written.
import { moment, witness } from './harness.mjs';

/** A call that the model asks for. */
export const call = (toolCallId, toolName, input) => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input: JSON.stringify(input),
});

/** A text that the model answers. */
export const say = (text) => ({ type: 'text', text });

/** Makes models that give one answer after the other: each a list of calls and texts. */
export function scripted(MockModel, { usage, finishReason }) {
  return (...answers) => {
    let turn = 0;
    return new MockModel({
      provider: 'mock',
      modelId: 'scripted',
      doGenerate: async () => {
        const content = answers[Math.min(turn++, answers.length - 1)];
        const reason = content.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop';
        return { content, finishReason: finishReason(reason), usage, warnings: [] };
      },
    });
  };
}

/** Usage and end as versions 6 and 7 want them. */
export const STRUCTURED = {
  usage: {
    inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 2, text: 2, reasoning: 0 },
  },
  finishReason: (unified) => ({ unified, raw: undefined }),
};

/** Usage and end as version 5 wants them. */
export const PLAIN = {
  usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 },
  finishReason: (reason) => reason,
};

/** The tools that all versions have. */
export function createTools({ tool, z }) {
  const track_parcel = tool({
    description: 'Where a parcel is',
    inputSchema: z.object({ parcel: z.string() }),
    execute: async (input) => {
      witness('track_parcel', input);
      return { parcel: input.parcel, place: 'Porto', days: 2 };
    },
  });
  const refund = tool({
    description: 'Pays money back',
    inputSchema: z.object({ order: z.string(), cents: z.number() }),
    execute: async (input) => {
      witness('refund', input);
      throw new RangeError('the refund is above the limit');
    },
  });
  const count_stock = tool({
    description: 'Counts, and tells how far it is',
    inputSchema: z.object({ shelves: z.number() }),
    async *execute(input) {
      witness('count_stock', input);
      for (let counted = 1; counted <= input.shelves; counted += 1) yield { counted, pieces: counted * 10 };
    },
  });
  return { track_parcel, refund, count_stock };
}

/** A tool for which a person is asked, in the versions that can ask; `more` is what such a version wants of it. */
export function createAskingTool({ tool, z }, more = {}) {
  return tool({
    description: 'Closes an account',
    inputSchema: z.object({ account: z.string() }),
    execute: async (input) => {
      witness('close_account', input);
      return { closed: input.account };
    },
    ...more,
  });
}

/** A tool that runs until it is told to stop; `started` is called when it runs. */
function createEndlessTool({ tool, z }, started = () => undefined) {
  return tool({
    description: 'Waits for a truck',
    inputSchema: z.object({ gate: z.number() }),
    execute: (input, { abortSignal }) => {
      witness('await_truck', input);
      started();
      return new Promise((_, reject) => {
        abortSignal.addEventListener('abort', () => reject(abortSignal.reason));
      });
    },
  });
}

/** A run that is expected to end with an error. */
async function mustFail(run) {
  const failed = await run.then(
    () => false,
    () => true,
  );
  if (!failed) throw new Error('the run should have failed');
}

/** Three calls of one answer: one works, one throws, one reports how far it is. `options` are those of every run. */
export async function callThree({ generateText, model, options }) {
  await generateText({
    ...options,
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
}

/**
 * The application stops a run while its tool works, once by hand and once by a time limit, which `limited` gives as an option of the run:
 * so many milliseconds.
 */
export async function stopTwice({ generateText, tool, z, model, options }, limited) {
  const abort = new AbortController();
  await mustFail(
    generateText({
      ...options,
      prompt: 'Wait.',
      model: model([call('c-cancel', 'await_truck', { gate: 4 })], [say('never')]),
      tools: { await_truck: createEndlessTool({ tool, z }, () => setTimeout(() => abort.abort(), 20)) },
      abortSignal: abort.signal,
    }),
  );
  await mustFail(
    generateText({
      ...options,
      prompt: 'Wait a moment.',
      model: model([call('c-timeout', 'await_truck', { gate: 5 })], [say('never')]),
      tools: { await_truck: createEndlessTool({ tool, z }) },
      ...limited(60),
    }),
  );
}

/** Calls that never reach a tool. */
export async function neverReach({ generateText, model, options }) {
  await generateText({
    ...options,
    prompt: 'Confuse it.',
    model: model([call('c-bad', 'track_parcel', { number: 7 }), call('c-unknown', 'no_such_tool', {})], [say('sorry')]),
  });
}

/** A person is asked whether an account may be closed; what they answer goes into the next run. `options` are those of both runs. */
export async function askPerson(generateText, options, { approved, reason }) {
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
