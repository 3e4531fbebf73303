import { type Field, isOnly } from './field.js';
import {
  DECISION_WORDS,
  FAILURE_WORDS,
  hasWord,
  NO_CALL_WORDS,
  REFUSAL_WORDS,
  SUCCESS_WORDS,
  TOOL_WORDS,
} from './words.js';

/** What a field can be of a call. */
export type Role = 'id' | 'tool' | 'arguments' | 'result' | 'errorType' | 'errorMessage' | 'duration';

/** How well a field fits a role, by the words of its key and the shape of its values; 0 is not at all. */
type Score = (field: Field) => number;

/** Keys with these words are of a model or about a value, not the value. */
const ASIDE = new Set([
  ...NO_CALL_WORDS,
  ...['bytes', 'completion', 'cost', 'encoding', 'format', 'hash', 'id', 'length', 'llm', 'messages', 'mime', 'model'],
  ...['path', 'prompt', 'size', 'system', 'time', 'timestamp', 'truncated', 'type'],
]);
/** How a value is written. */
const FORM_WORDS = new Set(['body', 'content', 'data', 'json', 'raw', 'str', 'string', 'text', 'value']);
const ARGUMENT_WORDS: Readonly<Record<string, number>> = {
  ...{ arguments: 6, args: 6, argument: 6, input: 5, inputs: 5 },
  ...{ parameters: 4, params: 4, request: 2, payload: 2 },
};
const RESULT_WORDS: Readonly<Record<string, number>> = {
  ...{ output: 6, outputs: 6, result: 6, results: 6, return: 5, returned: 5, response: 4 },
};
const RUN_WORDS = new Set(['execution', 'invocation', 'run']);
const MILLISECONDS = new Set(['ms', 'millis', 'milliseconds']);

const ROLES: Readonly<Record<Role, Score>> = {
  id: (field) => {
    const { words, count, distinct } = field;
    if (words.includes('parent') || !isOnly(field, 'name', 'number')) return 0;
    if (count > 2 && distinct === 1) return 0;
    if (words.at(-1) === 'call') return 2;
    if (words.at(-1) !== 'id') return 0;
    const isTool = hasWord(words, TOOL_WORDS);
    if (words.includes('call')) return isTool ? 6 : 5;
    if (isTool && words.includes('use')) return 6;
    return isTool && hasWord(words, RUN_WORDS) ? 4 : 0;
  },
  tool: (field) => {
    const { words, shapes } = field;
    if (!shapes.has('name') || !isOnly(field, 'name', 'text')) return 0;
    if (!hasWord(words, TOOL_WORDS) || hasWord(words, NO_CALL_WORDS)) return 0;
    const last = words.at(-1) ?? '';
    if (last === 'name') return 6;
    return TOOL_WORDS.has(last) ? 5 : 0;
  },
  arguments: (field) => {
    const { words, shapes } = field;
    if (hasWord(words, ASIDE) || shapes.has('schema') || shapes.has('number') || shapes.has('boolean')) return 0;
    return contentScore(field, ARGUMENT_WORDS);
  },
  result: (field) => (hasWord(field.words, ASIDE) || isStatus(field) ? 0 : contentScore(field, RESULT_WORDS)),
  errorType: (field) => {
    const { words } = field;
    const isType = words.includes('error') && ['type', 'code', 'name'].includes(words.at(-1) ?? '');
    return isType && isOnly(field, 'name') ? 1 : 0;
  },
  errorMessage: ({ words, vocabulary }) => {
    const last = words.at(-1) ?? '';
    if (last === 'error' && vocabulary.length === 0) return 4;
    const about = words.includes('error') || words.includes('failure') || words.includes('status');
    return about && ['detail', 'description', 'message', 'reason', 'text'].includes(last) ? 5 : 0;
  },
  duration: (field) => (hasWord(field.words, MILLISECONDS) && isOnly(field, 'number', 'name') ? 1 : 0),
};

/** The fields that fit a role, the best first. */
export function fieldsFor(role: Role, fields: readonly Field[]): readonly Field[] {
  return fields
    .map((field) => ({ field, score: ROLES[role](field) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.field.count - a.field.count)
    .map(({ field }) => field);
}

/** A field whose few values say how a call was decided. */
export function isDecision({ words, vocabulary }: Field): boolean {
  const last = words.at(-1) ?? '';
  const says = DECISION_WORDS.has(last) || ['outcome', 'result', 'status', 'value'].includes(last);
  return says && vocabulary.length > 0 && hasWord(words, DECISION_WORDS);
}

/** The values of a decision after which the call was most likely not performed. */
export function refusals({ words, vocabulary }: Field): readonly string[] {
  const refused = words.at(-1) === 'denied' || words.at(-1) === 'rejected' ? 'true' : 'false';
  return vocabulary.filter((value) =>
    value === 'true' || value === 'false'
      ? value === refused
      : value.split(/[._-]/).some((word) => REFUSAL_WORDS.has(word.toLowerCase())),
  );
}

/** The values of a field that say that a call failed; none when it does not tell. */
export function failureValues(field: Field): readonly (string | boolean)[] {
  const { words, vocabulary } = field;
  const last = words.at(-1) ?? '';
  if (isOnly(field, 'boolean')) {
    if (SUCCESS_WORDS.has(last)) return [false];
    return (last === 'error' && words.includes('is')) || last === 'failed' ? [true] : [];
  }
  if (!['level', 'outcome', 'result', 'severity', 'state', 'status'].includes(last)) return [];
  return vocabulary.filter((value) => FAILURE_WORDS.has(value.toLowerCase()));
}

/** A field that says "success" or "error" is no result. */
function isStatus({ vocabulary }: Field): boolean {
  const known = (value: string) => FAILURE_WORDS.has(value.toLowerCase()) || SUCCESS_WORDS.has(value.toLowerCase());
  return vocabulary.length > 0 && vocabulary.every(known);
}

/** By the word that the key ends with. JSON, and the word "tool", make content more likely; they do not make it. */
function contentScore({ words, shapes }: Field, ranks: Readonly<Record<string, number>>): number {
  const score = ranks[words.findLast((word) => !FORM_WORDS.has(word)) ?? ''] ?? 0;
  if (score === 0) return 0;
  return score + (shapes.has('object') ? 0.5 : 0) + (hasWord(words, TOOL_WORDS) ? 0.25 : 0);
}
