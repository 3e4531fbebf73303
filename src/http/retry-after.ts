/**
 * The pause that a Retry-After header asks for, in milliseconds: seconds or an HTTP-date (RFC 9110 section 10.2.3).
 *
 * @param now in milliseconds since the epoch.
 * @returns `undefined` when the header asks for none, or for nothing that can be read.
 */
export function retryAfter(header: string | null | undefined, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (value === '') return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Date.parse takes "1.5" and "-5" for dates.
  const date = /\d:\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
