import { type AnyValue, isMap } from '../telemetry/index.js';

/** Deeper levels are not compared: they would cost stack, and no call differs only there. */
const MAX_DEPTH = 100;

/** A text that is the same for equal values, whatever the order of the members of objects. */
export function fingerprint(value: AnyValue | undefined, depth = 0): string {
  if (depth > MAX_DEPTH) return '…';
  if (Array.isArray(value)) return `[${value.map((item) => fingerprint(item, depth + 1)).join()}]`;
  if (isMap(value)) {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${fingerprint(member, depth + 1)}`).join()}}`;
  }
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return `<${value.join()}>`;
  return JSON.stringify(value) ?? '';
}
