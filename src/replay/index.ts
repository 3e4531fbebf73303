/**
 * The way back (docs/replay.md): vCon to telemetry, and telemetry to a backend.
 *
 * Pure, for any runtime:
 * - `vconToTelemetry(vcon, { serviceName, keptSpans })` gives `{ spans, notices }`.
 * - `toTraceAnalysis(spans)` and `fromTraceAnalysis(analysis)` are `convert --lossless` and back.
 * - `SpanKeeper` keeps the spans of a conversion for its vCons.
 * - `shiftTrace(spans, now)` moves a trace so that it ends now (`--shift-to-now`).
 * - `ageNotices(spans, now)` says where spans this old are not found by search.
 *
 * For Node, in `./sending/index.js`:
 * - `exporterSettings(environment, options)` reads the standard OTEL_EXPORTER_OTLP_* variables.
 * - `sendTraces(traces, settings, hooks)` sends an (async) iterable of span lists, oldest first as given, and gives a summary.
 */
export { ageNotices } from './age-notices.js';
export { SpanKeeper } from './keep-spans.js';
export { shiftTrace } from './shift.js';
export { fromTraceAnalysis, toTraceAnalysis } from './trace-analysis.js';
export { type ReplayedTrace, type ReplayOptions, vconToTelemetry } from './vcon-to-telemetry.js';
