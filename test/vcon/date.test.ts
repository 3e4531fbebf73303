import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HrTime } from '../../src/telemetry/index.js';
import { fromVconDate, toVconDate } from '../../src/vcon/index.js';

/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z. */
const FIRST = -62_135_596_800;
const LAST = 253_402_300_799;

describe('toVconDate', () => {
  it.each<[HrTime, string]>([
    [[1_796_029_200, 0], '2026-11-30T09:00:00Z'],
    [[1_796_029_200, 500_000_000], '2026-11-30T09:00:00.5Z'],
    [[1_796_029_200, 1], '2026-11-30T09:00:00.000000001Z'],
    [[1_796_029_200, 123_456_780], '2026-11-30T09:00:00.12345678Z'],
    [[0, 0], '1970-01-01T00:00:00Z'],
    [[-1, 999_999_999], '1969-12-31T23:59:59.999999999Z'],
    [[0, -1], '1969-12-31T23:59:59.999999999Z'],
    [[FIRST, 0], '0001-01-01T00:00:00Z'],
    [[LAST, 999_999_999], '9999-12-31T23:59:59.999999999Z'],
  ])('%j is %s', (time, date) => {
    expect(toVconDate(time)).toBe(date);
  });

  it.each<[HrTime]>([[[FIRST - 1, 0]], [[LAST + 1, 0]], [[Number.NaN, 0]], [[0, 0.5]], [[Infinity, 0]]])(
    'cannot write %j',
    (time) => {
      expect(toVconDate(time)).toBeUndefined();
    },
  );
});

describe('fromVconDate', () => {
  it.each<[string, HrTime]>([
    ['2026-11-30T09:00:00Z', [1_796_029_200, 0]],
    ['2026-11-30t09:00:00z', [1_796_029_200, 0]],
    ['2026-11-30T09:00:00.000+00:00', [1_796_029_200, 0]],
    ['2026-11-30T10:30:00+01:30', [1_796_029_200, 0]],
    ['2026-11-29T23:00:00.25-10:00', [1_796_029_200, 250_000_000]],
    ['2026-11-30 09:00:00Z', [1_796_029_200, 0]],
    ['2026-11-30T09:00:00.1234567899Z', [1_796_029_200, 123_456_789]],
    ['2016-12-31T23:59:60Z', [1_483_228_800, 0]],
    ['2017-01-01T00:59:60.5+01:00', [1_483_228_800, 500_000_000]],
    ['2024-02-29T00:00:00Z', [1_709_164_800, 0]],
    ['0099-01-01T00:00:00Z', [-59_042_995_200, 0]],
  ])('reads %s', (text, time) => {
    expect(fromVconDate(text)).toEqual(time);
  });

  it.each([
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-11-30T24:00:00Z',
    '2026-11-30T09:60:00Z',
    '2026-11-30T09:00:60Z',
    '2026-11-30T09:00:00+24:00',
    '2026-11-30T09:00:00',
    '2026-11-30',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+00:01',
    '',
    1_796_029_200,
    null,
    undefined,
  ])('refuses %j', (text) => {
    expect(fromVconDate(text)).toBeUndefined();
  });
});

describe('dates', () => {
  const times = fc.tuple(fc.integer({ min: FIRST, max: LAST }), fc.integer({ min: 0, max: 999_999_999 }));

  it('come back to the nanosecond', () => {
    fc.assert(
      fc.property(times, (time) => {
        expect(fromVconDate(toVconDate(time))).toEqual(time);
      }),
    );
  });

  it('are RFC 3339 in UTC without a zero at the end of the fraction', () => {
    fc.assert(
      fc.property(times, (time) => {
        expect(toVconDate(time)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{0,8}[1-9])?Z$/);
      }),
    );
  });

  it('never throw on any text', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(() => fromVconDate(value)).not.toThrow();
      }),
    );
  });
});
