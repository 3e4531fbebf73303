import { type CallDraft, draftCall } from './draft-call.js';
import type { Item } from './item.js';
import { equalTo, isToolCall, type Sign, signOf } from './sign.js';
import { DECISION_WORDS, hasWord, wordsOf } from './words.js';

/** Items that are about calls of tools by one sign. */
export interface Calls {
  readonly on: 'span' | 'log';
  readonly sign: Sign;
  readonly items: readonly Item[];
  readonly draft: CallDraft;
  /** What of a call they tell: all of it, how it starts, how it ends, or only how it was decided. */
  readonly tells: 'all' | 'start' | 'end' | 'decision';
}

const END_WORDS: ReadonlySet<string> = new Set([
  ...['completed', 'end', 'ended', 'error', 'failed', 'finish', 'finished', 'output', 'response', 'result', 'returned'],
]);

/** The calls among spans, by their surest sign, and among log records, by their names. */
export function callsIn(items: readonly Item[]): readonly Calls[] {
  return [...spanCalls(items.filter(({ on }) => on === 'span')), ...logCalls(items.filter(({ on }) => on === 'log'))];
}

/** Less sure signs would take what is around calls for calls. */
function spanCalls(spans: readonly Item[]): readonly Calls[] {
  const sign = signOf(spans);
  if (sign === undefined) return [];
  const items = spans.filter(sign.holds);
  return [{ on: 'span', sign, items, draft: draftCall(items, sign), tells: 'all' }];
}

/** Log records of one name tell one thing. */
function logCalls(logs: readonly Item[]): readonly Calls[] {
  const names = [...new Set(logs.map(({ name }) => name))].filter((name) => name !== '').sort();
  return names.flatMap((name): readonly Calls[] => {
    const items = logs.filter((item) => item.name === name);
    const sign = { ...equalTo(items[0]?.namePath ?? '@name', [name]), words: `the name is ${name}` };
    const draft = draftCall(items, sign);
    const { tool, id, arguments: args, result } = draft.found;
    const isNamed = tool !== undefined || id !== undefined;
    const isCall = isToolCall(name) || (isNamed && (args !== undefined || result !== undefined));
    const isDecided = isNamed && hasWord(wordsOf(name), DECISION_WORDS);
    return isCall || isDecided ? [{ on: 'log', sign, items, draft, tells: whatLogsTell(name, draft) }] : [];
  });
}

function whatLogsTell(name: string, { found, failed }: CallDraft): Calls['tells'] {
  const words = wordsOf(name);
  if (hasWord(words, DECISION_WORDS)) return 'decision';
  if (found.duration !== undefined || found.result !== undefined || failed !== undefined || hasWord(words, END_WORDS))
    return found.arguments === undefined ? 'end' : 'all';
  return 'start';
}
