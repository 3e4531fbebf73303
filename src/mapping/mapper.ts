import type { SpanRecord, TelemetryRecord, TellingText, Writable } from '../telemetry/index.js';
import { Candidates } from './candidates.js';
import { type Context, type ContextReader, compileContext, skimmedFacts } from './context.js';
import { defined } from './defined.js';
import { exceptionFacts } from './exception-record.js';
import { compileCondition, type Holds } from './expression.js';
import { Findings } from './findings.js';
import type { MappingFile } from './mapping-file.js';
import { type CompiledRule, compileRule } from './rule.js';
import type { CallFacts, MappedRecord, MappingRemark, SpanFacts } from './signal.js';
import { tellingTexts } from './telling-texts.js';
import { spanTimes } from './times.js';
import { remarkUnknown } from './unknown-record.js';
import { View } from './view.js';

/** What `otel-vcon mappings` shows of a mapping. */
export type MappingDescription = Pick<
  MappingFile,
  'id' | 'title' | 'status' | 'versions' | 'shows' | 'notes' | 'order'
>;

/** Turns telemetry records into signals. It keeps nothing between records. */
export interface Mapper {
  /** Maps one record. Never throws. */
  map(record: TelemetryRecord): MappedRecord;
  /** The mappings, in the order in which they are tried. */
  list(): readonly MappingDescription[];
  /** Texts of which every span that `map` makes more of than its ids, name, kind and times has one; `undefined` when no texts tell. */
  readonly telling: readonly TellingText[] | undefined;
}

interface CompiledMapping {
  readonly file: MappingFile;
  readonly matches: Holds;
  readonly context: ContextReader;
  readonly spanRules: readonly CompiledRule[];
  readonly eventRules: readonly CompiledRule[];
  readonly logRules: readonly CompiledRule[];
}

/** Compiles checked mapping files. */
export function compileMapper(files: readonly MappingFile[]): Mapper {
  const mappings = [...files].sort((a, b) => a.order - b.order).map(compileMapping);
  const candidates = new Candidates(mappings.filter(({ file }) => file.additional !== true));
  const others = new Candidates(mappings.filter(({ file }) => file.additional === true));
  const conventions = compileContext();
  let telling: { readonly texts: Mapper['telling'] } | undefined;

  return {
    map(record) {
      if (record.signal === 'span' && record.skimmed)
        return { rules: NOTHING, signals: NOTHING, remarks: NOTHING, span: skimmedFacts(record) };
      const view = View.of(record);
      const taker = candidates.of(record).find(({ matches }) => matches(view));
      const reader = taker?.context ?? conventions;
      const context = reader.read(view);
      const parts: Findings[] = [];
      if (taker !== undefined) parts.push(applyMapping(taker, view, context, undefined));
      for (const mapping of others.of(record)) {
        if (hasRulesFor(mapping, record) && mapping.matches(view)) {
          parts.push(applyMapping(mapping, view, context, parts[0]?.call));
        }
      }
      const span = record.signal === 'span' ? reader.span(view, record, context) : undefined;
      return mappedRecord(record, context, span, taker?.file.id, parts);
    },
    list: () => mappings.map(({ file }) => describe(file)),
    get telling() {
      // Only conversions of files ask for it.
      telling ??= { texts: tellingTexts(files) };
      return telling.texts;
    },
  };
}

const NOTHING: readonly never[] = [];

function compileMapping(file: MappingFile): CompiledMapping {
  const rules = file.rules.map(compileRule);
  return {
    file,
    matches: compileCondition(file.match),
    context: compileContext(file.context),
    spanRules: rules.filter(({ on }) => on.includes('span')),
    eventRules: rules.filter(({ on }) => on.includes('span-event')),
    logRules: rules.filter(({ on }) => on.includes('log')),
  };
}

/** Most spans have no events, so that most mappings of span events are done with them. */
function hasRulesFor({ spanRules, eventRules, logRules }: CompiledMapping, record: TelemetryRecord): boolean {
  if (record.signal === 'log') return logRules.length > 0;
  return spanRules.length > 0 || (eventRules.length > 0 && record.events.length > 0);
}

function applyMapping(mapping: CompiledMapping, view: View, context: Context, call: CallFacts | undefined): Findings {
  const { record } = view;
  const findings = new Findings(record, mapping.file.id, context);
  findings.call = call;
  if (!hasRulesFor(mapping, record)) return findings;
  if (record.signal === 'span') applyToSpan(mapping, view, record, findings);
  else mapping.logRules.some((rule) => rule.onLog(view, context.time, findings));
  return findings;
}

function applyToSpan(mapping: CompiledMapping, view: View, span: SpanRecord, findings: Findings): void {
  const times = spanTimes(span);
  mapping.spanRules.some((rule) => rule.onSpan(view, span, times, findings));
  for (const rule of mapping.eventRules) rule.onEvents(view, span, times, findings);
  if (findings.signals.length > 0) {
    for (const { code, level, message } of times.remarks) findings.remark(code, level, message);
  }
}

function mappedRecord(
  record: TelemetryRecord,
  { time }: Context,
  span: Writable<SpanFacts> | undefined,
  emitter: string | undefined,
  parts: readonly Findings[],
): MappedRecord {
  const signals = together(parts, ({ signals }) => signals);
  const rules = together(parts, ({ rules }) => rules);
  const remarks = distinct(together(parts, ({ remarks }) => remarks));
  const call = parts[0]?.call;
  const mapped: Writable<MappedRecord> = {
    rules,
    signals,
    remarks: rules.length > 0 ? remarks : [...remarks, ...remarkUnknown(record, emitter)],
  };
  const taker = emitter ?? signals[0]?.emitter;
  if (taker !== undefined) mapped.emitter = taker;
  if (span !== undefined && call !== undefined) span.call = call;
  if (span !== undefined) mapped.span = span;
  const exception = record.signal === 'log' ? exceptionFacts(record, time) : undefined;
  if (exception !== undefined) mapped.exception = exception;
  return mapped;
}

/** What the parts have, in their order. Nearly always there is one part. */
function together<T>(parts: readonly Findings[], read: (part: Findings) => readonly T[]): readonly T[] {
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? read(first) : parts.flatMap(read);
}

/** Each kind of remark once. */
function distinct(remarks: readonly MappingRemark[]): readonly MappingRemark[] {
  if (remarks.length < 2) return remarks;
  return [...new Map(remarks.map((remark) => [remark.code, remark])).values()];
}

function describe({ id, title, status, versions, shows, notes, order }: MappingFile): MappingDescription {
  return defined<MappingDescription>({ id, title, status, versions, shows, notes, order });
}
