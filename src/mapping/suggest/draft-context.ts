import { isEmpty } from '../defined.js';
import type { ContextTemplate, Source } from '../mapping-file.js';
import { asText } from '../values.js';
import { nameBeside } from './draft-call.js';
import { type Field, fieldsOf, isOnly } from './field.js';
import type { Item } from './item.js';
import { isKind } from './sign.js';
import { firstOf, isOneOf } from './terms.js';
import { wordsOf } from './words.js';

/** Words for a conversation, the clearest first. */
const CONVERSATION_WORDS = ['conversation', 'session', 'thread', 'chat'];
/** The id of a thread of the operating system (semantic conventions, registry/attributes/thread.md). */
const NO_CONVERSATION = new Set(['thread.id', 'mcp.session.id']);

/** Who acts and in which conversation, from all items of an emitter and those of them that are calls. */
export function draftContext(items: readonly Item[], calls: readonly Item[]): ContextTemplate {
  const fields = fieldsOf(items.filter(({ on }) => on !== 'span-event'));
  const agent = draftAgent(items, fields, calls);
  const conversation = draftConversation(fields);
  return {
    ...(!isEmpty(agent) && { agent }),
    ...(conversation !== undefined && { conversation }),
  };
}

function draftConversation(fields: readonly Field[]): Source | undefined {
  const rank = ({ words, path }: Field): number => {
    const word = words.at(-1) === 'id' ? words.at(-2) : words.at(-1);
    return NO_CONVERSATION.has(path) ? -1 : CONVERSATION_WORDS.indexOf(word ?? '');
  };
  const found = fields
    .filter((field) => rank(field) >= 0 && isOnly(field, 'name'))
    .toSorted((a, b) => rank(a) - rank(b));
  return firstOf(found.map(({ path }) => path));
}

/** Named by fields of its own, else beside a field that says "agent" (`entity.type`, `entity.name`), else by the names of its runs. */
function draftAgent(
  items: readonly Item[],
  fields: readonly Field[],
  calls: readonly Item[],
): NonNullable<ContextTemplate['agent']> {
  const kinds = fields.filter((field) => isKind(field) && agentValues(field).length > 0);
  // A call may tell of the agent that makes it; it is no run of one.
  const runs = kinds.find((kind) => !calls.some((call) => isAgent(call, kind)));
  const own = (...last: readonly string[]) =>
    firstOf(fields.filter((field) => isOnly(field, 'name') && endsWith(field, ...last)).map(({ path }) => path));
  const beside = (last: string) => firstOf(kinds.map((kind) => besideAgent(kind, fields, last)));
  const id = own('agent', 'id') ?? beside('id');
  const name = own('agent', 'name') ?? own('agent') ?? beside('name') ?? (runs && nameOfRuns(runs, items));
  return {
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...(runs && { run: isOneOf(runs.path, agentValues(runs)) }),
  };
}

function besideAgent(kind: Field, fields: readonly Field[], last: string): Source | undefined {
  const from = nameBeside(kind, fields, last);
  return from === undefined ? undefined : { when: isOneOf(kind.path, agentValues(kind)), from };
}

/** The names of the spans of runs, when they can be names of agents. */
function nameOfRuns(kind: Field, items: readonly Item[]): Source | undefined {
  const named = items.filter((item) => item.on === 'span' && isAgent(item, kind));
  const areNames = named.every(({ name }) => /^\S+$/.test(name));
  return areNames ? { when: isOneOf(kind.path, agentValues(kind)), from: '@name' } : undefined;
}

function isAgent({ values }: Item, kind: Field): boolean {
  return agentValues(kind).includes(asText(values.get(kind.path)) ?? '');
}

function endsWith({ words }: Field, ...last: readonly string[]): boolean {
  return !words.includes('user') && last.every((word, index) => words.at(index - last.length) === word);
}

/** `agent`, `invoke_agent`; not `agent_handoff`. */
function agentValues({ vocabulary }: Field): readonly string[] {
  return vocabulary.filter((value) => {
    const words = wordsOf(value).filter((word) => !['invoke', 'run', 'execute', 'span'].includes(word));
    return words.length === 1 && words[0] === 'agent';
  });
}
