import type { TelemetryRecord } from '../../telemetry/index.js';
import { builtinMapper } from '../compile.js';
import type { Mapper } from '../mapper.js';
import type { MappingFile, MappingRule, RuleTarget } from '../mapping-file.js';
import { callsIn } from './calls.js';
import { draftMapping, type Findings, nameOf } from './draft-mapping.js';
import { callRule, decisionsOfCalls, otherDecisions } from './draft-rules.js';
import { type EmitterGroup, groupsOf } from './group.js';
import { notesOnCalls, notesOnDecision } from './notes.js';

/** A draft of a mapping. */
export interface Suggestion {
  /** Absent when nothing that is not known yet looks like a call of a tool or a decision on one. */
  readonly mapping?: MappingFile;
  /** What was found, what could not be found, and what has to be filled in, in words. */
  readonly notes: readonly string[];
}

const TARGETS: readonly RuleTarget[] = ['span', 'span-event', 'log'];

/**
 * Drafts a mapping for records that no mapping makes anything of, from the keys of their attributes and the shapes of the
 * values: for the emitter (instrumentation scope) with most calls of tools. Of values only words of vocabularies go into it,
 * kinds, statuses and decisions, never content. What values of decisions mean is left to be filled in.
 *
 * The same records give the same draft, in any order. It is valid by `mappings/mapping.schema.json`.
 *
 * @param mapper what is known; default the built-in mappings
 */
export function suggestMapping(records: Iterable<TelemetryRecord>, mapper: Mapper = builtinMapper()): Suggestion {
  const found = groupsOf(records, mapper)
    .map(findIn)
    .filter(({ calls, decisions }) => calls.length + decisions.length > 0)
    .toSorted((a, b) => recordsAbout(b) - recordsAbout(a));
  const [first, ...others] = found;
  if (first === undefined) return { notes: ['no record that is not known yet looks like a call of a tool'] };
  const rules = rulesOf(first);
  return {
    mapping: draftMapping(
      first,
      rules.map(({ rule }) => rule),
    ),
    notes: [
      `${first.group.records} record(s) of ${nameOf(first.group)} are known by no mapping`,
      ...rules.flatMap(({ notes }) => notes),
      ...others.map(
        (other) =>
          `${recordsAbout(other)} record(s) of ${nameOf(other.group)} look like calls too: suggest again with this draft as a mapping`,
      ),
    ],
  };
}

function findIn(group: EmitterGroup): Findings {
  const calls = callsIn(group.items);
  const taken = new Set(calls.flatMap(({ items }) => items));
  const left = group.items.filter((item) => !taken.has(item));
  const decisions = [
    ...calls.flatMap(decisionsOfCalls),
    ...TARGETS.flatMap((on) =>
      otherDecisions(
        on,
        left.filter((item) => item.on === on),
      ),
    ),
  ];
  return { group, calls, decisions };
}

function recordsAbout({ calls, decisions }: Findings): number {
  const counts = [...calls.map(({ items }) => items.length), ...decisions.map(({ field }) => field.count)];
  return counts.reduce((sum, count) => sum + count, 0);
}

interface NotedRule {
  readonly rule: MappingRule;
  readonly notes: readonly string[];
}

/** The rules, decisions first: they do not keep later rules from a record, as those for calls do. */
function rulesOf({ calls, decisions }: Findings): readonly NotedRule[] {
  const starts = calls.some(({ tells }) => tells === 'start');
  const called = calls.filter(({ tells }) => tells !== 'decision');
  return [
    ...decisions.map((decision, index) => {
      const id = numbered('decision', index);
      return { rule: { id, ...decision.rule }, notes: notesOnDecision(id, decision) };
    }),
    ...called.map((one, index) => {
      const id = numbered('tool', index);
      const stop = index < called.length - 1 ? { stop: true } : {};
      return { rule: { id, ...callRule(one, starts), ...stop }, notes: notesOnCalls(id, one) };
    }),
  ];
}

function numbered(name: string, index: number): string {
  return index === 0 ? name : `${name}-${index + 1}`;
}
