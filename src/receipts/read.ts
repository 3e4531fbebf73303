import { isMap, own } from '../telemetry/index.js';
import { INVOCATION_MEMBERS, type Member, RECEIPT_MEMBERS } from './members.js';
import type { ExecutorRecord, ToolInvocation, ToolReceipt } from './record.js';

/** What was read of an executor record. */
export interface ReadRecord {
  /** `undefined` when a member without which nothing can be said is missing. */
  readonly record: ExecutorRecord | undefined;
  /** In words, what breaks the schema. Members of a wrong type and members that the schema does not know are left out. */
  readonly problems: readonly string[];
}

const NEEDED_OF_INVOCATION: readonly string[] = ['invocationId', 'toolId'] satisfies (keyof ToolInvocation)[];
const NEEDED_OF_RECEIPT: readonly string[] = ['invocationId', 'status', 'startedAt'] satisfies (keyof ToolReceipt)[];
const TELLING = ['toolId', 'argumentsHash', 'idempotencyKey', 'receiptHash', 'status', 'startedAt'];

/** Whether a JSON value means to be a ToolInvocation or a ToolReceipt, correct or not. */
export function isExecutorRecord(value: unknown): boolean {
  return isMap(value) && Object.hasOwn(value, 'invocationId') && TELLING.some((name) => Object.hasOwn(value, name));
}

/** Reads one executor record leniently: what is wrong is left out and said. Never throws. */
export function readExecutorRecord(value: unknown): ReadRecord {
  if (!isMap(value)) return { record: undefined, problems: ['it is no JSON object'] };
  const isRequest = Object.hasOwn(value, 'toolId') || Object.hasOwn(value, 'argumentsHash');
  const members: readonly Member[] = isRequest ? INVOCATION_MEMBERS : RECEIPT_MEMBERS;
  const needed = isRequest ? NEEDED_OF_INVOCATION : NEEDED_OF_RECEIPT;
  const problems: string[] = [];
  const record = new Map<string, unknown>();
  for (const [name, content] of Object.entries(value)) {
    const member = members.find((known) => known.name === name);
    if (member === undefined) problems.push(`the schema has no member ${JSON.stringify(name)}`);
    else {
      const isUsable = member.accepts(content);
      if (isUsable) record.set(name, content);
      if (!isUsable || member.strict(content) !== content) problems.push(`${name} is not ${member.expects}`);
    }
  }
  for (const { name, required } of members) {
    if (required && own(value, name) === undefined) problems.push(`${name} is missing`);
  }
  if (!needed.every((name) => record.has(name))) return { record: undefined, problems };
  return { record: Object.fromEntries(record) as unknown as ExecutorRecord, problems };
}
