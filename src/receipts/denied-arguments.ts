import { isMap, type JsonObject, type JsonValue, stringifyJson } from '../telemetry/index.js';
import { comparableJson } from './canonical.js';

/** Members under which policies and errors quote the arguments of a call; lower case without separators. */
const ARGUMENT_MEMBERS = new Set(['arguments', 'args', 'input', 'toolinput', 'params', 'parameters', 'payload']);

/** The arguments as they can be quoted. */
interface Quotable {
  readonly comparable: string;
  readonly text: string;
}

/**
 * A JSON value without the arguments of a call that was not performed, which are recorded nowhere (draft section 6.1.1): members
 * that are named like arguments, values that equal them, and texts that hold their JSON are left out.
 *
 * @returns The value itself when it quotes nothing, `undefined` when it is nothing but a quotation.
 */
export function withoutArguments(value: JsonValue, args: JsonObject | undefined): JsonValue | undefined {
  if (args === undefined || Object.keys(args).length === 0) return strip(value, undefined);
  return strip(value, { comparable: comparableJson(args), text: stringifyJson(args) });
}

function strip(value: JsonValue, args: Quotable | undefined): JsonValue | undefined {
  if (typeof value === 'string') return args !== undefined && isQuotedIn(value, args) ? undefined : value;
  if (typeof value !== 'object' || value === null) return value;
  if (comparableJson(value) === args?.comparable) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item) => strip(item, args));
    return items.every((item, index) => item === value[index]) ? value : items.filter((item) => item !== undefined);
  }
  const kept = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
    const rest = ARGUMENT_MEMBERS.has(name.toLowerCase().replace(/[\s_-]+/g, '')) ? undefined : strip(member, args);
    return rest === undefined ? [] : [[name, rest]];
  });
  const isWhole =
    isMap(value) && kept.length === Object.keys(value).length && kept.every(([name, rest]) => rest === value[name]);
  return isWhole ? value : Object.fromEntries(kept);
}

function isQuotedIn(text: string, args: Quotable): boolean {
  if (text.includes(args.text) || text.includes(args.comparable)) return true;
  try {
    return comparableJson(JSON.parse(text) as JsonValue) === args.comparable;
  } catch {
    return false;
  }
}
