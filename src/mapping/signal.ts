import type { AnyValue, HrTime, RecordOrigin, SpanKind } from '../telemetry/index.js';

/** What a signal says. Each is one Event Object type of the tool-invocation draft. */
export type SignalKind =
  | 'decision'
  | 'invocation'
  | 'pending'
  | 'progress'
  | 'input'
  | 'input-response'
  | 'result'
  | 'failure'
  | 'error'
  | 'denied'
  | 'timeout'
  | 'cancel';

/** The server that provides a tool, as far as one record tells. */
export interface ServerFacts {
  /** The server's URL, as observed. */
  readonly url?: string;
  /** The server's own name (serverInfo) or the name the host knows it by. */
  readonly name?: string;
  /** Host name or IP address, without scheme. */
  readonly address?: string;
  readonly port?: number;
  /** The tool is provided by the host itself ("!host"). */
  readonly host?: boolean;
}

/** The agent that acted, as far as one record tells. At least one member is present. */
export interface AgentFacts {
  readonly id?: string;
  readonly name?: string;
}

/** What one record says about the call that its signals belong to. */
export interface CallFacts {
  /** The operation_id, from our own vocabulary. */
  readonly operationId?: string;
  /** The attempt, from our own vocabulary. */
  readonly attempt?: number;
  /** The model's id of the call. Never a placeholder or an empty string. */
  readonly callId?: string;
  /** The protocol's id of the request (JSON-RPC). It joins signals of one request; it is never an operation_id. */
  readonly requestId?: string;
  /** MCP's progress token. It joins progress to its request. */
  readonly progressToken?: string;
  /** MCP's id of a task. It joins what is told of a task to the call that it was accepted for. */
  readonly taskId?: string;
  /** The tool's name as the record has it, server prefixes already taken off where the mapping says so. */
  readonly tool?: string;
  readonly server?: ServerFacts;
  /** The call goes over MCP on this record, so that HTTP spans below it are its transport. */
  readonly protocol?: 'mcp';
  /** `provider`: seen at the tool's side (a SERVER span), which only enriches the agent's view. Default: the agent's side. */
  readonly observer?: 'agent' | 'provider';
  /**
   * The arguments as observed, to compare calls. Not recorded by itself: only the content of an `invocation` is.
   */
  readonly arguments?: AnyValue;
  /** The call goes on after it had waited. Without an id it is the earlier call of that tool and those arguments that waits. */
  readonly resumed?: true;
  /** What is said holds of a requested call only when no span is that of the call: of the one with this id, else of the only one below. */
  readonly requested?: true;
}

/** Content of a signal before it becomes the content of an Event Object. */
export interface SignalContent {
  /** The value as the attribute has it: structured, or text (which may be JSON text). */
  readonly value?: AnyValue;
  /** Media type that the emitter named. `text/plain` keeps text that looks like JSON as text. */
  readonly mediatype?: string;
  /** Given by our own vocabulary: the value is then taken as it is. */
  readonly encoding?: 'json' | 'none' | 'base64url';
  readonly url?: string;
  readonly contentHash?: string | readonly string[];
}

/** A policy decision (draft section 4). */
export interface DecisionFacts {
  readonly decision: 'allowed' | 'permission-required' | 'disallowed';
  /** Default `once`. */
  readonly life?: 'once' | 'standing';
  /** For a standing decision: it is for all tools of the server, so that no tool is named. */
  readonly wholeServer?: boolean;
  /** Kind of operation. Default "tool-invocation". */
  readonly operation?: string;
  readonly reason?: string;
  /**
   * What the person or agent that was asked answered. `refused`: the call was not performed. `standing`: granted, and for later
   * calls of this tool too.
   */
  readonly answer?: 'granted' | 'refused' | 'standing';
  /** Read from the absence or the place of something: counts only when no other decision for the call was observed. */
  readonly presumed?: boolean;
}

/** One normalised observation taken from one telemetry record. */
export interface Signal {
  readonly kind: SignalKind;
  /** When it was observed; undefined when the record does not tell. */
  readonly time: HrTime | undefined;
  /** Whether the record is the call's own span, another span, or a log record. */
  readonly source: 'call' | 'span' | 'log';
  readonly traceId?: string;
  readonly spanId?: string;
  /** Id of the mapping and of its rule. */
  readonly emitter: string;
  readonly rule: string;
  readonly call: CallFacts;
  /** The agent named on the record itself. */
  readonly agent?: AgentFacts;
  /** The conversation named on the record itself. */
  readonly conversation?: string;
  /** service.name of the record's resource. */
  readonly service?: string;
  readonly content?: SignalContent;
  /** Present when and only when `kind` is `decision`. */
  readonly decision?: DecisionFacts;
  /** Further Event Object parameters, from our own vocabulary. JSON values. */
  readonly parameters?: Readonly<Record<string, AnyValue>>;
  /** The vCon extension that `parameters` belong to; it is listed in the vCon's `extensions`. */
  readonly extension?: string;
  readonly origin?: RecordOrigin;
}

/** What the bridge needs of any span, whether or not it is about a tool: its place in the tree and whose it is. */
export interface SpanFacts {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  /** The one span that a span without parent links to: what it goes on from, as work that was put in a queue does. */
  readonly follows?: { readonly traceId: string; readonly spanId: string };
  readonly name: string;
  readonly kind: SpanKind;
  readonly startTime: HrTime | undefined;
  readonly endTime: HrTime | undefined;
  /** The span's status; absent when it is unset. */
  readonly status?: 'ok' | 'error';
  /** service.name of the resource. */
  readonly service?: string;
  /** The agent named on the span itself. */
  readonly agent?: AgentFacts;
  /** The span is a run of `agent`: what happens below it is done by that agent. */
  readonly agentRun?: boolean;
  readonly conversation?: string;
  /** The span tells which server the calls beside and below it go to (an MCP `initialize`). */
  readonly announces?: ServerFacts;
  /** mcp.session.id */
  readonly mcpSession?: string;
  /** The calls that a model asked for in the span. Those that are made without an id have theirs from here. */
  readonly requests?: readonly CallFacts[];
  /** The span is an HTTP client request. */
  readonly http?: HttpFacts;
  /** The call that the span is about, also when nothing else is said of it (a span around a call, or one that was refused). */
  readonly call?: CallFacts;
}

/** An HTTP request, from an HTTP client span. */
export interface HttpFacts {
  readonly url?: string;
  readonly status?: number;
  /** The WWW-Authenticate header of the response. */
  readonly challenge?: string;
}

/** An exception reported in a log record of its own, joined to a span by its ids. */
export interface ExceptionFacts {
  readonly traceId: string;
  readonly spanId: string;
  readonly time: HrTime | undefined;
  readonly type?: string;
  readonly message?: string;
}

/** A remark of a mapping on one record, for `explain` and for warnings. */
export interface MappingRemark {
  readonly code: string;
  readonly level: 'warning' | 'info';
  readonly message: string;
}

/** What the mappings made of one telemetry record. */
export interface MappedRecord {
  /** Id of the mapping that took the record; undefined when none knew it. */
  readonly emitter?: string;
  /** The rules that matched, in order. */
  readonly rules: readonly string[];
  readonly signals: readonly Signal[];
  /** Present for every span. */
  readonly span?: SpanFacts;
  readonly exception?: ExceptionFacts;
  readonly remarks: readonly MappingRemark[];
}
