// A real framework: the Vercel AI SDK with its mock model. The only thing that is ours is the processor.
//
//   node examples/ai-sdk.mjs [folder]
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { generateText, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { VconSpanProcessor } from 'otel-vcon';
import { FileSink } from 'otel-vcon/node';
import { z } from 'zod';

const folder = process.argv[2] ?? 'examples/out';
const provider = new BasicTracerProvider({
  resource: resourceFromAttributes({ 'service.name': 'support-desk' }),
  spanProcessors: [new VconSpanProcessor({ sinks: [new FileSink({ folder })] })],
});
trace.setGlobalTracerProvider(provider);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

const tools = {
  find_order: tool({
    inputSchema: z.object({ order: z.string() }),
    execute: async ({ order }) => ({ order, state: 'shipped' }),
  }),
  refund: tool({
    inputSchema: z.object({ order: z.string(), amount: z.number() }),
    execute: async () => {
      throw new Error('the refund service is closed');
    },
  }),
};

/** A model that plays a script: first it calls two tools, then it answers. */
const script = [
  [toolCall('call_1', 'find_order', { order: 'A-17' }), toolCall('call_2', 'refund', { order: 'A-17', amount: 30 })],
  [{ type: 'text', text: 'Your order was shipped; a person will look at the refund.' }],
];
let step = 0;
const model = new MockLanguageModelV3({
  doGenerate: async () => {
    const content = script[step++] ?? [];
    const unified = content.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop';
    return { content, finishReason: { unified, raw: undefined }, usage: NO_USAGE, warnings: [] };
  },
});
const NO_USAGE = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

function toolCall(toolCallId, toolName, input) {
  return { type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) };
}

const { text } = await generateText({
  model,
  tools,
  stopWhen: stepCountIs(3),
  prompt: 'Where is order A-17, and can I have my money back?',
  experimental_telemetry: { isEnabled: true, functionId: 'support-agent', metadata: { sessionId: 'visit-9' } },
});
console.log(text);
await provider.shutdown();
