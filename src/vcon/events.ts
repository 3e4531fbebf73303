import { EVENT_TYPES, type EventType, type PolicyDecisionEvent, type ToolEvent, type VconEvent } from './types.js';

const TYPES: ReadonlySet<string> = new Set(EVENT_TYPES);

/** Whether a type is one of the twelve of the tool-invocation extension. */
export function isEventType(type: unknown): type is EventType {
  return typeof type === 'string' && TYPES.has(type);
}

/**
 * Whether an event read from a vCon is a tool event with what is needed to place it: operation_id, attempt and time of the
 * right types, and server and tool when it is a "tool-invocation" (draft Tables 4 and 5).
 */
export function isToolEvent(event: VconEvent): event is ToolEvent {
  return (
    isEventType(event.type) &&
    event.type !== 'policy-decision' &&
    typeof event.time === 'string' &&
    isText(event.operation_id) &&
    isCount(event.attempt) &&
    (event.type !== 'tool-invocation' || (isText(event.server) && isText(event.tool)))
  );
}

/**
 * Whether an event read from a vCon is a policy decision with what is needed to place it: time, decision, policy_life,
 * operation, and for a decision "once" also operation_id and attempt (draft Table 3).
 */
export function isPolicyDecision(event: VconEvent): event is PolicyDecisionEvent {
  return (
    event.type === 'policy-decision' &&
    typeof event.time === 'string' &&
    (event.decision === 'allowed' || event.decision === 'permission-required' || event.decision === 'disallowed') &&
    isText(event.operation) &&
    (event.policy_life === 'standing' ||
      (event.policy_life === 'once' && isText(event.operation_id) && isCount(event.attempt)))
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}
