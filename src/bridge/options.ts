import type { NoticeSink } from '../telemetry/index.js';

/** How records are put into vCons: one vCon a conversation (else a trace), or always one a trace. Default `conversation`. */
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
  /** The application's own redaction, after ours. If it throws, the content is left out. */
  readonly redact?: RedactHook;
  /** Write the parameters of the `otel-trace` extension. Default true. */
  readonly traceParameters?: boolean;
  /** Put files of MCP content blocks into Attachment Objects. Default false. */
  readonly attachments?: boolean;
  /** The vCon's created_at, in milliseconds since the epoch. Default: now. */
  readonly createdAt?: number;
  /** Domain name that the vCon's version 8 UUID is made for. Default `otel-vcon.invalid`. */
  readonly domain?: string;
  /** Receives what was noticed. Default: nothing. */
  readonly onNotice?: NoticeSink;
}
