// OpenAI Agents SDK, traced by the instrumentation of OpenInference.
import { OpenAIAgentsInstrumentation } from '@arizeai/openinference-instrumentation-openai-agents';
import * as agents from '@openai/agents';
import { z } from 'zod';
import { moment, startRecording, witness } from '../harness.mjs';

const { provider, finish } = startRecording('travel-desk');
const instrumentation = new OpenAIAgentsInstrumentation({ tracerProvider: provider });
instrumentation.manuallyInstrument(agents);
const { Agent, handoff, Runner, tool, Usage } = agents;

const call = (callId, name, args) => ({
  type: 'function_call',
  id: `item-${callId}`,
  callId,
  name,
  arguments: JSON.stringify(args),
  status: 'completed',
});
const say = (text) => ({
  type: 'message',
  id: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text }],
});

/** A model that gives one answer after the other. */
function scripted(...answers) {
  let turn = 0;
  return {
    getResponse: async () => ({
      usage: new Usage({ requests: 1, inputTokens: 3, outputTokens: 2, totalTokens: 5 }),
      output: answers[Math.min(turn++, answers.length - 1)],
      responseId: `response-${turn}`,
    }),
    getStreamedResponse() {
      throw new Error('nothing is streamed here');
    },
  };
}

const find_train = tool({
  name: 'find_train',
  description: 'Finds a train',
  parameters: z.object({ to: z.string() }),
  execute: async (input) => {
    witness('find_train', input);
    return { to: input.to, leaves: '09:40' };
  },
});
const failing = (name, more) =>
  tool({
    name,
    description: 'Books a seat',
    parameters: z.object({ seat: z.number() }),
    execute: async (input) => {
      witness(name, input);
      throw new Error('the seat is taken');
    },
    ...more,
  });
const book_seat = failing('book_seat');
const book_strictly = failing('book_strictly', { errorFunction: null });
const slow_search = tool({
  name: 'slow_search',
  description: 'Takes too long',
  parameters: z.object({ pages: z.number() }),
  timeoutMs: 40,
  execute: async (input) => {
    witness('slow_search', input);
    await new Promise((resolve) => setTimeout(resolve, 200));
    return 'too late';
  },
});
const cancel_trip = tool({
  name: 'cancel_trip',
  description: 'Cancels a trip',
  parameters: z.object({ trip: z.string() }),
  needsApproval: true,
  execute: async (input) => {
    witness('cancel_trip', input);
    return { cancelled: input.trip };
  },
});
const tools = [find_train, book_seat, book_strictly, slow_search, cancel_trip];
const runner = new Runner({ workflowName: 'travel', groupId: 'talk-oa' });
const createAgent = (name, model, more) => new Agent({ name, instructions: 'Help.', model, tools, ...more });

// Two calls of one answer: one works, one throws, which is told to the model.
await runner.run(
  createAgent(
    'planner',
    scripted(
      [call('c-train', 'find_train', { to: 'Évora' }), call('c-seat', 'book_seat', { seat: 12 })],
      [say('done')],
    ),
  ),
  'Go.',
);

// A person is asked.
async function ask(id, trip, approved) {
  const agent = createAgent('canceller', scripted([call(id, 'cancel_trip', { trip })], [say('noted')]));
  const asking = await runner.run(agent, 'Cancel it.');
  if (asking.interruptions.length !== 1) throw new Error('nobody was asked');
  await moment();
  for (const item of asking.interruptions) {
    if (approved) asking.state.approve(item);
    else asking.state.reject(item, { message: 'the trip is paid' });
  }
  await runner.run(agent, asking.state);
}
await ask('c-refused', 'T-refused', false);
await ask('c-approved', 'T-approved', true);

// An error that ends the run, a time limit, arguments that do not fit, and a tool that does not exist.
const attempt = (...calls) => runner.run(createAgent('planner', scripted(calls, [say('done')])), 'Go.').catch(() => {});
await attempt(call('c-strict', 'book_strictly', { seat: 13 }));
await attempt(call('c-slow', 'slow_search', { pages: 900 }));
await attempt(call('c-bad', 'find_train', { from: 5 }));
await attempt(call('c-unknown', 'no_such_tool', {}));

// A hand-off is no call of a tool; the agent it goes to makes one.
const guide = createAgent('guide', scripted([call('c-guide', 'find_train', { to: 'Beja' })], [say('there')]));
const desk = createAgent('desk', scripted([call('c-handoff', 'transfer_to_guide', {})]), {
  handoffs: [handoff(guide)],
});
await runner.run(desk, 'Go.');

await new Promise((resolve) => setTimeout(resolve, 250));
await finish();
