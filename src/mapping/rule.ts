import { type HrTime, type SpanEvent, type SpanRecord, setTime } from '../telemetry/index.js';
import { compileCall, compileRecordCall, mergeCallFacts } from './call-facts.js';
import { compileEmit, type EmitScope } from './emit.js';
import { compileCondition, EXPRESSIONS } from './expression.js';
import type { Findings } from './findings.js';
import { compileLifecycle } from './lifecycle.js';
import type { MappingRule, RuleTarget } from './mapping-file.js';
import { compileSelection } from './selection.js';
import type { SpanTimes } from './times.js';
import type { View } from './view.js';

/** More elements than this of one attribute are not looked at: the work per record stays bounded. */
const MAX_ELEMENTS = 1000;

/** A compiled rule. Each method says whether the rule took the record so that no later one is tried. */
export interface CompiledRule {
  readonly on: readonly RuleTarget[];
  onSpan(view: View, span: SpanRecord, times: SpanTimes, findings: Findings): boolean;
  onEvents(view: View, span: SpanRecord, times: SpanTimes, findings: Findings): void;
  onLog(view: View, time: HrTime | undefined, findings: Findings): boolean;
}

/** Compiles a rule of a mapping. */
export function compileRule(rule: MappingRule): CompiledRule {
  const { id } = rule;
  const applies = rule.when === undefined ? () => true : compileCondition(rule.when);
  const behind = rule.after && compileCondition(rule.after);
  const callOf = rule.call && compileRecordCall(rule.call);
  const eventCallOf = rule.call && compileCall(rule.call);
  const lifecycle = compileLifecycle(rule);
  const emitAll = compileEmits(rule);
  const stop = rule.stop === true;

  const take = (findings: Findings) => {
    if (!findings.rules.includes(id)) findings.rules.push(id);
    if (rule.skip !== undefined) findings.remark('skipped', 'info', rule.skip);
  };

  return {
    on: typeof rule.on === 'string' ? [rule.on] : rule.on,
    onSpan(view, span, times, findings) {
      if (!applies(view)) return false;
      take(findings);
      if (callOf !== undefined) {
        const call = callOf(view);
        findings.call ??= call;
        if (call.tool === undefined && call.callId === undefined)
          findings.remark('no-tool-name', 'warning', 'The call has no tool name');
        remarkLoss(span, findings);
        lifecycle?.(view, span, { rule: id, times, call, findings });
      }
      emitAll(view, {
        rule: id,
        source: callOf === undefined ? 'span' : 'call',
        moment: times,
        call: findings.call,
        findings,
      });
      return stop;
    },
    onEvents(view, span, times, findings) {
      const first = behind === undefined ? 0 : span.events.findLastIndex((event) => behind(view.withEvent(event))) + 1;
      for (const event of span.events.slice(first)) {
        const seen = view.withEvent(event);
        if (!applies(seen)) continue;
        take(findings);
        const time = eventTime(event, times, findings);
        const call = eventCallOf === undefined ? findings.call : mergeCallFacts(findings.call, eventCallOf(seen));
        const source = findings.call === undefined ? 'span' : 'call';
        emitAll(seen, { rule: id, source, moment: { start: time, end: time }, call, findings });
      }
    },
    onLog(view, time, findings) {
      if (!applies(view)) return false;
      take(findings);
      if (callOf !== undefined) findings.call ??= callOf(view);
      emitAll(view, { rule: id, source: 'log', moment: { start: time, end: time }, call: findings.call, findings });
      return stop;
    },
  };
}

/** A span event without a time happened at some moment of its span. */
function eventTime(event: SpanEvent, times: SpanTimes, findings: Findings): HrTime | undefined {
  const time = setTime(event.time);
  if (time !== undefined) return time;
  findings.remark('event-time-missing', 'warning', 'A span event has no time; the start of its span is used');
  return times.start;
}

/** What the SDK dropped may have been the call's content or decisions (design rule R13). */
function remarkLoss(span: SpanRecord, findings: Findings): void {
  const { droppedAttributesCount: attributes = 0, droppedEventsCount: events = 0 } = span;
  if (attributes > 0)
    findings.remark('dropped-attributes', 'warning', `The SDK dropped ${attributes} attributes of the call`);
  if (events > 0) findings.remark('dropped-events', 'warning', `The SDK dropped ${events} span events of the call`);
}

function compileEmits(rule: MappingRule): (view: View, scope: EmitScope) => void {
  const emits = (rule.emit ?? []).map(compileEmit);
  const emitOne = (view: View, scope: EmitScope) => {
    for (const emit of emits) emit(view, scope);
  };
  if (rule.each === undefined) return emitOne;
  const select = compileSelection(rule.each, EXPRESSIONS);
  return (view, scope) => {
    const found = select(view);
    const list = found.slice(0, MAX_ELEMENTS);
    if (found.length > MAX_ELEMENTS) {
      scope.findings.remark('too-many-elements', 'warning', `Only the first ${MAX_ELEMENTS} elements were looked at`);
    }
    for (const index of list.keys()) emitOne(view.withElements({ list, index }), scope);
  };
}
