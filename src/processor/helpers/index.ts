export type { EventContent } from './content-parameters.js';
export { type AttributeSpan, type OperationDetails, setOperationAttributes } from './operation-attributes.js';
export {
  type OnceDecision,
  type PolicyDecision,
  recordPolicyDecision,
  type StandingDecision,
} from './policy-decision.js';
export type { EventDetails, EventSpan } from './record-event.js';
export { type JsonLimits, safeJson } from './safe-json.js';
export {
  recordToolCancel,
  recordToolDenied,
  recordToolError,
  recordToolFailure,
  recordToolInput,
  recordToolInputResponse,
  recordToolInvocation,
  recordToolPending,
  recordToolProgress,
  recordToolResult,
  recordToolTimeout,
  type ToolEventDetails,
  type ToolInvocationDetails,
} from './tool-events.js';
export { EVENT_NAMES, eventName, parameterAttribute, SPAN_ATTRIBUTES } from './vocabulary.js';
