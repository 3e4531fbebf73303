import { isExplicit } from './explicit.js';
import type { PlacedSignal } from './observation.js';
import type { Operation } from './operation.js';
import { compareMaybe } from './order.js';
import { serverParameter } from './server.js';

/** A standing decision in effect (draft section 4.1). */
export interface StandingDecision {
  readonly decision: 'allowed' | 'permission-required' | 'disallowed';
  readonly operation: string;
  readonly server: string;
  /** Absent: all tools of the server. */
  readonly tool?: string;
  readonly reason?: string;
  /** What it was read from, in this vCon or an earlier one of the conversation. */
  readonly placed: PlacedSignal;
}

const TOOL_INVOCATION = 'tool-invocation';

/** The standing decisions of a conversation in time order, and which decisions for one call they cover. */
export class StandingDecisions {
  readonly #inEffect = new Map<string, StandingDecision>();
  /** Those observed in this vCon, in time order. */
  readonly observed: StandingDecision[] = [];
  /** Decisions for one call that a standing decision covers: they are not written (draft section 4.1). */
  readonly covered = new Set<PlacedSignal>();

  constructor(carried: readonly StandingDecision[] = []) {
    for (const decision of carried) this.#inEffect.set(targetOf(decision), decision);
  }

  /** Goes through all decisions in the order of their times. */
  follow(operations: readonly Operation[], standing: readonly PlacedSignal[]): void {
    const steps = [
      ...standing.map((placed) => ({ placed, operation: undefined })),
      ...operations.flatMap((operation) => operation.decisions.map((placed) => ({ placed, operation }))),
    ].sort((a, b) => compareMaybe(a.placed.signal.time, b.placed.signal.time));
    for (const { placed, operation } of steps) {
      if (operation === undefined) this.#set(fromSignal(placed));
      else this.#follow(placed, operation);
    }
  }

  /** What is in effect at the end, for a next vCon of the same conversation. */
  inEffect(): readonly StandingDecision[] {
    return [...this.#inEffect.values()];
  }

  #follow(placed: PlacedSignal, operation: Operation): void {
    const { decision } = placed.signal;
    if (decision === undefined || isExplicit(placed.signal)) return;
    const server = serverParameter(operation.server);
    const { tool } = operation;
    const granting = decision.answer === 'standing';
    const allowed = tool !== undefined && this.#allows(server, tool);
    if (allowed && (granting || decision.decision === 'allowed')) this.covered.add(placed);
    else if (granting && tool !== undefined)
      this.#set({ decision: 'allowed', operation: TOOL_INVOCATION, server, tool, placed });
  }

  #allows(server: string, tool: string): boolean {
    const key = { operation: TOOL_INVOCATION, server };
    const found = this.#inEffect.get(targetOf({ ...key, tool })) ?? this.#inEffect.get(targetOf(key));
    return found?.decision === 'allowed';
  }

  #set(decision: StandingDecision): void {
    this.#inEffect.set(targetOf(decision), decision);
    this.observed.push(decision);
  }
}

function fromSignal(placed: PlacedSignal): StandingDecision {
  const { signal } = placed;
  const facts = signal.decision;
  return {
    decision: facts?.decision ?? 'allowed',
    operation: facts?.operation ?? TOOL_INVOCATION,
    server: serverParameter(signal.call.server),
    ...(facts?.wholeServer === true || signal.call.tool === undefined ? {} : { tool: signal.call.tool }),
    ...(facts?.reason === undefined ? {} : { reason: facts.reason }),
    placed,
  };
}

function targetOf(target: { readonly operation: string; readonly server: string; readonly tool?: string }): string {
  return JSON.stringify([target.operation, target.server, target.tool ?? null]);
}
