import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Intervals, type Lasting } from '../../src/bridge/intervals.js';

const time = fc.integer({ min: 1, max: 20 }).map((seconds) => [seconds, 0] as const);
const maybe = fc.option(time, { nil: undefined });
const lasting: fc.Arbitrary<Lasting> = fc.record({ start: maybe, end: maybe });

describe('intervals', () => {
  it('finds what goes on at a time as a look at all would, whatever was added when', () => {
    fc.assert(
      fc.property(fc.array(lasting), time, maybe, (items, from, to) => {
        const intervals = new Intervals<Lasting>();
        for (const item of items) intervals.add(item);
        const goesOn = ({ start, end }: Lasting) =>
          start !== undefined && start[0] <= from[0] && (end === undefined || to === undefined || end[0] >= to[0]);
        const expected = items.filter(goesOn).sort((a, b) => (a.start?.[0] ?? 0) - (b.start?.[0] ?? 0));
        expect(intervals.around(from, to)).toEqual(expected);
      }),
    );
  });
});
