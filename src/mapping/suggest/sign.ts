import type { Condition, Path } from '../mapping-file.js';
import { asText, isPresent } from '../values.js';
import { type Field, fieldsOf } from './field.js';
import type { Item } from './item.js';
import { fieldsFor } from './roles.js';
import { isOneOf } from './terms.js';
import { CALL_WORDS, hasWord, NO_CALL_WORDS, TOOL_WORDS, wordsOf } from './words.js';

/** What calls of tools are known by. */
export interface Sign {
  readonly when: Condition;
  readonly holds: (item: Item) => boolean;
  /** The field that tells the kind of the item, when that is the sign. */
  readonly kind?: Field;
  /** In words, for the notes. */
  readonly words: string;
}

const KIND_WORDS = new Set(['category', 'kind', 'op', 'operation', 'subtype', 'type']);

/** The surest sign that holds for some of the items. */
export function signOf(items: readonly Item[]): Sign | undefined {
  const fields = fieldsOf(items).filter(({ path }) => !path.startsWith('@event:'));
  const signs = [...kindSigns(fields), ...fieldSigns(fields), ...nameSigns(items)];
  return signs.find(({ holds }) => items.some(holds));
}

/** Fields that tell kinds of items by words, as `span.type` does. */
export function isKind({ words, vocabulary }: Field): boolean {
  const last = words.at(-1) ?? '';
  return vocabulary.length > 0 && (KIND_WORDS.has(last) || (last === 'name' && words.at(-2) === 'operation'));
}

/** `span.type` is `tool`. Those of most items come first. */
function kindSigns(fields: readonly Field[]): readonly Sign[] {
  return fields
    .filter((field) => isKind(field) && !hasWord(field.words, TOOL_WORDS) && !field.words.includes('error'))
    .flatMap((field) => {
      const values = plainest(field.vocabulary.filter(isToolCall));
      const [value] = values;
      if (value === undefined) return [];
      return [{ ...equalTo(field.path, values), kind: field, words: `${field.path} is ${values.join(' or ')}` }];
    })
    .sort((a, b) => b.kind.count - a.kind.count);
}

/** Where there is a plain `tool` (or `tool.v2`), a `tool.execution` beside it is a part of the call. */
function plainest(values: readonly string[]): readonly string[] {
  const plain = values.filter((value) => wordsOf(value).every((word) => TOOL_WORDS.has(word) || /^v\d$/.test(word)));
  return plain.length > 0 ? plain : values;
}

/** There is a `tool.name`, or a `tool_call_id`. */
function fieldSigns(fields: readonly Field[]): readonly Sign[] {
  const [byTool] = fieldsFor('tool', fields);
  const byId = fieldsFor('id', fields).find(({ words }) => hasWord(words, TOOL_WORDS));
  return [byTool, byId].flatMap((field) => {
    if (field === undefined) return [];
    const { path } = field;
    return [
      {
        when: { [path]: { exists: true } },
        holds: ({ values }) => isPresent(values.get(path)),
        words: `there is ${path}`,
      },
    ];
  });
}

/** Names with the word in a fixed part: `execute_tool {}`, `tool.execution:{}`, `acme.tool_call`. */
function nameSigns(items: readonly Item[]): readonly Sign[] {
  const named = new Map(items.filter(({ name }) => isToolCall(name)).map((item) => [item.name, item]));
  const inOrder = [...named.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return inOrder.flatMap(({ name, namePath }): readonly Sign[] => {
    const prefix = callPrefix(name);
    if (prefix === undefined) return [];
    if (prefix === name) return [{ ...equalTo(namePath, [name]), words: `the name is ${name}` }];
    const holds = (item: Item) => item.namePath === namePath && item.name.startsWith(prefix);
    return [{ when: { [namePath]: { prefix } }, holds, words: `the name starts with ${prefix.trim()}` }];
  });
}

/** The first part of a name when it says that this is a call: `execute_tool `, `tool.execution:`, or all of `acme.tool_call`. */
export function callPrefix(name: string): string | undefined {
  const [, first = '', separator = ''] = /^([\w.-]+)(?:([ :/]+)\S.*)?$/s.exec(name) ?? [];
  const words = wordsOf(first);
  const isCall = isToolCall(first) && (words.at(-1) === 'tool' || hasWord(words, CALL_WORDS));
  return isCall ? `${first}${separator}` : undefined;
}

/** `tool`, `execute_tool`, `mcp.tool_call`; not `tools` or `tool_choice`. */
export function isToolCall(text: string): boolean {
  const words = wordsOf(text);
  return hasWord(words, TOOL_WORDS) && !hasWord(words, NO_CALL_WORDS);
}

/** The sign that a path (of an attribute or of the name) has one of these values. */
export function equalTo(path: Path, values: readonly string[]): Pick<Sign, 'when' | 'holds'> {
  const holds = ({ name, namePath, values: of }: Item) =>
    values.includes(asText(of.get(path)) ?? (namePath === path ? name : ''));
  return { when: isOneOf(path, values), holds };
}
