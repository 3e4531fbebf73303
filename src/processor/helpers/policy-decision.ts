import { type EventDetails, type EventParameters, type EventSpan, recordEvent } from './record-event.js';

/** What a policy decision says about the operation it is for (draft section 6.1). */
interface DecisionCommon extends EventDetails {
  /** Whether the operation may be performed (draft section 6.1.4). */
  readonly decision: 'allowed' | 'permission-required' | 'disallowed';
  /** Why. May reveal the policy; must hold no credentials (draft sections 6.1.6 and 10). */
  readonly reason?: string;
  /** Kind of operation. Default `tool-invocation` (draft section 6.1.7). */
  readonly operation?: string;
  /** The server that provides the tool: its URL, else its name, else `!host` (draft section 6.1.8). */
  readonly server?: string;
}

/** A decision for one operation alone. */
export interface OnceDecision extends DecisionCommon {
  readonly life?: 'once';
  /** Default: the operation of the span. */
  readonly operationId?: string;
  /** The attempt that the decision precedes, from 1. Default: the attempt of the span. */
  readonly attempt?: number;
  /** The tool's name as its server knows it. Default: the tool of the span. */
  readonly tool?: string;
}

/** A decision for all later operations with this tool, or with every tool of the server when no tool is named (draft section 4.1). */
export interface StandingDecision extends DecisionCommon {
  readonly life: 'standing';
  readonly tool?: string;
}

/** A policy decision to record. */
export type PolicyDecision = OnceDecision | StandingDecision;

/**
 * Records a policy decision (draft section 4) on the tool span it is for, or on the agent's span when no tool span exists: a refused
 * operation has none. Never throws.
 */
export function recordPolicyDecision(span: EventSpan, decision: PolicyDecision): void {
  recordEvent(span, 'policy-decision', decision, decisionParameters);
}

function decisionParameters(decision: PolicyDecision): EventParameters {
  const once = decision.life === 'standing' ? undefined : decision;
  return {
    decision: decision.decision,
    policy_life: decision.life ?? 'once',
    operation: decision.operation ?? 'tool-invocation',
    reason: decision.reason,
    operation_id: once?.operationId,
    attempt: once?.attempt,
    server: decision.server,
    tool: decision.tool,
  };
}
