import type { JsonValue } from '../telemetry/index.js';
import { INVOCATION_MEMBERS, type Member, RECEIPT_MEMBERS } from './members.js';
import type { ExecutorRecord, ToolInvocation, ToolReceipt } from './record.js';

/** Name of the vCon extension whose parameters carry what the draft has no place for, and of these records among the emitters. */
export const GOVERNED_EXECUTOR = 'governed-executor';

/** Event Object parameters of the extension `governed-executor` (docs/governed-executor-extension.md). */
export type ExecutorParameters = Readonly<Record<string, JsonValue>>;

/** Every member of a ToolInvocation but `arguments`, as parameters, in the record's order. */
export function invocationParameters(invocation: ToolInvocation): ExecutorParameters {
  return toParameters(invocation, INVOCATION_MEMBERS);
}

/** Every member of a ToolReceipt as parameters, in the record's order, which a hash of it may depend on. */
export function receiptParameters(receipt: ToolReceipt): ExecutorParameters {
  return toParameters(receipt, RECEIPT_MEMBERS);
}

/** The members of a ToolInvocation that an Event Object carries. Parameters of a wrong type are left out. */
export function invocationOf(event: Readonly<Record<string, unknown>>): Partial<ToolInvocation> {
  return fromParameters(event, INVOCATION_MEMBERS);
}

/** The members of a ToolReceipt that an Event Object carries. Parameters of a wrong type are left out. */
export function receiptOf(event: Readonly<Record<string, unknown>>): Partial<ToolReceipt> {
  return fromParameters(event, RECEIPT_MEMBERS);
}

function toParameters(record: ExecutorRecord, members: readonly Member[]): ExecutorParameters {
  const parameterOf = new Map(members.map(({ name, parameter }) => [name, parameter]));
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      const parameter = parameterOf.get(name);
      return parameter === undefined ? [] : [[parameter, value as JsonValue]];
    }),
  );
}

function fromParameters(event: Readonly<Record<string, unknown>>, members: readonly Member[]): object {
  const memberOf = new Map(members.map((member) => [member.parameter, member]));
  return Object.fromEntries(
    Object.entries(event).flatMap(([parameter, value]) => {
      const member = memberOf.get(parameter);
      return member?.accepts(value) ? [[member.name, value]] : [];
    }),
  );
}
