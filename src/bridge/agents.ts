import type { AgentFacts, Signal, SpanFacts } from '../mapping/index.js';
import type { SpanTree } from './span-tree.js';

/** Who acted, and in which run of which agents. */
export interface Actor {
  readonly agent: AgentFacts;
  /** The runs around it, outermost first, those of the same agent inside one another taken as one. */
  readonly runs: readonly SpanFacts[];
}

/** An agent that nothing names. */
const UNKNOWN_AGENT: AgentFacts = {};

/**
 * The agent that performed an operation (design rule R10): the one its own records name, else the nearest agent span around it, else
 * the service. `signals` are all that tell of the operation. What only the tool's side saw has an unknown agent: the service there is the tool's.
 */
export function actorOf(signals: readonly Signal[], tree: SpanTree): Actor {
  const placed = placedSpan(signals, tree);
  const runs = runsAround(placed, tree);
  const named = signals.find(({ agent }) => agent !== undefined)?.agent;
  const agent = named ?? nearestAgent(placed, tree) ?? serviceOf(signals);
  return { agent: agent ?? UNKNOWN_AGENT, runs };
}

/** The name that parties are told apart by. */
export function agentKey(agent: AgentFacts | undefined): string {
  return agent?.name ?? agent?.id ?? '';
}

function nearestAgent(span: SpanFacts | undefined, tree: SpanTree): AgentFacts | undefined {
  for (const around of tree.lineage(span)) if (around.agent !== undefined) return around.agent;
  return undefined;
}

/** The deepest span is nearest to what was done; one that hangs elsewhere (below an MCP session) has no agent around it. */
function placedSpan(signals: readonly Signal[], tree: SpanTree): SpanFacts | undefined {
  let tried: SpanFacts | undefined;
  for (const { traceId, spanId } of signals.toReversed()) {
    const span = tree.get(traceId, spanId);
    if (span === undefined || span === tried) continue;
    if (nearestAgent(span, tree) !== undefined) return span;
    tried = span;
  }
  return undefined;
}

function serviceOf(signals: readonly Signal[]): AgentFacts | undefined {
  if (signals.every(({ call }) => call.observer === 'provider')) return undefined;
  const service = signals.find(({ service: name }) => name !== undefined)?.service;
  return service === undefined ? undefined : { name: service };
}

function runsAround(span: SpanFacts | undefined, tree: SpanTree): SpanFacts[] {
  const runs: SpanFacts[] = [];
  for (const around of tree.lineage(span)) {
    if (around.agentRun !== true || around.agent === undefined) continue;
    const inner = runs.at(-1);
    if (inner !== undefined && agentKey(inner.agent) === agentKey(around.agent)) runs.pop();
    runs.push(around);
  }
  return runs.reverse();
}
