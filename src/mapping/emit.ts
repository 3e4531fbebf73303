import { type HrTime, own } from '../telemetry/index.js';
import { compileCall, mergeCallFacts } from './call-facts.js';
import { compileContent } from './content-template.js';
import { compileDecision } from './decision.js';
import { compileCondition, compileGather, compileSource } from './expression.js';
import type { Findings } from './findings.js';
import type { EmitTemplate, TimeTemplate } from './mapping-file.js';
import type { CallFacts, DecisionFacts, Signal, SignalKind } from './signal.js';
import { millisBefore } from './times.js';
import { asText } from './values.js';
import type { View } from './view.js';

/** When a record's observation began and ended; the same for what has no duration. */
export interface Moment {
  readonly start: HrTime | undefined;
  readonly end: HrTime | undefined;
}

/** What the signals of one rule on one record have in common. */
export interface EmitScope {
  readonly rule: string;
  readonly source: Signal['source'];
  readonly moment: Moment;
  /** The call that the record is about. */
  readonly call: CallFacts | undefined;
  readonly findings: Findings;
}

/** Emits the signal of a template, if it applies. */
export type Emit = (view: View, scope: EmitScope) => void;

const KINDS: readonly SignalKind[] = [
  'decision',
  'invocation',
  'pending',
  'progress',
  'input',
  'input-response',
  'result',
  'failure',
  'error',
  'denied',
  'timeout',
  'cancel',
];

/** Compiles a signal that a mapping describes. */
export function compileEmit(template: EmitTemplate): Emit {
  const applies = template.when && compileCondition(template.when);
  const kindOf = compileKind(template.kind);
  const timeOf = compileTime(template.at ?? 'start');
  const callOf = template.call && compileCall(template.call);
  const contentOf = template.content === undefined ? undefined : compileContent(template.content);
  const decisionOf = template.decision && compileDecision(template.decision);
  const parametersOf = template.parameters && compileGather(template.parameters);
  const needs = template.needs ?? [];

  return (view, { rule, source, moment, call: base, findings }) => {
    if (applies?.(view) === false) return;
    const kind = kindOf(view);
    if (kind === undefined) return;
    const call = callOf === undefined ? (base ?? {}) : mergeCallFacts(base, callOf(view));
    const missing = needs.find((need) => call[need === 'id' ? 'callId' : need] === undefined);
    if (missing !== undefined) {
      findings.remark(
        'call-not-named',
        'info',
        `A ${kind} was left out: the record does not tell the call's ${missing}`,
      );
      return;
    }
    const time = timeOf(view, moment);
    if (time === undefined) {
      findings.remark('no-time', 'warning', `A ${kind} was left out: the record has no time`);
      return;
    }
    const decision = kind === 'decision' ? decide(decisionOf?.(view), call, findings) : undefined;
    if (kind === 'decision' && decision === undefined) return;
    const parameters = parametersOf?.(view) as Signal['parameters'];
    findings.add(rule, { kind, time, source, call, content: contentOf?.(view), decision, parameters });
  };
}

function decide(decision: DecisionFacts | 'none' | undefined, call: CallFacts, findings: Findings) {
  if (decision === undefined) findings.remark('unknown-decision', 'warning', 'The value of a decision is not known');
  if (decision === undefined || decision === 'none') return undefined;
  return decision.life === 'standing' && call.tool === undefined ? { ...decision, wholeServer: true } : decision;
}

function compileKind(kind: EmitTemplate['kind']): (view: View) => SignalKind | undefined {
  if (typeof kind === 'string') return () => kind;
  const read = compileSource(kind.from);
  return (view) => {
    const value = own(kind.table, asText(read(view)) ?? '');
    return KINDS.find((known) => known === value);
  };
}

function compileTime(template: TimeTemplate): (view: View, moment: Moment) => HrTime | undefined {
  if (template === 'start') return (_, { start }) => start;
  if (template === 'end') return (_, { start, end }) => end ?? start;
  const millis = compileSource(template.minus);
  return (view, { end }) => (end === undefined ? undefined : millisBefore(end, millis(view)));
}
