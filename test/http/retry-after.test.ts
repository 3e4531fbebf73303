import { expect, it } from 'vitest';
import { retryAfter } from '../../src/http/index.js';

const NOW = Date.parse('2026-11-30T09:00:00Z');

it.each([
  ['0', 0],
  [' 120 ', 120_000],
  ['Mon, 30 Nov 2026 09:00:30 GMT', 30_000],
  ['Mon, 30 Nov 2026 08:59:00 GMT', 0],
])('Retry-After %j asks for %i ms', (header, millis) => {
  expect(retryAfter(header, NOW)).toBe(millis);
});

it.each([undefined, null, '', 'soon', '-5', '1.5', '2026-11-30'])('Retry-After %j asks for nothing', (header) => {
  expect(retryAfter(header, NOW)).toBeUndefined();
});
