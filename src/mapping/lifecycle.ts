import type { AnyValue, HrTime, SpanRecord } from '../telemetry/index.js';
import { compileContent } from './content-template.js';
import { errorFacts } from './error-facts.js';
import { compileCondition, compileSource } from './expression.js';
import type { Findings } from './findings.js';
import type { MappingRule, OutcomeTemplate } from './mapping-file.js';
import { classifyOutcome, type Outcome, type OutcomeInput, outcomeContent } from './outcome.js';
import type { CallFacts, SignalContent } from './signal.js';
import type { SpanTimes } from './times.js';
import { asText } from './values.js';
import type { View } from './view.js';

/** Adds the invocation and the outcome that a call's own span tells. */
export type Lifecycle = (
  view: View,
  span: SpanRecord,
  scope: { readonly rule: string; readonly times: SpanTimes; readonly call: CallFacts; readonly findings: Findings },
) => void;

/** Compiles the invocation and the outcome of a rule on the call's own span; `undefined` when it has neither. */
export function compileLifecycle(rule: MappingRule): Lifecycle | undefined {
  if (rule.invocation === undefined && rule.outcome === undefined) return undefined;
  const argumentsOf = rule.invocation?.arguments === undefined ? undefined : compileContent(rule.invocation.arguments);
  const outcomeOf = rule.outcome && compileOutcome(rule.outcome);
  return (view, span, { rule: id, times, call: named, findings }) => {
    const args = argumentsOf?.(view);
    const call = args?.value === undefined ? named : withArguments(named, args.value);
    if (times.start === undefined) {
      findings.remark('no-time', 'warning', 'The call was left out: its span has no time');
      return;
    }
    if (rule.invocation !== undefined) addSignal('invocation', times.start, args);
    if (outcomeOf === undefined || times.end === undefined) return;
    const outcome = outcomeOf({ view, span, protocol: call.protocol, hasArguments: args !== undefined });
    if (outcome !== undefined) addSignal(outcome.kind, times.end, outcome.content);

    function addSignal(kind: 'invocation' | Outcome['kind'], time: HrTime, content: SignalContent | undefined): void {
      if (isCut(content)) findings.remark('cut-content', 'warning', 'The emitter or the SDK cut content of the call');
      findings.add(id, { kind, time, source: 'call', call, content });
    }
  };
}

/** Not by a spread, which is slow where members are added. */
function withArguments(call: CallFacts, value: AnyValue): CallFacts {
  const both = Object.assign({ arguments: value }, call);
  both.arguments = value;
  return both;
}

type OutcomeOf = (input: Pick<OutcomeInput, 'view' | 'span' | 'protocol' | 'hasArguments'>) => Outcome | undefined;

/** The mapping's own rows first, then the classification that all emitters share. */
function compileOutcome(template: OutcomeTemplate): OutcomeOf {
  const resultOf = template.result === undefined ? undefined : compileContent(template.result);
  const errorType = template.error?.type === undefined ? undefined : compileSource(template.error.type);
  const errorMessage = template.error?.message === undefined ? undefined : compileSource(template.error.message);
  const rows = (template.rows ?? []).map((row) => ({
    applies: compileCondition(row.when),
    kind: row.kind,
    content: row.content === undefined ? undefined : compileContent(row.content),
  }));
  const noResult = template.noResult ?? 'none';
  const saysFailed = template.failed && compileCondition(template.failed);
  return ({ view: whole, span, protocol, hasArguments }) => {
    const result = resultOf?.(whole);
    const error = () => errorFacts(span, { type: asText(errorType?.(whole)), message: asText(errorMessage?.(whole)) });
    const view = rows.length === 0 ? whole : whole.withResult(result?.value);
    const row = rows.find(({ applies }) => applies(view));
    if (row === undefined) {
      const failed = saysFailed?.(view) === true;
      return classifyOutcome({ view: whole, span, protocol, hasArguments, result, error, noResult, failed });
    }
    if (row.kind === 'none') return undefined;
    const content = row.content?.(view) ?? outcomeContent(row.kind, result, error());
    return content === undefined ? { kind: row.kind } : { kind: row.kind, content };
  };
}

/** A text that a size limit cut: the mark of an emitter, or JSON that does not end as it began. */
function isCut(content: SignalContent | undefined): boolean {
  const value = content?.value;
  if (typeof value !== 'string' || content?.mediatype === 'text/plain') return false;
  if (value.includes('...[TRUNCATED')) return true;
  const text = value.trim();
  return (text.startsWith('{') && !text.endsWith('}')) || (text.startsWith('[') && !text.endsWith(']'));
}
