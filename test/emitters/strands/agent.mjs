// Strands Agents SDK. Its conventions are the stable ones, or those that OTEL_SEMCONV_STABILITY_OPT_IN asks for: `latest.mjs`.
import { moment, startRecording, witness } from '../harness.mjs';

const { finish } = startRecording('ferry');
const { Agent, InterventionHandler, Model, tool } = await import('@strands-agents/sdk');
const { z } = await import('zod');

/** A model that gives one answer after the other: each a list of texts and calls. */
class ScriptedModel extends Model {
  constructor(answers) {
    super();
    this.answers = answers;
    this.turn = 0;
  }

  updateConfig() {}

  getConfig() {
    return { modelId: 'scripted' };
  }

  async *stream() {
    const answer = this.answers[Math.min(this.turn++, this.answers.length - 1)];
    yield { type: 'modelMessageStartEvent', role: 'assistant' };
    for (const part of answer) yield* block(part);
    const stopReason = answer.some(({ toolUseId }) => toolUseId !== undefined) ? 'toolUse' : 'endTurn';
    yield { type: 'modelMessageStopEvent', stopReason };
  }
}

function* block({ text, toolUseId, name, input }) {
  const isCall = toolUseId !== undefined;
  yield { type: 'modelContentBlockStartEvent', ...(isCall && { start: { type: 'toolUseStart', name, toolUseId } }) };
  const delta = isCall ? { type: 'toolUseInputDelta', input: JSON.stringify(input) } : { type: 'textDelta', text };
  yield { type: 'modelContentBlockDeltaEvent', delta };
  yield { type: 'modelContentBlockStopEvent' };
}

const call = (toolUseId, name, input) => ({ toolUseId, name, input });
const say = (text) => ({ text });

const read_wind = tool({
  name: 'read_wind',
  description: 'Reads',
  inputSchema: z.object({ mast: z.string() }),
  callback: (input) => {
    witness('read_wind', input);
    return { mast: input.mast, knots: 14 };
  },
});
const start_engine = tool({
  name: 'start_engine',
  description: 'Starts',
  inputSchema: z.object({ engine: z.number() }),
  callback: (input) => {
    witness('start_engine', input);
    throw new Error('no oil pressure');
  },
});
const cast_off = tool({
  name: 'cast_off',
  description: 'Leaves',
  inputSchema: z.object({ pier: z.string() }),
  callback: (input) => {
    witness('cast_off', input);
    return { left: input.pier };
  },
});
const ask_captain = tool({
  name: 'ask_captain',
  description: 'Asks',
  inputSchema: z.object({ about: z.string() }),
  callback: (input, context) => ({ said: context.interrupt({ name: 'captain', reason: `What of ${input.about}?` }) }),
});
const tools = [read_wind, start_engine, cast_off, ask_captain];

/** Decides on casting off. */
class Harbourmaster extends InterventionHandler {
  name = 'harbourmaster';

  constructor(action) {
    super();
    this.action = action;
  }

  beforeToolCall({ toolUse }) {
    return toolUse.name === 'cast_off' ? this.action : { type: 'proceed' };
  }
}

function create(name, answers, action) {
  return new Agent({
    id: name,
    name,
    model: new ScriptedModel(answers),
    tools,
    printer: false,
    traceAttributes: { 'session.id': 'talk-s' },
    ...(action !== undefined && { interventions: [new Harbourmaster(action)] }),
  });
}

await create('mate', [
  [call('c-wind', 'read_wind', { mast: 'M-1' }), call('c-engine', 'start_engine', { engine: 2 })],
  [say('done')],
]).invoke('Go.');

// A rule refuses.
await create('mate', [[call('c-policy', 'cast_off', { pier: 'P-forbidden' })], [say('cannot')]], {
  type: 'deny',
  reason: 'the harbour is closed',
}).invoke('Leave.');

// Somebody is asked, by a rule or by the tool itself; the answer resumes the agent.
async function ask(agent, response) {
  const asking = await agent.invoke('Go.');
  const answers = asking.interrupts.map(({ id }) => ({ interruptResponse: { interruptId: id, response } }));
  if (answers.length !== 1) throw new Error('nobody was asked');
  await moment();
  await agent.invoke(answers);
}
const confirm = { type: 'confirm', prompt: 'Cast off now?' };
await ask(create('mate', [[call('c-refused', 'cast_off', { pier: 'P-refused' })], [say('ok')]], confirm), 'no');
await ask(create('mate', [[call('c-approved', 'cast_off', { pier: 'P-approved' })], [say('ok')]], confirm), 'yes');
await ask(create('mate', [[call('c-input', 'ask_captain', { about: 'fog' })], [say('ok')]]), 'wait');

await create('mate', [[call('c-bad', 'read_wind', { sail: 1 }), call('c-unknown', 'no_such_tool', {})], [say('sorry')]])
  .invoke('Confuse it.')
  .catch(() => undefined);

await new Promise((resolve) => setTimeout(resolve, 200));
await finish();
