import { describe, expect, it } from 'vitest';
import { builtinMapper } from '../../src/mapping/index.js';
import type { SpanRecord } from '../../src/telemetry/index.js';
import { fixture, logWith, spanWith } from './records.js';

const map = (members: Partial<SpanRecord>) => builtinMapper().map(spanWith(members));

describe('times', () => {
  const times = new Map(
    fixture('cases/field/25-clocks/input.json').map((record) => {
      const { signals, remarks } = builtinMapper().map(record);
      const shown = signals.map(
        ({ kind, time }) => `${kind} ${(time?.[0] ?? Number.NaN) - 1796029200 + (time?.[1] ?? 0) / 1e9}`,
      );
      return [signals[0]?.call.tool, [...shown, ...remarks.map(({ code }) => code)]];
    }),
  );

  it.each([
    ['neg', ['invocation 20', 'result 20', 'end-before-start']],
    ['open_end', ['invocation 21']],
    ['open_zero', ['invocation 28']],
    ['no_start', ['invocation 22.5', 'result 23', 'progress 22.5', 'start-missing']],
    ['before_parent', ['invocation 5', 'result 6']],
    ['stray_event', ['invocation 25', 'result 26', 'progress 24', 'progress 25', 'event-time-missing']],
    ['zero_len', ['invocation 27', 'result 27']],
  ])('%s', (tool, expected) => {
    expect(times.get(tool)).toEqual(expected);
  });

  it('without any time nothing is said', () => {
    const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 't' };
    const mapped = map({ attributes, startTime: undefined, endTime: undefined });
    expect(mapped.signals).toEqual([]);
    expect(mapped.remarks.map(({ code }) => code)).toEqual(['no-time']);
  });

  it('of log records are their own, else what the emitter wrote, else when they were observed', () => {
    const timeOf = (members: Parameters<typeof logWith>[0]) => {
      const log = logWith({ ...members, scope: { name: 'com.anthropic.claude_code.events' } });
      return builtinMapper()
        .map(log)
        .signals.map(({ time }) => time);
    };
    const attributes = {
      'event.name': 'tool_result',
      'event.timestamp': '2026-11-30T15:15:11.647001Z',
      tool_name: 'Bash',
      success: 'true',
      duration_ms: '1.5',
    };
    expect(timeOf({ attributes, time: [5, 2_000_000] })).toEqual([
      [5, 500_000],
      [5, 2_000_000],
    ]);
    expect(timeOf({ attributes, time: undefined })[1]).toEqual([1796051711, 647_001_000]);
    // Without a zone it is UTC, wherever this runs.
    const unzoned = { ...attributes, 'event.timestamp': '2026-11-30T15:15:11.647001' };
    expect(timeOf({ attributes: unzoned, time: undefined })[1]).toEqual([1796051711, 647_001_000]);
    expect(
      timeOf({ attributes: { ...attributes, 'event.timestamp': 'now' }, time: undefined, observedTime: [7, 0] })[1],
    ).toEqual([7, 0]);
  });
});
