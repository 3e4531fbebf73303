// A model and tools for the Vercel AI SDK. Its versions differ in the mock model's class and in how usage and the reason of the
// end are written.
import { witness } from './harness.mjs';

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

/** A tool that runs until it is told to stop; `started` is called when it runs. */
export function createEndlessTool({ tool, z }, started = () => undefined) {
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
export async function mustFail(run) {
  const failed = await run.then(
    () => false,
    () => true,
  );
  if (!failed) throw new Error('the run should have failed');
}
