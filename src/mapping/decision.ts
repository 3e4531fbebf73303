import { defined } from './defined.js';
import { compileCondition, compileSource } from './expression.js';
import type { DecisionRow, Source } from './mapping-file.js';
import type { DecisionFacts } from './signal.js';
import { asText } from './values.js';
import type { View } from './view.js';

/** `none`: the record says that there was no decision. `undefined`: no row knows what the record says. */
export type ReadDecision = (view: View) => DecisionFacts | 'none' | undefined;

/** Compiles a table of decisions: the first row that applies counts. */
export function compileDecision(rows: readonly DecisionRow[]): ReadDecision {
  const compiled = rows.map(compileRow);
  return (view) => {
    for (const row of compiled) if (row.applies(view)) return row.read(view);
    return undefined;
  };
}

const DECISIONS = ['allowed', 'permission-required', 'disallowed', 'none'] as const;
const LIVES = ['once', 'standing'] as const;
const ANSWERS = ['granted', 'refused', 'standing'] as const;

function compileRow(row: DecisionRow): { readonly applies: (view: View) => boolean; readonly read: ReadDecision } {
  const readDecision = compileChoice(row.decision, DECISIONS);
  const readLife = row.life === undefined ? undefined : compileChoice(row.life, LIVES);
  const readAnswer = row.answer === undefined ? undefined : compileChoice(row.answer, ANSWERS);
  const readOperation = row.operation === undefined ? undefined : compileSource(row.operation);
  const readReason = row.reason === undefined ? undefined : compileSource(row.reason);
  return {
    applies: row.when === undefined ? () => true : compileCondition(row.when),
    read: (view) => {
      const decision = readDecision(view);
      if (decision === undefined || decision === 'none') return decision;
      return defined<DecisionFacts>({
        decision,
        life: readLife?.(view),
        answer: readAnswer?.(view),
        operation: asText(readOperation?.(view)),
        reason: asText(readReason?.(view)),
        presumed: row.presumed,
        wholeServer: undefined,
      });
    },
  };
}

/** One of some values, given or read. */
function compileChoice<T extends string>(
  choice: T | { readonly from: Source },
  values: readonly T[],
): (view: View) => T | undefined {
  if (typeof choice === 'string') return () => choice;
  const read = compileSource(choice.from);
  return (view) => values.find((value) => value === asText(read(view)));
}
