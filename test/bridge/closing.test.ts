import { describe, expect, it } from 'vitest';
import { type BuiltVcon, type ClosingRules, Converter } from '../../src/bridge/index.js';
import type { Notice, SpanRecord } from '../../src/telemetry/index.js';

/** A tool call in a trace of its number, that many seconds after the first. */
function call(trace: number, seconds: number, name = `call ${trace} at ${seconds}`): SpanRecord {
  return {
    signal: 'span',
    traceId: `${trace}`.padStart(32, '0'),
    spanId: `${trace * 1000 + seconds + 1}`.padStart(16, '0'),
    name: 'execute_tool search',
    kind: 'internal',
    startTime: [1_790_000_000 + seconds, 0],
    endTime: [1_790_000_000 + seconds, 500],
    status: { code: 'unset' },
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'search',
      'gen_ai.tool.call.id': name,
      'gen_ai.tool.call.result': 'x'.repeat(100),
    },
    events: [],
    links: [],
    resource: { attributes: {} },
    scope: { name: '' },
  };
}

function converter(closing: ClosingRules, notices: Notice[] = []): Converter {
  return new Converter({ closing, onNotice: (notice) => notices.push(notice) });
}

function operations(built: readonly BuiltVcon[]): readonly (readonly string[])[] {
  return built.map(({ trail }) => trail.map(({ operationId }) => operationId));
}

describe('conversations that are closed while records come', () => {
  it('are none without a rule', () => {
    const open = converter({});
    for (let trace = 1; trace <= 100; trace += 1) open.add(call(trace, trace * 3600));
    expect(open.closed()).toEqual([]);
    expect(open.finish()).toHaveLength(100);
  });

  it('are those that were longest without news in the input, whatever their times', () => {
    const open = converter({ maxOpen: 3 });
    for (const [trace, seconds] of [
      [1, 90],
      [2, 80],
      [3, 70],
      [1, 60],
      [4, 50],
    ] as const)
      open.add(call(trace, seconds));
    // Down to nine tenths of three.
    expect(operations(open.closed())).toEqual([['call 2 at 80'], ['call 3 at 70']]);
    expect(open.closed()).toEqual([]);
    expect(operations(open.finish())).toEqual([['call 4 at 50'], ['call 1 at 60', 'call 1 at 90']]);
  });

  it('keep the one that is being read', () => {
    const open = converter({ maxOpen: 1 });
    open.add(call(1, 1));
    open.add(call(2, 2));
    expect(operations(open.closed())).toEqual([['call 1 at 1']]);
    open.add(call(2, 3));
    expect(operations(open.finish())).toEqual([['call 2 at 2', 'call 2 at 3']]);
  });

  it('are those whose time is over', () => {
    const open = converter({ idleSeconds: 60 });
    open.add(call(1, 0));
    open.add(call(2, 50));
    expect(open.closed()).toEqual([]);
    // It is looked for them four times in that time.
    open.add(call(3, 66));
    expect(operations(open.closed())).toEqual([['call 1 at 0']]);
    open.add(call(4, 200));
    expect(operations(open.closed())).toEqual([['call 2 at 50'], ['call 3 at 66']]);
  });

  it('are said to be closed when there are too many records or there is too much content, as nobody asked for it', () => {
    for (const rules of [{ maxRecords: 4 }, { maxBytes: 410 }]) {
      const notices: Notice[] = [];
      const open = converter(rules, notices);
      for (let trace = 1; trace <= 4; trace += 1) open.add(call(trace, trace));
      const first = open.closed();
      open.add(call(5, 5));
      expect(operations([...first, ...open.closed()])).toEqual([['call 1 at 1'], ['call 2 at 2']]);
      expect(notices.map(({ code, level }) => [code, level])).toContainEqual(['BRIDGE_CLOSED_EARLY', 'warning']);
      expect(open.finish()).toHaveLength(3);
    }
  });

  it('go on in a further part, which has a uuid of its own and none of the operations before', () => {
    const open = converter({ maxOpen: 1 });
    open.add(call(1, 1));
    open.add(call(2, 2));
    const [first] = open.closed();
    open.add(call(1, 3));
    const [other] = open.closed();
    const [second] = open.finish();
    expect([first, other, second].map((built) => [built?.key, built?.part])).toEqual([
      [`trace:${'1'.padStart(32, '0')}`, 1],
      [`trace:${'2'.padStart(32, '0')}`, 1],
      [`trace:${'1'.padStart(32, '0')}`, 2],
    ]);
    expect(operations(second === undefined ? [] : [second])).toEqual([['call 1 at 3']]);
    expect(second?.vcon.uuid).not.toBe(first?.vcon.uuid);
  });

  it.each([{ maxOpen: 0 }, { idleSeconds: -1 }, { maxRecords: Number.NaN }])('are not chosen by %j', (rules) => {
    expect(() => converter(rules)).toThrow(expect.objectContaining({ code: 'BRIDGE_OPTION' }));
  });
});
