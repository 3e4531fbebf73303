import type { TelemetryRecord, Writable } from '../telemetry/index.js';
import type { Context } from './context.js';
import type { Loose } from './defined.js';
import type { CallFacts, MappingRemark, Signal } from './signal.js';

/** What a rule says of a signal; the rest comes from the record. */
export type SignalPart = Pick<Signal, 'kind' | 'time' | 'source' | 'call'> &
  Partial<Loose<Pick<Signal, 'content' | 'decision' | 'parameters'>>>;

/** Collects what the rules of one mapping find in one record. */
export class Findings {
  readonly rules: string[] = [];
  readonly signals: Signal[] = [];
  readonly remarks: MappingRemark[] = [];
  /** The call that the record is about. */
  call: CallFacts | undefined;
  readonly #record: TelemetryRecord;
  readonly #emitter: string;
  readonly #context: Context;

  constructor(record: TelemetryRecord, emitter: string, context: Context) {
    this.#record = record;
    this.#emitter = emitter;
    this.#context = context;
  }

  /** Adds a signal. */
  add(rule: string, part: SignalPart): void {
    const { traceId, spanId, origin } = this.#record;
    const { agent, conversation, service } = this.#context;
    const { kind, time, source, call, content, decision, parameters } = part;
    const emitter = this.#emitter;
    const signal: Writable<Signal> =
      traceId === undefined || spanId === undefined
        ? { kind, time, source, ...(traceId && { traceId }), ...(spanId && { spanId }), emitter, rule, call }
        : { kind, time, source, traceId, spanId, emitter, rule, call };
    if (agent !== undefined) signal.agent = agent;
    if (conversation !== undefined) signal.conversation = conversation;
    if (service !== undefined) signal.service = service;
    if (content !== undefined) signal.content = content;
    if (decision !== undefined) signal.decision = decision;
    if (parameters !== undefined) signal.parameters = parameters;
    if (origin !== undefined) signal.origin = origin;
    this.signals.push(signal);
  }

  /** Adds a remark, once per code. */
  remark(code: string, level: MappingRemark['level'], message: string): void {
    if (!this.remarks.some((remark) => remark.code === code)) this.remarks.push({ code, level, message });
  }
}
