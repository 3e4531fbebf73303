import type { JsonObject, JsonValue } from '../telemetry/index.js';

/** What a call may touch, from harmless to costly (ToolInvocation `sideEffectClass`, in the schema's order). */
export const SIDE_EFFECT_CLASSES = [
  'read',
  'sandbox',
  'shared-write',
  'external',
  'production',
  'publication',
  'spend',
] as const;

/** One of {@link SIDE_EFFECT_CLASSES}. */
export type SideEffectClass = (typeof SIDE_EFFECT_CLASSES)[number];

/** What came of a call (ToolReceipt `status`). `Uncertain`: nobody knows whether the effect took place. */
export const RECEIPT_STATUSES = ['Succeeded', 'Failed', 'Denied', 'TimedOut', 'Uncertain'] as const;

/** One of {@link RECEIPT_STATUSES}. */
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

/**
 * A ToolInvocation (tool-invocation-v1): the request that an agent handed to its governed executor. The schema requires
 * every member that is not marked optional here; a record that was read may lack any but `invocationId` and `toolId`.
 */
export interface ToolInvocation {
  /** UUID. The receipt refers to it. */
  readonly invocationId: string;
  readonly toolId: string;
  readonly schemaVersion: string;
  /** Optional. The MCP server that provides the tool; without it the host does. */
  readonly mcpServerId?: string;
  /** Opaque: the schema of the execution scope is not public. */
  readonly scope: JsonValue;
  /** UUID. */
  readonly runId: string;
  /** UUID. */
  readonly stepId: string;
  /** UUID. It has no number: attempts are numbered by their order. */
  readonly attemptId: string;
  readonly agentId?: string;
  readonly sideEffectClass: SideEffectClass;
  /** Unique for scope, tool and operation. */
  readonly idempotencyKey: string;
  readonly arguments: JsonObject;
  /** Algorithm and form are not stated. */
  readonly argumentsHash: string;
  /** Opaque: the schema of the policy decision is not public. */
  readonly policyDecision: JsonValue;
  /** UUID. Required in words for `shared-write` and above. */
  readonly approvalId?: string;
  readonly timeoutSeconds?: number;
  readonly sandbox?: JsonObject;
}

/** A ToolReceipt (tool-receipt-v1): what came of an invocation. A record that was read may lack `receiptHash`. */
export interface ToolReceipt {
  /** UUID of the ToolInvocation that it answers. */
  readonly invocationId: string;
  readonly status: ReceiptStatus;
  /** RFC 3339 date-time. */
  readonly startedAt: string;
  /** RFC 3339 date-time. */
  readonly finishedAt?: string;
  /** What happened in the world. Required in words for side-effecting classes. */
  readonly effect?: JsonObject;
  /** Reference to a stored result; results are never inline. */
  readonly resultRef?: string;
  /** The result passed the filter for untrusted content. */
  readonly sanitized?: boolean;
  /** `durationMs`, `bytesIn`, `bytesOut`. */
  readonly usage?: JsonObject;
  /** `code`, `message`. */
  readonly error?: JsonObject;
  /** Algorithm and form are not stated. */
  readonly receiptHash: string;
}

/** Either record of a governed executor. */
export type ExecutorRecord = ToolInvocation | ToolReceipt;

/** Whether a record is the invocation, not the receipt. */
export function isInvocation(record: ExecutorRecord): record is ToolInvocation {
  return 'toolId' in record;
}
