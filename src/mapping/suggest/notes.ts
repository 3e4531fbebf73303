import type { Calls } from './calls.js';
import type { DecisionDraft } from './draft-rules.js';
import { fieldsFor, type Role, refusals } from './roles.js';

/** What the roles are called in notes. */
const TITLES: readonly (readonly [Role, string])[] = [
  ['id', 'call id'],
  ['arguments', 'arguments'],
  ['result', 'result'],
];
const MOST_OTHERS = 3;

/** What was found of calls, what else could be meant, and what is missing. */
export function notesOnCalls(rule: string, { on, sign, items, draft, tells }: Calls): readonly string[] {
  const what = on === 'span' ? 'span(s) are calls' : `log record(s) tell ${SHARE[tells]}`;
  const notes = [`${rule}: ${items.length} ${what}, because ${sign.words}`];
  if (draft.call.tool === undefined) notes.push(`${rule}: no attribute looks like the tool's name: add call.tool`);
  if (tells === 'decision') return notes;
  for (const [role, title] of TITLES) {
    const [best, ...others] = fieldsFor(role, draft.fields).map(({ path }) => path);
    const more = others.length === 0 ? '' : `; or is it ${others.slice(0, MOST_OTHERS).join(', ')}?`;
    notes.push(
      best === undefined ? `${rule}: no attribute looks like the ${title}` : `${rule}: ${title} from ${best}${more}`,
    );
  }
  return notes;
}

const SHARE: Readonly<Record<Calls['tells'], string>> = {
  all: 'of whole calls',
  start: 'how calls start',
  end: 'how calls end',
  decision: 'of decisions on calls',
};

/** What has to be said of the values of a decision. */
export function notesOnDecision(rule: string, { field }: DecisionDraft): readonly string[] {
  const { path, vocabulary } = field;
  const fill = `${rule}: FILL IN what each value of ${path} means (${vocabulary.join(', ')}): "allowed", "disallowed", or "permission-required" with an "answer"; "none" makes nothing of it`;
  const refused = refusals(field);
  return refused.length === 0
    ? [fill]
    : [
        fill,
        `${rule}: a call with ${refused.join(' or ')} there is taken for refused, so that no invocation is made of it`,
      ];
}
