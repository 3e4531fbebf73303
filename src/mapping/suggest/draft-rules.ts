import type { Condition, DecisionRow, EmitTemplate, MappingRule, RuleTarget } from '../mapping-file.js';
import type { Calls } from './calls.js';
import { type CallDraft, outcomeOf } from './draft-call.js';
import { type Field, fieldsOf } from './field.js';
import type { Item } from './item.js';
import { fieldsFor, isDecision, refusals } from './roles.js';

/** A field whose values decide on calls. What each value means, somebody has to say. */
export interface DecisionDraft {
  readonly field: Field;
  /** What records have that tell it. */
  readonly match: readonly Condition[];
  readonly rule: Omit<MappingRule, 'id'>;
}

/** The rule for calls. A call that looks refused is left to the decision: its arguments are recorded nowhere (design rule R5). */
export function callRule({ on, sign, draft, tells }: Calls, startsElsewhere: boolean): Omit<MappingRule, 'id'> {
  const when = { ...sign.when, ...notRefused(draft) };
  if (on === 'log') return { on, when, call: draft.call, emit: logEmits(draft, tells, startsElsewhere) };
  const { arguments: args } = draft.found;
  const invocation = args === undefined ? {} : { arguments: args.path };
  return { on, when, call: draft.call, invocation, outcome: outcomeOf(draft) };
}

function notRefused({ fields }: CallDraft): Condition {
  const tests = fields.filter(isDecision).map((field) => [field.path, refusals(field)] as const);
  return Object.fromEntries(tests.flatMap(([path, values]) => (values.length > 0 ? [[path, { not: values }]] : [])));
}

function logEmits({ found, failed }: CallDraft, tells: Calls['tells'], startsElsewhere: boolean): EmitTemplate[] {
  const at = found.duration === undefined ? {} : { at: { minus: found.duration.path } };
  const invocation = { kind: 'invocation', ...(found.arguments && { content: found.arguments.path }) } as const;
  if (tells === 'start') return [invocation];
  const result = { kind: 'result', ...(found.result && { content: found.result.path }) } as const;
  return [
    ...(startsElsewhere ? [] : [{ ...invocation, ...at }]),
    ...(failed === undefined
      ? [result]
      : [
          { kind: 'failure', when: failed, ...(found.errorMessage && { content: found.errorMessage.path }) } as const,
          { ...result, when: { not: failed } },
        ]),
  ];
}

/** The decisions that the records of calls tell. */
export function decisionsOfCalls({ on, sign, draft }: Calls): readonly DecisionDraft[] {
  return draft.fields.filter(tellsDecision).map((field) => ({
    field,
    match: [sign.when],
    rule: {
      on,
      when: { ...sign.when, [field.path]: { exists: true } },
      call: draft.call,
      emit: [{ kind: 'decision', decision: rowsOf(field) }],
    },
  }));
}

/** The decisions that other spans, log records and span events tell, when they name the call or are on its span. */
export function otherDecisions(on: RuleTarget, items: readonly Item[]): readonly DecisionDraft[] {
  return fieldsOf(items)
    .filter(tellsDecision)
    .flatMap((field) => {
      const { path } = field;
      const told = items.filter(({ values }) => values.has(path));
      const fields = fieldsOf(told);
      const [id] = fieldsFor('id', fields);
      const [tool] = fieldsFor('tool', fields);
      if (id === undefined && tool === undefined && on !== 'span-event') return [];
      const call = { ...(id && { id: id.path }), ...(tool && { tool: tool.path }) };
      const emit = [{ kind: 'decision', call, decision: rowsOf(field) }] as const;
      const paths = on === 'span-event' ? told.map(({ name }) => `@event:${name}:${path}`) : [path];
      const match = [...new Set(paths)].sort().map((one) => ({ [one]: { exists: true } }));
      return [{ field, match, rule: { on, when: { [path]: { exists: true } }, emit } }];
    });
}

/** What a span's events tell is drafted for the events. */
function tellsDecision(field: Field): boolean {
  return isDecision(field) && !field.path.startsWith('@event:');
}

/** One row a value; "none" makes nothing of it until somebody says what it means. */
function rowsOf({ path, vocabulary }: Field): readonly DecisionRow[] {
  return vocabulary.map((value) => ({ when: { [path]: value }, decision: 'none' }));
}
