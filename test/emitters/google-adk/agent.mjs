// Google ADK for JavaScript.
import { moment, startRecording, witness } from '../harness.mjs';

process.env.ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS = 'true';
const { finish } = startRecording('museum');
const { BaseLlm, FunctionTool, InMemoryRunner, LlmAgent } = await import('@google/adk');
const { z } = await import('zod');

/** A model that gives one answer after the other: each a list of parts. */
class ScriptedLlm extends BaseLlm {
  constructor(answers) {
    super({ model: 'scripted' });
    this.answers = answers;
    this.turn = 0;
  }

  async *generateContentAsync() {
    const parts = this.answers[Math.min(this.turn++, this.answers.length - 1)];
    yield { content: { role: 'model', parts }, finishReason: 'STOP' };
  }

  async connect() {
    throw new Error('there is no live connection');
  }
}

const call = (id, name, args) => ({ functionCall: { id, name, args } });
const say = (text) => ({ text });

const find_painting = new FunctionTool({
  name: 'find_painting',
  description: 'Finds',
  parameters: z.object({ title: z.string() }),
  execute: (input) => {
    witness('find_painting', input);
    return { title: input.title, room: 7 };
  },
});
const dim_lights = new FunctionTool({
  name: 'dim_lights',
  description: 'Dims',
  parameters: z.object({ room: z.number() }),
  execute: (input) => {
    witness('dim_lights', input);
    throw new Error('the switch is locked');
  },
});
const open_vault = new FunctionTool({
  name: 'open_vault',
  description: 'Opens',
  parameters: z.object({ vault: z.string() }),
  requireConfirmation: true,
  execute: (input) => {
    witness('open_vault', input);
    return { opened: input.vault };
  },
});
const appName = 'museum';
const userId = 'visitor';

/** Starts a talk; what is returned says something in it and gives the events that follow. */
async function talk(name, sessionId, ...answers) {
  const agent = new LlmAgent({
    name,
    description: 'A guide',
    instruction: 'Help.',
    model: new ScriptedLlm(answers),
    tools: [find_painting, dim_lights, open_vault],
  });
  const runner = new InMemoryRunner({ agent, appName });
  await runner.sessionService.createSession({ appName, userId, sessionId });
  return async (...parts) => {
    const events = [];
    for await (const event of runner.runAsync({ userId, sessionId, newMessage: { role: 'user', parts } }))
      events.push(event);
    return events;
  };
}

const look = await talk(
  'guide',
  'talk-look',
  [call('c-find', 'find_painting', { title: 'Dusk' }), call('c-dim', 'dim_lights', { room: 7 })],
  [say('done')],
);
await look(say('Go.'));
const single = await talk('guide', 'talk-single', [call('c-single', 'dim_lights', { room: 8 })], [say('done')]);
await single(say('Go.'));

// A person is asked to confirm.
async function ask(id, vault, confirmed) {
  const send = await talk('keeper', `talk-${id}`, [call(id, 'open_vault', { vault })], [say('noted')], [say('noted')]);
  const requests = (await send(say('Open it.')))
    .flatMap(({ content }) => content?.parts ?? [])
    .flatMap(({ functionCall }) => (functionCall?.name === 'adk_request_confirmation' ? [functionCall] : []));
  if (requests.length !== 1) throw new Error('nobody was asked');
  await moment();
  await send(...requests.map(({ id, name }) => ({ functionResponse: { id, name, response: { confirmed } } })));
}
await ask('c-refused', 'V-refused', false);
await ask('c-approved', 'V-approved', true);

const confuse = await talk('guide', 'talk-bad', [call('c-bad', 'find_painting', { painter: 5 })], [say('sorry')]);
await confuse(say('Confuse it.')).catch(() => undefined);
const lost = await talk('guide', 'talk-unknown', [call('c-unknown', 'no_such_tool', {})], [say('sorry')]);
await lost(say('Confuse it more.')).catch(() => undefined);

await new Promise((resolve) => setTimeout(resolve, 200));
await finish();
