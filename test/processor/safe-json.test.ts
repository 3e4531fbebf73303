import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeJson } from '../../src/processor/helpers/index.js';

/** What the text says, read back. */
const roundTrip = (value: unknown) => JSON.parse(safeJson(value) ?? 'null');

describe('safeJson', () => {
  it('writes what JSON can write as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(safeJson(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  it('never throws, and always writes JSON', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
        (value) => {
          const text = safeJson(value);
          if (value === undefined) expect(text).toBeUndefined();
          else expect(() => JSON.parse(text ?? '')).not.toThrow();
        },
      ),
    );
  });

  it('keeps the digits of integers', () => {
    expect(safeJson({ n: 10n, big: 9007199254740993n })).toBe('{"n":10,"big":9007199254740993}');
  });

  it('writes what is not JSON in a form that says what it was (FC-35 b)', () => {
    expect(
      roundTrip({
        nan: Number.NaN,
        infinite: Number.NEGATIVE_INFINITY,
        gone: undefined,
        fn: () => 1,
        symbol: Symbol('s'),
        date: new Date('2026-01-02T03:04:05.678Z'),
        badDate: new Date(Number.NaN),
        map: new Map([['a', 1]]),
        pairs: new Map([[1, 'a']]),
        set: new Set([1, 2]),
        error: new TypeError('no such file'),
        bytes: Uint8Array.of(1, 2, 255),
        hole: [1, undefined, 3],
      }),
    ).toEqual({
      nan: 'NaN',
      infinite: '-Infinity',
      fn: '[function]',
      symbol: '[symbol]',
      date: '2026-01-02T03:04:05.678Z',
      badDate: '[Invalid Date]',
      map: { a: 1 },
      pairs: [[1, 'a']],
      set: [1, 2],
      error: { name: 'TypeError', message: 'no such file' },
      bytes: 'AQL_',
      hole: [1, null, 3],
    });
  });

  it('marks what throws when it is read, and only that (FC-35 b)', () => {
    const throws = () => {
      throw new Error('no');
    };
    const getter = Object.defineProperty({ a: 1 }, 'bad', { enumerable: true, get: throws });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(roundTrip({ getter, toJson: { toJSON: throws }, proxy, b: 2 })).toEqual({
      getter: { a: 1, bad: '[unreadable]' },
      toJson: '[unreadable]',
      proxy: '[unreadable]',
      b: 2,
    });
  });

  it('marks a cycle, and writes an object that is shared twice in full (FC-35 c)', () => {
    const shared = { x: [1] };
    const cycle: Record<string, unknown> = { a: shared, b: shared };
    cycle['self'] = cycle;
    expect(roundTrip(cycle)).toEqual({ a: { x: [1] }, b: { x: [1] }, self: '[Circular]' });
  });

  it('is bounded: nesting, long text, long bytes, many members, shared objects that double at each level (FC-35 b)', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(safeJson(deep)).toBe(`${'['.repeat(100)}"[too deep]"${']'.repeat(100)}`);
    expect(safeJson({ text: 'x'.repeat(50_000_000) })).toBe('{"text":"[50000000 characters left out]"}');
    expect(safeJson([new Uint8Array(50_000_000)])).toBe('["[50000000 bytes left out]"]');
    expect(roundTrip(Array.from({ length: 5_000_000 }, () => 1)).at(-1)).toBe('[left out]');
    let doubling: unknown = 'leaf';
    for (let level = 0; level < 60; level += 1) doubling = { a: doubling, b: doubling };
    expect((safeJson(doubling) ?? '').length).toBeLessThan(6_000_000);
  });

  it('takes other limits', () => {
    expect(safeJson('abcdef', { maxString: 5 })).toBe('"[6 characters left out]"');
    expect(safeJson({ a: 'abc', b: 'def', c: 1 }, { maxText: 12 })).toBe(
      '{"a":"abc","b":"[left out]","[left out]":true}',
    );
    expect(safeJson([[1]], { maxDepth: 1 })).toBe('["[too deep]"]');
  });
});
