import { isMap, own } from '../telemetry/index.js';
import { fromVconDate, toVconDate } from '../vcon/index.js';
import { toUuid } from './ids.js';
import { RECEIPT_STATUSES, SIDE_EFFECT_CLASSES, type ToolInvocation, type ToolReceipt } from './record.js';

/** One member of an executor record, and the Event Object parameter of the extension `governed-executor` that carries it. */
export interface Member<Name extends string = string> {
  readonly name: Name;
  /** The parameter's name. `arguments` has none: arguments are the content of the tool-invocation Event Object. */
  readonly parameter?: string;
  /** Required by the schema. */
  readonly required?: boolean;
  /** What a value must be. */
  readonly expects: string;
  /** Whether a value can be used, if not as it is then after `strict`. */
  readonly accepts: (value: unknown) => boolean;
  /** A usable value in the form that the schema demands; the value itself when it has that form. */
  readonly strict: (value: unknown) => unknown;
}

/** RFC 3339 section 5.6, as JSON Schema's format `date-time` has it. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

type Check = Pick<Member, 'expects' | 'accepts' | 'strict'>;

const asItIs = (value: unknown) => value;
const isName = (value: unknown) => typeof value === 'string' && value !== '';
const isText = (value: unknown) => typeof value === 'string';
const isFlag = (value: unknown) => typeof value === 'boolean';
const isInteger = (value: unknown) => typeof value === 'bigint' || Number.isInteger(value);

const anyJson: Check = { expects: 'any JSON', accepts: () => true, strict: asItIs };
const text: Check = { expects: 'a string', accepts: isText, strict: asItIs };
const name: Check = { expects: 'a string that is not empty', accepts: isName, strict: asItIs };
const uuid: Check = { expects: 'a UUID', accepts: isName, strict: (value) => toUuid(String(value), 'id') };
const flag: Check = { expects: 'a boolean', accepts: isFlag, strict: asItIs };
const integer: Check = { expects: 'an integer', accepts: isInteger, strict: asItIs };
const date: Check = {
  expects: 'an RFC 3339 date-time',
  accepts: (value) => readDate(value) !== undefined,
  strict: readDate,
};
const oneOf = (values: readonly string[]): Check => ({
  expects: `one of ${values.join(', ')}`,
  accepts: (value) => typeof value === 'string' && values.includes(value),
  strict: asItIs,
});
/** An object that is open, but for members whose types the schema gives; `strict` leaves out those of another type. */
const object = (typed: Readonly<Record<string, (value: unknown) => boolean>> = {}): Check => ({
  expects: `an object${Object.keys(typed).length === 0 ? '' : ` with its members ${Object.keys(typed).join(', ')} as the schema types them`}`,
  accepts: isMap,
  strict: (value) => {
    const members = Object.entries(isMap(value) ? value : {});
    const right = members.filter(([key, member]) => own(typed, key)?.(member) ?? true);
    return right.length === members.length ? value : Object.fromEntries(right);
  },
});

function readDate(value: unknown): string | undefined {
  const time = fromVconDate(value);
  if (time === undefined || (typeof value === 'string' && DATE_TIME.test(value))) return time && String(value);
  return toVconDate(time);
}

/** The members of a ToolInvocation in the schema's order. */
export const INVOCATION_MEMBERS: readonly Member<keyof ToolInvocation>[] = [
  { name: 'invocationId', parameter: 'invocation_id', required: true, ...uuid },
  { name: 'toolId', parameter: 'tool_id', required: true, ...name },
  { name: 'schemaVersion', parameter: 'schema_version', required: true, ...text },
  { name: 'mcpServerId', parameter: 'mcp_server_id', ...text },
  { name: 'scope', parameter: 'execution_scope', required: true, ...anyJson },
  { name: 'runId', parameter: 'run_id', required: true, ...uuid },
  { name: 'stepId', parameter: 'step_id', required: true, ...uuid },
  { name: 'attemptId', parameter: 'attempt_id', required: true, ...uuid },
  { name: 'agentId', parameter: 'agent_id', ...text },
  { name: 'sideEffectClass', parameter: 'side_effect_class', required: true, ...oneOf(SIDE_EFFECT_CLASSES) },
  { name: 'idempotencyKey', parameter: 'idempotency_key', required: true, ...text },
  { name: 'arguments', required: true, ...object() },
  { name: 'argumentsHash', parameter: 'arguments_hash', required: true, ...text },
  { name: 'policyDecision', parameter: 'executor_decision', required: true, ...anyJson },
  { name: 'approvalId', parameter: 'approval_id', ...uuid },
  { name: 'timeoutSeconds', parameter: 'timeout_seconds', ...integer },
  { name: 'sandbox', parameter: 'sandbox', ...object({ workspaceId: isText, egressProfile: isText }) },
];

const EFFECT = { kind: isText, externalReference: isText, reversible: isFlag, effectHash: isText };

/** The members of a ToolReceipt in the schema's order. */
export const RECEIPT_MEMBERS: readonly Member<keyof ToolReceipt>[] = [
  { name: 'invocationId', parameter: 'invocation_id', required: true, ...uuid },
  { name: 'status', parameter: 'receipt_status', required: true, ...oneOf(RECEIPT_STATUSES) },
  { name: 'startedAt', parameter: 'started_at', required: true, ...date },
  { name: 'finishedAt', parameter: 'finished_at', ...date },
  { name: 'effect', parameter: 'effect', ...object(EFFECT) },
  { name: 'resultRef', parameter: 'result_ref', ...text },
  { name: 'sanitized', parameter: 'sanitized', ...flag },
  { name: 'usage', parameter: 'usage', ...object({ durationMs: isInteger, bytesIn: isInteger, bytesOut: isInteger }) },
  { name: 'error', parameter: 'receipt_error', ...object({ code: isText, message: isText }) },
  { name: 'receiptHash', parameter: 'receipt_hash', required: true, ...text },
];
