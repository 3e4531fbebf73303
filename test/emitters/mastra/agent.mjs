// Mastra, whose own tracing goes out through its OpenTelemetry exporter.
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { InMemoryStore } from '@mastra/core/storage';
import { MastraLanguageModelV2Mock } from '@mastra/core/test-utils/llm-mock';
import { createTool } from '@mastra/core/tools';
import { Observability } from '@mastra/observability';
import { OtelExporter } from '@mastra/otel-exporter';
import { z } from 'zod';
import { moment, startRecording, witness } from '../harness.mjs';
import { call, PLAIN, say } from '../vercel-ai.mjs';

const { exporter, finish } = startRecording('greenhouse');

/** A model that gives one answer after the other, streamed or not. */
function scripted(...answers) {
  let turn = 0;
  const next = () => {
    const content = answers[Math.min(turn++, answers.length - 1)];
    return { content, finishReason: content.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop' };
  };
  const streamed = (part) =>
    part.type === 'text'
      ? [
          { type: 'text-start', id: 't' },
          { type: 'text-delta', id: 't', delta: part.text },
          { type: 'text-end', id: 't' },
        ]
      : [part];
  return new MastraLanguageModelV2Mock({
    provider: 'mock',
    modelId: 'scripted',
    doGenerate: async () => ({ ...next(), usage: PLAIN.usage, warnings: [] }),
    doStream: async () => {
      const { content, finishReason } = next();
      const start = { type: 'stream-start', warnings: [] };
      const parts = [start, ...content.flatMap(streamed), { type: 'finish', finishReason, usage: PLAIN.usage }];
      return { stream: ReadableStream.from(parts) };
    },
  });
}

const read_sensor = createTool({
  id: 'read_sensor',
  description: 'Reads',
  inputSchema: z.object({ bed: z.string() }),
  execute: async (input) => {
    witness('read_sensor', { bed: input.bed });
    return { bed: input.bed, celsius: 23.5 };
  },
});
const open_roof = createTool({
  id: 'open_roof',
  description: 'Opens',
  inputSchema: z.object({ degrees: z.number() }),
  execute: async (input) => {
    witness('open_roof', { degrees: input.degrees });
    throw new Error('wind is too strong');
  },
});
const water_bed = createTool({
  id: 'water_bed',
  description: 'Waters',
  inputSchema: z.object({ bed: z.string() }),
  requireApproval: true,
  execute: async (input) => {
    witness('water_bed', { bed: input.bed });
    return { watered: input.bed };
  },
});
const create = (id, ...answers) =>
  new Agent({
    id,
    name: id,
    instructions: 'Help.',
    model: scripted(...answers),
    tools: { read_sensor, open_roof, water_bed },
  });
const mastra = new Mastra({
  logger: false,
  storage: new InMemoryStore(),
  agents: {
    gardener: create(
      'gardener',
      [call('c-sensor', 'read_sensor', { bed: 'B-1' }), call('c-roof', 'open_roof', { degrees: 30 })],
      [say('done')],
    ),
    refused: create('refused', [call('c-refused', 'water_bed', { bed: 'B-refused' })], [say('noted')]),
    approved: create('approved', [call('c-approved', 'water_bed', { bed: 'B-approved' })], [say('noted')]),
    confused: create(
      'confused',
      [call('c-bad', 'read_sensor', { depth: 5 }), call('c-unknown', 'no_such_tool', {})],
      [say('sorry')],
    ),
  },
  observability: new Observability({
    configs: {
      default: {
        serviceName: 'greenhouse',
        exporters: [
          new OtelExporter({
            // Nothing is sent there: the exporter of the tests takes the spans.
            provider: { custom: { endpoint: 'http://127.0.0.1:9/v1/traces', protocol: 'http/json' } },
            exporter,
            batchSize: 1,
            signals: { logs: false },
          }),
        ],
      },
    },
  }),
});

const tracingOptions = { metadata: { sessionId: 'talk-m' } };
await mastra.getAgent('gardener').generate('Look.', { tracingOptions });

// A person is asked; the answer resumes the run.
async function ask(agent, approved) {
  const asking = await agent.generate('Water it.', { tracingOptions });
  const toolCallId = asking.suspendPayload?.toolCallId;
  if (toolCallId === undefined) throw new Error('nobody was asked');
  await moment();
  const options = { runId: asking.runId, toolCallId, tracingOptions };
  if (approved) await agent.approveToolCallGenerate(options);
  else await agent.declineToolCallGenerate({ ...options, reason: 'it rained' });
}
await ask(mastra.getAgent('refused'), false);
await ask(mastra.getAgent('approved'), true);
await mastra
  .getAgent('confused')
  .generate('Confuse it.', { tracingOptions })
  .catch(() => undefined);

await mastra.observability.getDefaultInstance().flush();
await new Promise((resolve) => setTimeout(resolve, 1_000));
await finish();
