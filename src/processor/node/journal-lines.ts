import type { BuiltVcon } from '../../bridge/index.js';
import type { MappedRecord } from '../../mapping/index.js';
import { fromBase64, toBase64url } from '../../vcon/index.js';
import type { JournalClose, JournalMark } from '../journal.js';

/** One line of a journal. */
export type JournalLine =
  | { readonly record: MappedRecord }
  | { readonly mark: JournalMark }
  | { readonly close: JournalClose }
  | { readonly settle: number }
  | { readonly unsettled: { readonly number: number; readonly vcons: readonly BuiltVcon[] } };

/** Objects of one member of such a name stand for values that JSON has not. */
const TAG = /^\$(?:int|number|bytes|map)$/;

/** Writes a line, its end included. Integers of type BigInt, bytes, and numbers that JSON has not, keep their kinds. */
export function writeLine(line: JournalLine): string {
  return `${JSON.stringify(line, encode)}\n`;
}

/** Reads a line; `undefined` for one that a crash cut off. */
export function readLine(text: string): JournalLine | undefined {
  try {
    const line: unknown = JSON.parse(text, decode);
    return typeof line === 'object' && line !== null ? (line as JournalLine) : undefined;
  } catch {
    return undefined;
  }
}

function encode(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { $int: String(value) };
  if (typeof value === 'number' && !Number.isFinite(value)) return { $number: String(value) };
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return { $bytes: toBase64url(value) };
  return tagOf(value) === undefined ? value : { $map: Object.entries(value) };
}

function decode(_key: string, value: unknown): unknown {
  const tag = typeof value === 'object' && value !== null ? tagOf(value) : undefined;
  if (tag === undefined) return value;
  const content = (value as Record<string, unknown>)[tag];
  switch (tag) {
    case '$int':
      return BigInt(String(content));
    case '$number':
      return Number(content);
    case '$bytes':
      return fromBase64(String(content));
    default:
      return Object.fromEntries(content as [string, unknown][]);
  }
}

function tagOf(value: object): string | undefined {
  const [key, other] = Object.keys(value);
  return key !== undefined && other === undefined && TAG.test(key) ? key : undefined;
}
