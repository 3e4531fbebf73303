// Agents of LangChain on LangGraph; who traces them, the importing script says.
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { Command, MemorySaver } from '@langchain/langgraph';
import { createAgent, humanInTheLoopMiddleware } from 'langchain';
import { z } from 'zod';
import { moment, witness } from '../harness.mjs';

/** A model that gives one answer after the other. */
class ScriptedModel extends BaseChatModel {
  constructor(answers) {
    super({});
    this.answers = answers;
    this.turn = 0;
  }

  _llmType() {
    return 'scripted';
  }

  bindTools() {
    return this;
  }

  async _generate() {
    const { text = '', calls = [] } = this.answers[Math.min(this.turn++, this.answers.length - 1)];
    return { generations: [{ text, message: new AIMessage({ content: text, tool_calls: calls }) }] };
  }
}

const call = (id, name, args) => ({ id, name, args, type: 'tool_call' });

const water_level = tool(
  async (input) => {
    witness('water_level', input);
    return { river: input.river, metres: 3.2 };
  },
  { name: 'water_level', description: 'Level', schema: z.object({ river: z.string() }) },
);
const open_gate = tool(
  async (input) => {
    witness('open_gate', input);
    throw new Error('the motor is hot');
  },
  { name: 'open_gate', description: 'Opens', schema: z.object({ gate: z.number(), by: z.number() }) },
);
const flood_field = tool(
  async (input) => {
    witness('flood_field', input);
    return `flooded ${input.field}`;
  },
  { name: 'flood_field', description: 'Floods', schema: z.object({ field: z.string() }) },
);

/** Runs everything that the tests know of. */
export async function runAll() {
  const create = (name, ...answers) =>
    createAgent({
      name,
      model: new ScriptedModel(answers),
      tools: [water_level, open_gate, flood_field],
      checkpointer: new MemorySaver(),
      middleware: [
        humanInTheLoopMiddleware({ interruptOn: { flood_field: { allowedDecisions: ['approve', 'edit', 'reject'] } } }),
      ],
    });
  const config = (thread) => ({ configurable: { thread_id: thread }, metadata: { thread_id: thread } });
  const run = (agent, thread, content) => agent.invoke({ messages: [{ role: 'user', content }] }, config(thread));

  await run(
    create('watcher', { calls: [call('c-level', 'water_level', { river: 'Tejo' })] }, { text: 'done' }),
    'talk-level',
    'Level?',
  );
  await run(
    create('watcher', { calls: [call('c-gate', 'open_gate', { gate: 4, by: 2 })] }, { text: 'sorry' }),
    'talk-gate',
    'Open.',
  ).catch(() => undefined);
  await run(
    create('watcher', { calls: [call('c-bad', 'water_level', { depth: 5 })] }, { text: 'sorry' }),
    'talk-bad',
    'Confuse it.',
  ).catch(() => undefined);
  await run(
    create('watcher', { calls: [call('c-unknown', 'no_such_tool', {})] }, { text: 'sorry' }),
    'talk-unknown',
    'Confuse it more.',
  ).catch(() => undefined);

  // A person is asked; the answer resumes the graph.
  async function ask(id, field, decision) {
    const agent = create('keeper', { calls: [call(id, 'flood_field', { field })] }, { text: 'noted' });
    const asking = await run(agent, `talk-${id}`, 'Flood it.');
    if (asking.__interrupt__?.length !== 1) throw new Error('nobody was asked');
    await moment();
    await agent.invoke(new Command({ resume: { decisions: [decision] } }), config(`talk-${id}`));
  }
  await ask('c-refused', 'F-refused', { type: 'reject', message: 'not in spring' });
  await ask('c-approved', 'F-approved', { type: 'approve' });
  await ask('c-edited', 'F-proposed', {
    type: 'edit',
    editedAction: { name: 'flood_field', args: { field: 'F-edited' } },
  });

  // Callbacks are told of the ends a moment later.
  await new Promise((resolve) => setTimeout(resolve, 300));
}
