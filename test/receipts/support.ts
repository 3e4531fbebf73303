import { Bridge, type BridgeOptions } from '../../src/bridge/index.js';
import { receiptsToSignals, type ToolInvocation, type ToolReceipt } from '../../src/receipts/index.js';
import type { Notice } from '../../src/telemetry/index.js';
import type { Vcon, VconEvent } from '../../src/vcon/index.js';

export const RUN = '0510d5ee-1e08-59c7-8b74-aa24a606a628';

/** A UUID that is easy to tell apart: `uuid(7)` ends in 7. */
export function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** A request of the run {@link RUN}; the invocation is `uuid(1)`, the attempt `uuid(101)`. */
export function request(changes: Partial<ToolInvocation> = {}): ToolInvocation {
  return {
    invocationId: uuid(1),
    toolId: 'crm.update',
    schemaVersion: '1',
    mcpServerId: 'crm',
    scope: { tenant: 't-1' },
    runId: RUN,
    stepId: uuid(201),
    attemptId: uuid(101),
    agentId: 'agent-7',
    sideEffectClass: 'read',
    idempotencyKey: 'key-1',
    arguments: { record: 'r-1' },
    argumentsHash: 'not a digest',
    policyDecision: { decision: 'allow' },
    ...changes,
  };
}

/** The receipt of `uuid(1)`: it succeeded in two seconds. */
export function receipt(changes: Partial<ToolReceipt> = {}): ToolReceipt {
  return {
    invocationId: uuid(1),
    status: 'Succeeded',
    startedAt: '2026-11-30T09:00:00Z',
    finishedAt: '2026-11-30T09:00:02Z',
    receiptHash: 'not a digest',
    ...changes,
  };
}

/** What came of converting records. */
export interface Converted {
  readonly vcons: readonly Vcon[];
  readonly notices: readonly Notice[];
  /** Codes of the notices, but for those about hashes. */
  readonly codes: readonly string[];
}

/** Records to vCons. */
export function convert(records: readonly unknown[], options: BridgeOptions = {}): Converted {
  const notices: Notice[] = [];
  const bridge = new Bridge({ createdAt: 1_796_000_000_000, ...options });
  const onNotice = (notice: Notice) => void notices.push(notice);
  for (const record of receiptsToSignals(
    records.map((value) => ({ value })),
    { onNotice },
  )) {
    bridge.add(record);
  }
  const codes = notices.map(({ code }) => code).filter((code) => !code.startsWith('executor-hash-'));
  return { vcons: bridge.finish().map(({ vcon }) => vcon), notices, codes };
}

/** The events of records that make one vCon. */
export function eventsOf(records: readonly unknown[]): readonly VconEvent[] {
  const { vcons } = convert(records);
  if (vcons.length !== 1) throw new Error(`${vcons.length} vCons`);
  return vcons[0]?.events ?? [];
}

/** Types of the events, with the decision of a decision and the attempt: `policy-decision allowed 1`. */
export function outline(events: readonly VconEvent[]): string[] {
  return events.map(({ type, decision, attempt }) =>
    [type, decision, attempt].filter((part) => part !== undefined).join(' '),
  );
}
