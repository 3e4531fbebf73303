// Builders of mapped records, for tests that say what the bridge makes of signals whatever the emitter.

import { Bridge, type BridgeOptions } from '../../src/bridge/index.js';
import type { CallFacts, DecisionFacts, MappedRecord, Signal, SignalKind, SpanFacts } from '../../src/mapping/index.js';
import type { HrTime } from '../../src/telemetry/index.js';
import type { Vcon, VconEvent } from '../../src/vcon/index.js';

export const TRACE = '0af7651916cd43dd8448eb211c80319c';

/** A time some seconds after 2026-11-30T09:00:00Z. */
export function at(seconds: number): HrTime {
  const whole = Math.floor(seconds);
  return [1796029200 + whole, Math.round((seconds - whole) * 1e9)];
}

export function spanId(n: number): string {
  return n.toString(16).padStart(16, '0');
}

export interface SpanOptions {
  readonly id: number;
  readonly parent?: number;
  readonly trace?: string;
  readonly start?: number;
  readonly end?: number;
  readonly facts?: Partial<SpanFacts>;
}

export function span(options: SpanOptions, signals: readonly Signal[] = []): MappedRecord {
  const { id, parent, trace = TRACE, start, end } = options;
  const facts: SpanFacts = {
    traceId: trace,
    spanId: spanId(id),
    ...(parent === undefined ? {} : { parentSpanId: spanId(parent) }),
    name: 'span',
    kind: 'internal',
    startTime: start === undefined ? undefined : at(start),
    endTime: end === undefined ? undefined : at(end),
    ...options.facts,
  };
  return { emitter: 'test', rules: [], signals, span: facts, remarks: [] };
}

/** An agent's run. */
export function agent(options: SpanOptions, name: string, conversation?: string): MappedRecord {
  const facts = { agent: { name }, agentRun: true, ...(conversation === undefined ? {} : { conversation }) };
  return span({ ...options, facts: { ...facts, ...options.facts } });
}

export interface CallOptions extends SpanOptions {
  readonly call: CallFacts;
  /** The outcome's kind; none is observed when absent. */
  readonly outcome?: SignalKind;
  readonly result?: string;
  readonly emitter?: string;
}

/** A tool call's own span. */
export function call(options: CallOptions): MappedRecord {
  const { outcome, result, start, end, emitter = 'test' } = options;
  const args = options.call.arguments;
  const common = {
    source: 'call' as const,
    traceId: options.trace ?? TRACE,
    spanId: spanId(options.id),
    emitter,
    rule: 'tool',
    call: options.call,
    service: 'trip-agent',
  };
  const signals: Signal[] = [
    {
      ...common,
      kind: 'invocation',
      time: start === undefined ? undefined : at(start),
      ...(args === undefined ? {} : { content: { value: args } }),
    },
  ];
  if (outcome !== undefined && end !== undefined)
    signals.push({
      ...common,
      kind: outcome,
      time: at(end),
      ...(result === undefined ? {} : { content: { value: result } }),
    });
  return span(options, signals);
}

/** A log record that tells of a decision. */
export function decisionLog(
  time: number,
  callFacts: CallFacts,
  decision: DecisionFacts,
  more: Partial<Signal> = {},
): MappedRecord {
  const signal: Signal = {
    kind: 'decision',
    time: at(time),
    source: 'log',
    traceId: TRACE,
    emitter: 'test',
    rule: 'decision',
    call: callFacts,
    service: 'trip-agent',
    decision,
    ...more,
  };
  return { emitter: 'test', rules: ['decision'], signals: [signal], remarks: [] };
}

/** The vCons that the records give. */
export function vconsOf(records: readonly MappedRecord[], options: BridgeOptions = {}): readonly Vcon[] {
  const bridge = new Bridge({ createdAt: 1_796_040_000_000, ...options });
  for (const record of records) bridge.add(record);
  return bridge.finish().map(({ vcon }) => vcon);
}

/** The events of the only vCon that the records give. */
export function eventsOf(records: readonly MappedRecord[], options: BridgeOptions = {}): readonly VconEvent[] {
  const vcons = vconsOf(records, { traceParameters: false, ...options });
  if (vcons.length > 1) throw new Error(`${vcons.length} vCons`);
  return vcons[0]?.events ?? [];
}

/** Events in short: type, operation (a letter, by first appearance), attempt, and the second of its time. */
export function brief(events: readonly VconEvent[]): readonly string[] {
  const letters = new Map<unknown, string>();
  return events.map(({ type, time, operation_id: id, attempt, decision }) => {
    if (id !== undefined && !letters.has(id)) letters.set(id, String.fromCharCode(65 + letters.size));
    const seconds = (Date.parse(String(time)) - 1_796_029_200_000) / 1000;
    const what = decision === undefined ? type : `${type}:${String(decision)}`;
    return [
      what,
      letters.get(id) ?? 'standing',
      ...(attempt === undefined ? [] : [String(attempt)]),
      `@${seconds}`,
    ].join(' ');
  });
}
