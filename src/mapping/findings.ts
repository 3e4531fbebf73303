import type { TelemetryRecord } from '../telemetry/index.js';
import type { Context } from './context.js';
import { defined, type Loose } from './defined.js';
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
    this.signals.push(
      defined<Signal>({
        kind: part.kind,
        time: part.time,
        source: part.source,
        traceId: this.#record.traceId,
        spanId: this.#record.spanId,
        emitter: this.#emitter,
        rule,
        call: part.call,
        agent: this.#context.agent,
        conversation: this.#context.conversation,
        service: this.#context.service,
        content: part.content,
        decision: part.decision,
        parameters: part.parameters,
        origin: this.#record.origin,
      }),
    );
  }

  /** Adds a remark, once per code. */
  remark(code: string, level: MappingRemark['level'], message: string): void {
    if (!this.remarks.some((remark) => remark.code === code)) this.remarks.push({ code, level, message });
  }
}
