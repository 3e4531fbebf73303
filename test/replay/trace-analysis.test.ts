import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeOtlp } from '../../src/otlp/index.js';
import { fromTraceAnalysis, toTraceAnalysis, vconToTelemetry } from '../../src/replay/index.js';
import type { SpanRecord } from '../../src/telemetry/index.js';
import { readVcon, serializeVcon } from '../../src/vcon/index.js';
import { invocation, vconOf } from './vcons.js';

function traces(name: string): SpanRecord[] {
  const file = new URL(`../fixtures/traces/${name}.otlp.json`, import.meta.url);
  return decodeOtlp(JSON.parse(readFileSync(file, 'utf8'))).flatMap((record) => {
    const { origin: _, ...span } = record;
    return span.signal === 'span' ? [span] : [];
  });
}

describe('spans kept in an Analysis Object', () => {
  it('is marked as docs/otel-trace-extension.md says', () => {
    const { body, ...marks } = toTraceAnalysis(traces('langfuse-sdk'));
    expect(marks).toEqual({
      type: 'agent_trace',
      vendor: 'OpenTelemetry',
      product: 'OTLP',
      schema: 'opentelemetry.proto.trace.v1.TracesData',
      mediatype: 'application/json',
      encoding: 'json',
    });
    expect(Object.keys(body as object)).toEqual(['resourceSpans']);
  });

  it.each(['langfuse-sdk', 'genkit', 'mcp-sdk-traceloop', 'vercel-ai-sdk-v6'])('gives the spans of %s back', (name) => {
    const spans = traces(name);
    expect(spans.length).toBeGreaterThan(3);
    const vcon = vconOf([invocation(1)], { analysis: [toTraceAnalysis(spans)] });
    const read = readVcon(serializeVcon(vcon)).vcon;
    const byId = (a: SpanRecord, b: SpanRecord) => (a.spanId < b.spanId ? -1 : 1);
    const back = vconToTelemetry(read);
    expect([...back.spans].sort(byId)).toEqual([...spans].sort(byId));
    expect(back.notices.map(({ code }) => code)).toEqual(['kept-spans']);
  });

  it('is passed over when the events are asked for', () => {
    const vcon = vconOf([invocation(1)], { analysis: [toTraceAnalysis(traces('langfuse-sdk'))] });
    const { spans } = vconToTelemetry(vcon, { keptSpans: false });
    expect(spans.map(({ name }) => name)).toEqual(['invoke_agent planner', 'execute_tool search']);
  });

  it('is told from other analyses', () => {
    const analysis = toTraceAnalysis(traces('langfuse-sdk'));
    for (const other of [
      null,
      'x',
      { ...analysis, vendor: 'Example' },
      { ...analysis, schema: 'other' },
      { type: 'summary' },
    ]) {
      expect(fromTraceAnalysis(other)).toBeUndefined();
    }
  });

  it('gives way to the events when it cannot be read', () => {
    const vcon = vconOf([invocation(1)], { analysis: [{ ...toTraceAnalysis([]), body: { resources: [] } }] });
    const { spans, notices } = vconToTelemetry(vcon);
    expect(spans.map(({ name }) => name)).toEqual(['invoke_agent planner', 'execute_tool search']);
    expect(notices.map(({ code, level }) => [code, level])).toEqual([['kept-spans-unreadable', 'warning']]);
  });
});
