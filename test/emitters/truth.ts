import type { EventPattern, Expected, ExpectedOperation } from '../cases/case-file.js';

/** What truly happened in the run of an agent, from its script alone. */
export interface Truth {
  /** Every operation, whichever vCon it is in. */
  readonly operations: readonly ExpectedOperation[];
  /** The calls of the tools' own code, in order. */
  readonly ran: readonly (readonly [tool: string, input: unknown])[];
  /** Names of all parties, in the order of the alphabet: the agents that called a tool or asked for leave. */
  readonly parties: readonly string[];
  /** The conversations that the emitter knows of, in the order of the alphabet. */
  readonly conversations: readonly string[];
  /** Texts that must be nowhere, such as the arguments of a call that was refused. */
  readonly nowhere: readonly string[];
}

/** A text of which a part is known. */
export const like = (pattern: string): Expected => ({ $matches: pattern });

/** One of several contents. */
export const oneOf = (...contents: readonly unknown[]): Expected => ({ $one_of: contents });

/** The tool of a server was called; the host's own tools are of the server `!host`. */
export function invoked(tool: string, body: Expected, server = '!host'): EventPattern {
  return { type: 'tool-invocation', attempt: 1, server, tool, body };
}

/** What came of a call, or came up during it. */
export function event(type: string, body?: Expected): EventPattern {
  return { type, attempt: 1, ...(body !== undefined && { body }) };
}

/** A decision was taken for one operation. */
export function decided(
  decision: 'allowed' | 'permission-required' | 'disallowed',
  tool: string,
  more: EventPattern = {},
): EventPattern {
  return { type: 'policy-decision', attempt: 1, decision, policy_life: 'once', server: '!host', tool, ...more };
}

/** Everything that happened to one call. */
export function operation(happened: string, ...events: readonly EventPattern[]): ExpectedOperation {
  return { happened, events };
}

/** A call that the emitter shows only in messages to and from the model: it may be missing, but not be told otherwise. */
export function maybe(happened: string, ...events: readonly EventPattern[]): ExpectedOperation {
  return { happened, events, optional: true };
}

/** Gives the model's id of a call that the emitter tells. */
export function identified(operationId: string, { events, or = [], ...rest }: ExpectedOperation): ExpectedOperation {
  const mark = (list: readonly EventPattern[]) => list.map((event) => ({ ...event, operation_id: operationId }));
  return { ...rest, events: mark(events), or: or.map(mark) };
}
