import { SPAN_KINDS, type SpanKind, type TellingText } from '../telemetry/index.js';
import type { Condition, MappingFile, MappingRule, Test } from './mapping-file.js';
import { AGENT_ID, AGENT_NAME, CONVERSATION_ID, MCP_SESSION, OPERATION_NAME } from './semconv.js';
import { matchesPattern } from './text-pattern.js';
import { TOOL_KEYS, TOOL_KINDS } from './unknown-record.js';

/** A telling text, and what of a span it is of: the key of an attribute, the name, a span event, or the scope or resource. */
export interface Sign extends TellingText {
  readonly of: 'attribute' | 'name' | 'event' | 'around';
}

/** Signs of which every span that fulfils a condition has one; `undefined` when no signs tell. */
type Tells = readonly Sign[] | undefined;

const NEVER: Tells = [];

/** What is read of a span that no mapping takes. */
const CONVENTIONS = [AGENT_ID, AGENT_NAME, CONVERSATION_ID, OPERATION_NAME, MCP_SESSION, ...TOOL_KEYS, ...TOOL_KINDS];

/**
 * The texts of which every span has one that the mappings, or the conventions, make anything of. What a span without them is, its ids,
 * name, kind and times tell. `undefined` when a mapping takes spans that no text tells apart, such as those without some attribute.
 */
export function tellingTexts(files: readonly MappingFile[]): readonly TellingText[] | undefined {
  const all = union(files.map(tellsOfMapping))?.map(({ of: _, ...telling }) => telling);
  if (all === undefined) return undefined;
  const distinct = new Map<string, TellingText>(CONVENTIONS.map((text) => [JSON.stringify({ text }), { text }]));
  for (const telling of all) distinct.set(JSON.stringify(telling), telling);
  return [...distinct.values()];
}

/** The signs of which every span has one that the mapping matches; `undefined` when no signs tell. */
export function signsOf({ match }: MappingFile): readonly Sign[] | undefined {
  return tells(match);
}

/** An additional mapping does nothing but what its rules do. */
function tellsOfMapping({ match, additional, rules }: MappingFile): Tells {
  const matching = tells(match);
  return matching === undefined && additional === true ? union(rules.map(tellsOfRule)) : matching;
}

function tellsOfRule({ on, when }: MappingRule): Tells {
  if (on === 'log') return NEVER;
  return when === undefined ? undefined : tells(when);
}

/** All members hold, so that any one of them tells: the first about the record itself, else the first. */
function tells(condition: Condition): Tells {
  const members = Object.entries(condition).toSorted(([a], [b]) => Number(isAround(a)) - Number(isAround(b)));
  let found: Tells;
  for (const [key, member] of members) found ??= tellsOfMember(key, member);
  const kinds = kindsOf(condition);
  return kinds === undefined ? found : found?.map((telling) => ({ ...telling, kinds }));
}

/** Scopes and resources are those of many spans. */
function isAround(key: string): boolean {
  return key.startsWith('@scope') || key.startsWith('@resource');
}

function tellsOfMember(key: string, member: Condition[string]): Tells {
  if (key === 'any') return union((member as readonly Condition[]).map(tells));
  if (key === 'all') return (member as readonly Condition[]).map(tells).find((one) => one !== undefined);
  if (key === 'not') return undefined;
  const test = member as Test;
  if (isPassedByNothing(test)) return undefined;
  const [root = ''] = key.split('#/', 1);
  if (!root.startsWith('@')) return root.startsWith('/') ? undefined : [{ text: root, of: 'attribute' }];
  if (root === '@body') return NEVER;
  if (root === '@name') return tellsOfText(test, 'name');
  if (root === '@scope' || root.startsWith('@resource:')) return tellsOfText(test, 'around');
  const [, attribute, event] = /^@(?:span:(.+)|event:([^:]+))/.exec(root) ?? [];
  if (attribute !== undefined) return [{ text: attribute, of: 'attribute' }];
  return event === undefined ? undefined : [{ text: event, of: 'event' }];
}

/** Whether a test passes where there is no value. */
function isPassedByNothing(test: Test): boolean {
  if (typeof test !== 'object' || Array.isArray(test)) return false;
  const { exists, prefix, suffix, contains, like } = test as Exclude<
    Test,
    string | number | boolean | readonly unknown[]
  >;
  const needsValue = exists === true || [prefix, suffix, contains].some((part) => part !== undefined);
  return !needsValue && !(like !== undefined && !matchesPattern(like, ''));
}

/** A number or boolean is no JSON string. */
const NO_STRING = /^(?:-?[\d.]|true$|false$|NaN$|-?Infinity$|$)/;

function tellsOfText(test: Test, of: 'name' | 'around'): Tells {
  if (Array.isArray(test)) return union((test as readonly Test[]).map((one) => tellsOfText(one, of)));
  if (typeof test !== 'object') return begins(String(test), of);
  const { prefix, contains, like } = test as Exclude<Test, string | number | boolean | readonly unknown[]>;
  if (prefix !== undefined && prefix !== '') return begins(prefix, of);
  if (contains !== undefined && contains !== '' && of === 'name') return [{ text: contains, in: 'name', of }];
  return like === undefined ? undefined : begins(like.split('*', 1)[0] ?? '', of);
}

function begins(text: string, of: Sign['of']): Tells {
  return NO_STRING.test(text) ? undefined : [{ text, of }];
}

function kindsOf(condition: Condition): readonly SpanKind[] | undefined {
  const test = condition['@kind'];
  if (test === undefined || (typeof test === 'object' && !Array.isArray(test))) return undefined;
  const named = new Set([test].flat().map(String));
  return SPAN_KINDS.filter((kind) => named.has(kind));
}

function union(parts: readonly Tells[]): Tells {
  const known = parts.filter((part) => part !== undefined);
  return known.length < parts.length ? undefined : known.flat();
}
