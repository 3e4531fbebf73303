import { type NoticeSink, OtelVconError } from '../telemetry/index.js';

/** How records are put into vCons: one vCon a conversation (else a trace), or always one a trace. */
export type GroupBy = 'conversation' | 'trace';

/** Changes content before it is recorded; see {@link BridgeOptions.redact}. */
export type RedactHook = (content: unknown, where: { readonly tool?: string; readonly type: string }) => unknown;

/** Options of the bridge. */
export interface BridgeOptions {
  /** Default `conversation`. */
  readonly groupBy?: GroupBy;
  /** Record arguments, results and other content. Default true. */
  readonly content?: boolean;
  /** Take credentials out (draft section 10). Default true. Switch it off only for data that is known to have none. */
  readonly redactCredentials?: boolean;
  /** Names of further keys whose values are taken out, compared without regard to case and separators. */
  readonly redactKeys?: readonly string[];
  /** The application's own redaction, after ours: returns the content to record. If it throws, the content is left out. */
  readonly redact?: RedactHook;
  /** Put the files of MCP content blocks into Attachment Objects. Default false: they stay in the content. */
  readonly attachments?: boolean;
  /** Write the parameters of the `otel-trace` extension. Default true. */
  readonly traceParameters?: boolean;
  /** The vCon's created_at, in milliseconds since the epoch. Default: the time when its first record came. */
  readonly createdAt?: number;
  /** Domain name that version 8 UUIDs are made for (core: FQHN). Default: none; the bits then come from the vCon's identity. */
  readonly domain?: string;
  /** Receives what was noticed. Default: nothing. */
  readonly onNotice?: NoticeSink;
}

const GROUPS: readonly unknown[] = ['conversation', 'trace'];
const MAX_MILLIS = 253_402_300_799_999; // 9999-12-31T23:59:59.999Z, the last date that RFC 3339 can write

/**
 * Checks options once, at construction.
 *
 * @throws OtelVconError `BRIDGE_OPTION` naming the option.
 */
export function checkOptions(options: BridgeOptions): BridgeOptions {
  const { groupBy, createdAt, redactKeys, redact, domain } = options;
  if (groupBy !== undefined && !GROUPS.includes(groupBy)) throw wrong('groupBy', '"conversation" or "trace"');
  if (createdAt !== undefined && !(Number.isInteger(createdAt) && createdAt >= 0 && createdAt <= MAX_MILLIS))
    throw wrong('createdAt', 'whole milliseconds since 1970, up to the year 9999');
  if (redactKeys !== undefined && !(Array.isArray(redactKeys) && redactKeys.every((key) => typeof key === 'string')))
    throw wrong('redactKeys', 'a list of names');
  if (redact !== undefined && typeof redact !== 'function') throw wrong('redact', 'a function');
  if (domain !== undefined && (typeof domain !== 'string' || domain === '')) throw wrong('domain', 'a domain name');
  return options;
}

function wrong(option: string, expected: string): OtelVconError {
  return new OtelVconError('BRIDGE_OPTION', `the option ${option} is not ${expected}`);
}
