import { describe, expect, it } from 'vitest';
import { vconToTelemetry } from '../../src/replay/index.js';
import { event, flaws, invocation, NINE, spanNamed, vconOf } from './vcons.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const OTHER_TRACE = '1bf7651916cd43dd8448eb211c80319d';
const SPAN = 'b7ad6b7169203331';
const OTHER_SPAN = 'c7ad6b7169203332';
const PARENT = '00f067aa0ba902b7';

function observed(second: number, ids: object, otelSpan?: object): Record<string, unknown> {
  return invocation(second, { ...ids, ...(otelSpan === undefined ? {} : { otel_span: otelSpan }) });
}

describe('spans that the extension otel-trace names', () => {
  const details = {
    name: 'ai.toolCall',
    kind: 'client',
    status: 'error',
    parent_span_id: PARENT,
    start: '2026-11-30T09:00:00.000000001Z',
    end: '2026-11-30T09:00:09.5Z',
  };

  it('come back as they were', () => {
    const vcon = vconOf([
      event('policy-decision', 0, {
        trace_id: TRACE,
        span_id: OTHER_SPAN,
        decision: 'allowed',
        policy_life: 'once',
        operation: 'tool-invocation',
        server: '!host',
        tool: 'search',
      }),
      observed(1, { trace_id: TRACE, span_id: SPAN }, details),
      event('tool-result', 2, { trace_id: TRACE, span_id: SPAN }),
    ]);
    const { spans } = vconToTelemetry(vcon);
    expect(spanNamed(spans, 'ai.toolCall')).toMatchObject({
      traceId: TRACE,
      spanId: SPAN,
      parentSpanId: PARENT,
      kind: 'client',
      status: { code: 'error' },
      startTime: [NINE, 1],
      endTime: [NINE + 9, 500_000_000],
    });
    expect(spanNamed(spans, 'invoke_agent planner').spanId).toBe(PARENT);
    expect(spans).toHaveLength(2);
    expect(flaws(spans)).toEqual([]);
  });

  it('stay roots when they were roots', () => {
    const { spans } = vconToTelemetry(
      vconOf([observed(1, { trace_id: TRACE, span_id: SPAN }, { name: 'search', kind: 'internal' })]),
    );
    expect(spanNamed(spans, 'search').parentSpanId).toBeUndefined();
    expect(spanNamed(spans, 'search').status).toEqual({ code: 'unset' });
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
  });

  it('lie below placeholders when they had several parents, none of them known', () => {
    const second = { ...details, name: 'second', parent_span_id: '11f067aa0ba902b8' };
    const vcon = vconOf([
      observed(1, { trace_id: TRACE, span_id: SPAN }, details),
      observed(2, { trace_id: TRACE, span_id: OTHER_SPAN, operation_id: 'op-2' }, second),
      observed(
        3,
        { trace_id: TRACE, span_id: 'd7ad6b7169203333', operation_id: 'op-3' },
        { ...details, name: 'inner', parent_span_id: OTHER_SPAN },
      ),
    ]);
    const { spans } = vconToTelemetry(vcon);
    const placeholder = spanNamed(spans, 'not recorded');
    expect(placeholder.spanId).toBe('11f067aa0ba902b8');
    expect(placeholder.parentSpanId).toBe(PARENT);
    expect(placeholder.attributes['vcon.placeholder']).toBe(true);
    expect(spanNamed(spans, 'second').parentSpanId).toBe('11f067aa0ba902b8');
    expect(spanNamed(spans, 'inner').parentSpanId).toBe(OTHER_SPAN);
    expect(flaws(spans)).toEqual([]);
  });

  it('may be in several traces, each with the session that its spans need', () => {
    const vcon = vconOf([
      observed(1, { trace_id: TRACE, span_id: SPAN }),
      observed(2, { trace_id: OTHER_TRACE, span_id: SPAN, operation_id: 'op-2' }),
    ]);
    const { spans } = vconToTelemetry(vcon);
    expect(spans.map(({ traceId, name }) => [traceId, name])).toEqual([
      [TRACE, 'invoke_agent planner'],
      [TRACE, 'execute_tool search'],
      [OTHER_TRACE, 'invoke_agent planner'],
      [OTHER_TRACE, 'execute_tool search'],
    ]);
    expect(flaws(spans)).toEqual([]);
  });

  it('are the attempts, each with its own', () => {
    const vcon = vconOf([
      observed(1, { trace_id: TRACE, span_id: SPAN }, { ...details, name: 'first' }),
      event('tool-failure', 2, { trace_id: TRACE, span_id: SPAN }),
      observed(3, { trace_id: TRACE, span_id: OTHER_SPAN, attempt: 2 }, { ...details, name: 'second' }),
    ]);
    const { spans } = vconToTelemetry(vcon);
    expect(spans.map(({ name }) => name)).toEqual(['invoke_agent planner', 'first', 'second']);
    expect([spanNamed(spans, 'first').parentSpanId, spanNamed(spans, 'second').parentSpanId]).toEqual([PARENT, PARENT]);
  });

  it('are not taken for the own span of several calls', () => {
    const vcon = vconOf([
      observed(1, { trace_id: TRACE, span_id: SPAN }),
      observed(2, { trace_id: TRACE, span_id: SPAN, operation_id: 'op-2' }),
    ]);
    const { spans } = vconToTelemetry(vcon);
    expect(spans.some(({ spanId }) => spanId === SPAN)).toBe(false);
    expect(flaws(spans)).toEqual([]);
  });

  it('may name each other as parents', () => {
    const vcon = vconOf([
      observed(1, { trace_id: TRACE, span_id: SPAN }, { ...details, parent_span_id: OTHER_SPAN }),
      observed(2, { trace_id: TRACE, span_id: OTHER_SPAN, operation_id: 'op-2' }, { ...details, parent_span_id: SPAN }),
      observed(3, { trace_id: TRACE, span_id: PARENT, operation_id: 'op-3' }, { ...details, parent_span_id: PARENT }),
    ]);
    const { spans } = vconToTelemetry(vcon);
    expect(flaws(spans)).toEqual([]);
    for (const span of spans) {
      const seen = new Set<string>();
      for (let at = span; at.parentSpanId !== undefined; ) {
        expect(seen.has(at.spanId)).toBe(false);
        seen.add(at.spanId);
        const above = spans.find(({ spanId }) => spanId === at.parentSpanId);
        if (above === undefined) break;
        at = above;
      }
    }
  });

  it.each([
    { trace_id: TRACE.toUpperCase(), span_id: SPAN },
    { trace_id: '0'.repeat(32), span_id: SPAN },
    { trace_id: TRACE, span_id: '0'.repeat(16) },
    { trace_id: 7, span_id: SPAN },
  ])('are ignored when the ids are no ids: %o', (ids) => {
    const { spans } = vconToTelemetry(vconOf([observed(1, ids, details)]));
    expect(flaws(spans)).toEqual([]);
    expect(spans.map(({ name }) => name)).toEqual(['invoke_agent planner', 'execute_tool search']);
  });
});
