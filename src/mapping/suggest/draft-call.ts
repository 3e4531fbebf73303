import { isEmpty } from '../defined.js';
import type { CallTemplate, Condition, OutcomeTemplate, Source } from '../mapping-file.js';
import { type Field, fieldsOf, isOnly } from './field.js';
import type { Item } from './item.js';
import { failureValues, fieldsFor, type Role } from './roles.js';
import { callPrefix, type Sign } from './sign.js';
import { firstOf, isOneOf } from './terms.js';

/** What the items of calls tell of them. */
export interface CallDraft {
  readonly fields: readonly Field[];
  readonly found: Readonly<Partial<Record<Role, Field>>>;
  readonly call: CallTemplate;
  /** When the call failed, besides what the status says. */
  readonly failed: Condition | undefined;
}

const ROLES: readonly Role[] = ['id', 'tool', 'arguments', 'result', 'errorType', 'errorMessage', 'duration'];

/** Finds out what the fields of calls are, from the items that are calls by a sign. */
export function draftCall(items: readonly Item[], sign: Sign): CallDraft {
  const fields = fieldsOf(items);
  const found: Partial<Record<Role, Field>> = {};
  for (const role of ROLES) {
    const [best] = fieldsFor(role, fields);
    if (best !== undefined) found[role] = best;
  }
  const tool = toolSource(items, fields, found.tool, sign);
  const call = { ...(found.id && { id: found.id.path }), ...(tool !== undefined && { tool }) };
  return { fields, found, call, failed: failedCondition(fields) };
}

/** How the call of a span ended. */
export function outcomeOf({ found, failed }: CallDraft): OutcomeTemplate {
  const { result, errorType, errorMessage } = found;
  const error = { ...(errorType && { type: errorType.path }), ...(errorMessage && { message: errorMessage.path }) };
  return {
    ...(result && { result: result.path }),
    ...(failed && { failed }),
    ...(!isEmpty(error) && { error }),
  };
}

/** The tool's name: of a field of its own, of the name beside the kind, of the span's name; as many as there are, in this order. */
function toolSource(
  items: readonly Item[],
  fields: readonly Field[],
  own: Field | undefined,
  { kind }: Sign,
): Source | undefined {
  return firstOf([own?.path, kind && nameBeside(kind, fields), toolInName(items)]);
}

/** `acme.name` for the kind `acme.type` or `acme.span.type`. */
export function nameBeside(kind: Field, fields: readonly Field[], last = 'name'): string | undefined {
  for (let length = kind.words.length - 1; length > 0; length -= 1) {
    const words = [...kind.words.slice(0, length), last].join(' ');
    const beside = fields.find(
      (field) => field.path !== kind.path && field.words.join(' ') === words && isOnly(field, 'name'),
    );
    if (beside !== undefined) return beside.path;
  }
  return undefined;
}

/** Of spans whose names are `execute_tool {}`, `{}.tool` or just the tool's name. */
function toolInName(items: readonly Item[]): Source | undefined {
  if (items.some(({ on }) => on !== 'span')) return undefined;
  const names = [...new Set(items.map(({ name }) => name))];
  const [first = ''] = names;
  const prefix = callPrefix(first);
  if (prefix !== undefined && names.every((name) => name !== prefix && name.startsWith(prefix)))
    return { from: '@name', strip: { prefix } };
  const suffix = /[ .:/]tool$/.exec(first)?.[0];
  if (suffix !== undefined && names.every((name) => name.endsWith(suffix))) return { from: '@name', strip: { suffix } };
  return names.every((name) => /^\S+$/.test(name)) ? '@name' : undefined;
}

function failedCondition(fields: readonly Field[]): Condition | undefined {
  const conditions = fields.flatMap((field): readonly Condition[] => {
    const values = failureValues(field);
    return values.length === 0 ? [] : [isOneOf(field.path, values)];
  });
  return conditions.length > 1 ? { any: conditions } : conditions[0];
}
