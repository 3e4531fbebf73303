import { isMap, type JsonObject, OtelVconError } from '../telemetry/index.js';

/** Extensions whose rules are known here, which a vCon may therefore name in `critical`. */
const KNOWN_EXTENSIONS: readonly string[] = ['tool-invocation', 'otel-trace', 'governed-executor'];

/** Names of top-level parameters in versions before 0.5.0, and what they are called now. */
export const OLD_NAMES: ReadonlyMap<string, string> = new Map([
  ['must_support', 'critical'],
  ['redacted', 'redacted_from'],
  ['amended', 'amended_from'],
  ['appended', 'amended_from'],
]);

/** One of these beside the uuid makes an object a vCon. */
const TELLING = ['created_at', 'parties', 'sessions', 'events', 'dialog', 'analysis', 'attachments'];

/**
 * The top-level parameters of a vCon in its unsigned form, under their names of 0.5.0.
 *
 * @throws OtelVconError `not-a-vcon`, with the reason.
 */
export function recogniseVcon(value: unknown): JsonObject {
  const reason = whyNotVcon(value);
  if (reason !== undefined) throw new OtelVconError('not-a-vcon', `not a vCon: ${reason}`);
  const input = value as JsonObject;
  const renamed = Object.entries(input).map(([name, member]) => {
    const newName = OLD_NAMES.get(name);
    return [newName === undefined || Object.hasOwn(input, newName) ? name : newName, member] as const;
  });
  return Object.fromEntries(renamed);
}

/** Why a JSON value is no vCon in unsigned form; `undefined` when it is one, of whatever version and however faulty. */
export function whyNotVcon(value: unknown): string | undefined {
  if (!isMap(value)) return `the JSON is ${Array.isArray(value) ? 'an array' : 'no object'}`;
  if (typeof value.vcon === 'string') return undefined;
  if (Object.hasOwn(value, 'resourceSpans') || Object.hasOwn(value, 'resourceLogs')) return 'it is OTLP telemetry';
  if (isMap(value.vcon)) return 'the vCon is in its member "vcon": give that alone';
  const wrapping = wrappingOf(value);
  if (wrapping !== undefined) return `it is the ${wrapping} form of one; only what is in it can be looked at`;
  if (typeof value.uuid !== 'string') return 'it has neither "uuid" nor "vcon"';
  return TELLING.some((name) => Object.hasOwn(value, name))
    ? undefined
    : `it has "uuid" but none of ${TELLING.join(', ')}`;
}

/** Whether an object is the general or flattened JSON serialisation of JWS or JWE, in which core wraps vCons. */
export function wrappingOf(value: Readonly<Record<string, unknown>>): 'signed' | 'encrypted' | undefined {
  const has = (key: string) => Object.hasOwn(value, key);
  if (has('ciphertext') && (has('recipients') || has('iv') || has('encrypted_key'))) return 'encrypted';
  return has('payload') && (has('signatures') || has('signature')) ? 'signed' : undefined;
}

/** The names in `critical` that are not known here. A vCon that has any must not be processed (core 0.5.0, `critical`). */
export function unknownCritical(critical: unknown): readonly string[] {
  const names: readonly unknown[] = Array.isArray(critical) ? critical : isAbsent(critical) ? [] : [critical];
  return names
    .map((name) => (typeof name === 'string' ? name : `a ${typeof name}`))
    .filter((name) => !KNOWN_EXTENSIONS.includes(name));
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
