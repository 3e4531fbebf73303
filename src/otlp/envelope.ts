import type { Signal } from './record-decoder.js';

/**
 * Where an object stands in OTLP's envelope: `document` is a top-level object (a request, or any part of one that was written without
 * its wrapper), `resource` an element of `resourceSpans`, `scope` an element of `scopeSpans`.
 */
export type Level = 'document' | 'resource' | 'scope';

/** What a member of an envelope object holds: further envelope objects, records, or what is not read (metrics, profiles). */
export type Container =
  | { readonly holds: Level; readonly signal: Signal }
  | { readonly holds: 'records'; readonly signal: Signal }
  | { readonly holds: 'other' };

const OTHER: Container = { holds: 'other' };

function container(holds: Level | 'records', signal: Signal): Container {
  return { holds, signal };
}

const RESOURCES: readonly [string, Container][] = [
  ['resourceSpans', container('resource', 'span')],
  ['resource_spans', container('resource', 'span')],
  // Tempo's read API before its version 2.
  ['batches', container('resource', 'span')],
  ['resourceLogs', container('resource', 'log')],
  ['resource_logs', container('resource', 'log')],
  ['resourceMetrics', OTHER],
  ['resource_metrics', OTHER],
  ['resourceProfiles', OTHER],
  ['resource_profiles', OTHER],
];

const SCOPES: readonly [string, Container][] = [
  ['scopeSpans', container('scope', 'span')],
  ['scope_spans', container('scope', 'span')],
  // Before OTLP 0.19 (2022).
  ['instrumentationLibrarySpans', container('scope', 'span')],
  ['instrumentation_library_spans', container('scope', 'span')],
  ['scopeLogs', container('scope', 'log')],
  ['scope_logs', container('scope', 'log')],
  ['instrumentationLibraryLogs', container('scope', 'log')],
  ['instrumentation_library_logs', container('scope', 'log')],
  ['scopeMetrics', OTHER],
  ['scope_metrics', OTHER],
  ['scopeProfiles', OTHER],
  ['scope_profiles', OTHER],
];

const RECORDS: readonly [string, Container][] = [
  ['spans', container('records', 'span')],
  ['logRecords', container('records', 'log')],
  ['log_records', container('records', 'log')],
];

const CONTAINERS: Readonly<Record<Level, ReadonlyMap<string, Container>>> = {
  // Tempo's read API version 2 wraps a request in `trace`.
  document: new Map([...RESOURCES, ['trace', container('document', 'span')], ...SCOPES, ...RECORDS]),
  resource: new Map(SCOPES),
  scope: new Map([...RECORDS, ['logs', container('records', 'log')], ['metrics', OTHER], ['profiles', OTHER]]),
};

/** What the member of that name holds in an object of that level; `undefined` for an ordinary member. */
export function containerOf(level: Level, name: string): Container | undefined {
  return CONTAINERS[level].get(name);
}

/** The members of envelope objects that describe the records below, by what they are. The first that is present counts. */
export const DESCRIBING = {
  resource: ['resource'],
  scope: ['scope', 'instrumentationLibrary', 'instrumentation_library'],
  schemaUrl: ['schemaUrl', 'schema_url'],
} as const;

const DESCRIBING_NAMES: ReadonlySet<string> = new Set(Object.values(DESCRIBING).flat());

/** Whether a member describes the records below it. */
export function isDescribing(name: string): boolean {
  return DESCRIBING_NAMES.has(name);
}

/** The signal of an object that is a record without any envelope; `undefined` when it is none. */
export function bareSignal(names: { has(name: string): boolean }): Signal | undefined {
  const has = (camel: string, snake: string) => names.has(camel) || names.has(snake);
  if (has('traceId', 'trace_id') && has('spanId', 'span_id') && has('startTimeUnixNano', 'start_time_unix_nano'))
    return 'span';
  const timed = has('timeUnixNano', 'time_unix_nano') || has('observedTimeUnixNano', 'observed_time_unix_nano');
  return timed && (names.has('body') || names.has('attributes')) ? 'log' : undefined;
}

const FIRST_KEY = /^\{\s*"(\w+)"/;
const FIRST_KEYS: ReadonlySet<string> = new Set([
  ...RESOURCES.map(([name]) => name),
  'resource',
  'invocationId',
  'vcon',
]);

/** How many bytes {@link startsDocument} looks at. */
export const DOCUMENT_START_BYTES = 40;

/**
 * Whether text at the very beginning of a line is the beginning of a new document. Inside another document it means that the other one
 * was cut off. An element of `resourceSpans` begins with "resource", so where one may stand (`mayBeResource`) that does not count.
 */
export function startsDocument(head: string, mayBeResource: boolean): boolean {
  const key = FIRST_KEY.exec(head)?.[1];
  return key !== undefined && FIRST_KEYS.has(key) && !(mayBeResource && key === 'resource');
}
