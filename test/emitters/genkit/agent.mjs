// Genkit, which makes its spans with the global tracer provider.
import { moment, startRecording, witness } from '../harness.mjs';

process.env.GENKIT_ENV = 'prod';
const { finish } = startRecording('bakery');
const { genkit, z } = await import('genkit/beta');

const ai = genkit({});
let answers = [];
ai.defineModel({ name: 'mock/scripted', supports: { tools: true, multiturn: true } }, async () => {
  const content = answers.length > 1 ? answers.shift() : answers[0];
  return { message: { role: 'model', content }, finishReason: 'stop', usage: { inputTokens: 3, outputTokens: 2 } };
});

const check_oven = ai.defineTool(
  { name: 'check_oven', description: 'Checks', inputSchema: z.object({ oven: z.number() }), outputSchema: z.any() },
  async (input) => {
    witness('check_oven', input);
    return { oven: input.oven, celsius: 230 };
  },
);
const knead = ai.defineTool(
  { name: 'knead', description: 'Kneads', inputSchema: z.object({ kilos: z.number() }), outputSchema: z.any() },
  async (input) => {
    witness('knead', input);
    throw new Error('the hook is bent');
  },
);
const discard_dough = ai.defineTool(
  {
    name: 'discard_dough',
    description: 'Discards',
    inputSchema: z.object({ tray: z.string() }),
    outputSchema: z.any(),
  },
  async (input, { interrupt, resumed }) => {
    witness('discard_dough', input);
    if (resumed === undefined) interrupt({ question: `Discard ${input.tray}?` });
    return resumed.agreed ? { discarded: input.tray } : { kept: input.tray };
  },
);
const tools = [check_oven, knead, discard_dough];
const call = (ref, name, input) => ({ toolRequest: { ref, name, input } });
const say = (text) => ({ text });

async function generate(...script) {
  answers = script;
  return ai.generate({ model: 'mock/scripted', tools, prompt: 'Go.' });
}

await generate([call('c-oven', 'check_oven', { oven: 2 })], [say('done')]);
await generate([call('c-knead', 'knead', { kilos: 9 })], [say('done')]).catch(() => undefined);

// The tool asks. It is started again with the answer, or the answer takes the place of its result.
async function ask(ref, tray, answer) {
  const asking = await generate([call(ref, 'discard_dough', { tray })], [say('noted')]);
  const [question] = asking.interrupts;
  if (question === undefined) throw new Error('nobody was asked');
  await moment();
  const { messages } = asking;
  await ai.generate({ model: 'mock/scripted', tools, messages, resume: answer(question) });
}
await ask('c-agreed', 'D-agreed', (question) => ({ restart: [discard_dough.restart(question, { agreed: true })] }));
await ask('c-kept', 'D-kept', (question) => ({ restart: [discard_dough.restart(question, { agreed: false })] }));
await ask('c-answered', 'D-answered', (question) => ({ respond: [discard_dough.respond(question, { later: true })] }));

await generate([call('c-bad', 'check_oven', { shelf: 1 })], [say('sorry')]).catch(() => undefined);
await generate([call('c-unknown', 'no_such_tool', {})], [say('sorry')]).catch(() => undefined);

await new Promise((resolve) => setTimeout(resolve, 300));
await finish();
