import type { AnyValue } from '../telemetry/index.js';

/** Whether a value says anything: an empty AnyValue is what emitters write for "undefined". */
export function isPresent(value: AnyValue | undefined): value is Exclude<AnyValue, null> {
  return value !== undefined && value !== null;
}

/** A string, number or boolean as text: emitters write numbers and booleans either way. */
export function asText(value: AnyValue | undefined): string | undefined {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return undefined;
  }
}

/** Texts that emitters write where they know no id or name. */
const PLACEHOLDERS = new Set(['', 'unknown', 'undefined', 'null', 'none', 'n/a', '<not specified>', '[object object]']);
const LONGEST_PLACEHOLDER = Math.max(...[...PLACEHOLDERS].map(({ length }) => length));

/** An id or a name: text that is not a placeholder. */
export function asName(value: AnyValue | undefined): string | undefined {
  const text = typeof value === 'boolean' ? undefined : asText(value)?.trim();
  if (text === undefined || text.length > LONGEST_PLACEHOLDER) return text;
  return PLACEHOLDERS.has(text.toLowerCase()) ? undefined : text;
}

/** A whole number from 1, also from text. */
export function asOrdinal(value: AnyValue | undefined): number | undefined {
  const number = asInteger(value);
  return number !== undefined && number >= 1 ? number : undefined;
}

/** A whole number, also from text. */
export function asInteger(value: AnyValue | undefined): number | undefined {
  const text = typeof value === 'boolean' ? undefined : asText(value);
  const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isSafeInteger(number) ? number : undefined;
}
