import { isEmpty } from '../defined.js';
import type { Condition, ContextTemplate, MappingFile, MappingRule, Shown } from '../mapping-file.js';
import type { Calls } from './calls.js';
import { draftContext } from './draft-context.js';
import type { DecisionDraft } from './draft-rules.js';
import type { EmitterGroup } from './group.js';

/** What was found in the records of one emitter. */
export interface Findings {
  readonly group: EmitterGroup;
  readonly calls: readonly Calls[];
  readonly decisions: readonly DecisionDraft[];
}

/** Behind the mappings that apply besides others, and before those of emitters: what takes the records now makes nothing of them. */
const ORDER = 5;

/** Puts a mapping together. */
export function draftMapping({ group, calls, decisions }: Findings, rules: readonly MappingRule[]): MappingFile {
  const context = draftContext(
    group.items,
    calls.flatMap(({ items }) => items),
  );
  return {
    id: idOf(group),
    title: `Draft for ${nameOf(group)}`,
    status: 'unconfirmed',
    shows: shownBy(calls, decisions, context),
    notes: [
      'Drafted from attributes that were seen: compare it with what the emitter documents.',
      'Look at what a refused call leaves: it is no invocation, and its arguments are recorded nowhere.',
      ...decisions.map(({ field }) => `Say what each value of ${field.path} means, where "decision" is "none".`),
    ],
    order: ORDER,
    match: matchOf({ group, calls, decisions }, context),
    ...(!isEmpty(context) && { context }),
    rules,
  };
}

/** The emitter in words. */
export function nameOf({ scope }: EmitterGroup): string {
  return scope === '' ? 'records without a scope' : `the scope ${scope}`;
}

/**
 * The whole scope, for what its other records tell of agents and conversations. Without a scope, or where another mapping
 * makes something of the scope's records, just those that the rules and the context are about.
 */
function matchOf({ group, calls, decisions }: Findings, { agent }: ContextTemplate): Condition {
  const { scope, partlyKnown } = group;
  if (scope !== '' && !partlyKnown) return { '@scope': scope };
  const conditions = [
    ...calls.map(({ sign }) => sign.when),
    ...decisions.flatMap(({ match }) => match),
    ...(agent?.run === undefined ? [] : [agent.run]),
  ];
  const distinct = [...new Map(conditions.map((condition) => [JSON.stringify(condition), condition])).values()];
  const narrow: Condition = { any: distinct };
  return scope === '' ? narrow : { '@scope': scope, ...narrow };
}

function shownBy(calls: readonly Calls[], decisions: readonly DecisionDraft[], context: ContextTemplate): Shown[] {
  const has = (role: 'arguments' | 'result' | 'id') => calls.some(({ draft }) => draft.found[role] !== undefined);
  return [
    ...(has('arguments') ? (['arguments'] as const) : []),
    ...(has('result') ? (['results'] as const) : []),
    ...(decisions.length > 0 ? (['decisions'] as const) : []),
    ...(context.agent ? (['agent'] as const) : []),
    ...(context.conversation === undefined ? [] : (['conversation'] as const)),
    ...(has('id') ? (['call-id'] as const) : []),
  ];
}

/** Never that of a built-in mapping, which it would replace. */
function idOf({ scope }: EmitterGroup): string {
  const slug = scope
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-');
  return slug === '' ? 'draft' : `draft-${slug}`;
}
