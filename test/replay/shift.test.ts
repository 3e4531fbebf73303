import { describe, expect, it } from 'vitest';
import { ageNotices, shiftTrace, vconToTelemetry } from '../../src/replay/index.js';
import { fixture, NINE, spanNamed } from './vcons.js';

const { spans } = vconToTelemetry(fixture('replay/out-of-order.vcon.json'));
const START = Date.parse('2019-03-01T10:00:00Z') / 1000;

describe('shifting to now', () => {
  const shifted = shiftTrace(spans, [NINE, 7]);

  it('ends the trace now and keeps all distances', () => {
    const root = spanNamed(shifted, 'invoke_agent planner');
    expect(root.endTime).toEqual([NINE, 7]);
    expect(root.startTime).toEqual([NINE - 630, 7]);
    const [first] = shifted.filter(({ attributes }) => attributes['vcon.operation_id'] === 'op-1');
    expect(first?.startTime).toEqual([NINE - 630, 500_000_007]);
    expect(first?.events[1]?.time).toEqual([NINE - 629, 250_000_007]);
  });

  it('keeps the times as they were in attributes', () => {
    const root = spanNamed(shifted, 'invoke_agent planner');
    expect(root.attributes['vcon.original_start_time']).toBe('2019-03-01T10:00:00Z');
    expect(root.attributes['vcon.original_end_time']).toBe('2019-03-01T10:10:30Z');
    expect(root.events[0]?.attributes['vcon.original_time']).toBe('2019-03-01T10:10:30Z');
  });

  it('keeps the ids', () => {
    expect(shifted.map(({ spanId }) => spanId)).toEqual(spans.map(({ spanId }) => spanId));
  });

  it('leaves spans without times alone', () => {
    const bare = spans.map((span) => ({ ...span, startTime: undefined, endTime: undefined, events: [] }));
    expect(shiftTrace(bare, [NINE, 0])).toEqual(bare);
  });
});

describe('notices about old traces', () => {
  const codes = (age: number) => ageNotices(spans, [START + age, 0]).map(({ code }) => code);

  it('names the setting of each backend that would not find them', () => {
    expect(codes(119)).toEqual([]);
    expect(codes(121)).toEqual(['old-for-tempo']);
    expect(codes(3601)).toEqual(['old-for-tempo', 'old-for-jaeger-search']);
    expect(codes(73 * 3600)).toEqual(['old-for-tempo', 'old-for-jaeger-search', 'old-for-jaeger-storage']);
    const messages = ageNotices(spans, [NINE, 0]).map(({ message }) => message);
    expect(messages[0]).toContain('ingestion_time_range_slack');
    expect(messages[1]).toContain('Lookback');
    expect(messages[2]).toContain('max_span_age');
  });

  it('says nothing of no spans', () => {
    expect(ageNotices([], [NINE, 0])).toEqual([]);
  });
});
