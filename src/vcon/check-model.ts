import { stringifyJson } from '../telemetry/index.js';
import type { Find } from './report.js';
import { type AttemptState, hasEnded, impliedState, nextState } from './state-model.js';
import type { TimelineEvent } from './timeline.js';
import type { PolicyDecisionEvent, ToolEvent } from './types.js';

/** What is known of an operation while its events pass. */
interface OperationProgress {
  readonly attempts: Map<number, AttemptState>;
  /** A standing decision was in effect for it when it began. */
  readonly covered: boolean;
  decision?: PolicyDecisionEvent['decision'];
}

/**
 * Compares the events with the draft's state models (sections 4 and 5). An event that does not follow them is legal, because
 * a vCon records what was observed: each becomes an observation. A standing decision for a tool counts before one for its
 * server, which the draft leaves open (section 4.1).
 */
export function checkModel(timeline: readonly TimelineEvent[], find: Find): void {
  const standing = new Map<string, PolicyDecisionEvent['decision']>();
  const operations = new Map<string, OperationProgress>();
  for (const { event, path } of timeline) {
    const observe = (code: string, message: string) => find('observation', code, path, message);
    if (event.type === 'policy-decision' && event.policy_life === 'standing') {
      standing.set(targetOf(event.operation, event.server, event.tool), event.decision);
      continue;
    }
    const id = event.operation_id ?? '';
    const kind = event.type === 'policy-decision' ? event.operation : 'tool-invocation';
    const inEffect =
      standing.get(targetOf(kind, event.server, event.tool)) ?? standing.get(targetOf(kind, event.server, undefined));
    const operation = operations.get(id) ?? { attempts: new Map(), covered: inEffect !== undefined };
    operations.set(id, operation);
    const name = `operation ${JSON.stringify(id)}`;
    if (event.type === 'policy-decision') passDecision(event as PolicyDecisionEvent, operation, name, observe);
    else passToolEvent(event as ToolEvent, operation, inEffect, name, observe);
  }
}

type Observe = (code: string, message: string) => void;

function passDecision(event: PolicyDecisionEvent, operation: OperationProgress, name: string, observe: Observe): void {
  if (operation.attempts.has(event.attempt ?? 0)) {
    observe('decision-late', `${name} was decided after attempt ${event.attempt} had begun`);
  }
  if (operation.covered) {
    observe('decision-covered', `${name} has a decision of its own although a standing decision was in effect for it`);
  }
  operation.decision = event.decision;
}

function passToolEvent(
  event: ToolEvent,
  operation: OperationProgress,
  inEffect: PolicyDecisionEvent['decision'] | undefined,
  name: string,
  observe: Observe,
): void {
  const { attempts } = operation;
  const state = attempts.get(event.attempt);
  if (event.type === 'tool-invocation') {
    if ((operation.decision ?? inEffect) === 'disallowed') {
      observe('performed-though-disallowed', `${name} was performed although it was disallowed`);
    }
    const before = attempts.get(event.attempt - 1);
    if (state === undefined && before !== undefined && !hasEnded(before)) {
      observe(
        'attempt-early',
        `attempt ${event.attempt} of ${name} began before attempt ${event.attempt - 1} had ended`,
      );
    }
  }
  const next = nextState(state, event.type);
  if (next === undefined) {
    const when = state === undefined ? 'before its tool-invocation' : `in state ${state}`;
    observe('out-of-model', `${event.type} of ${name}, attempt ${event.attempt}, came ${when}`);
  }
  attempts.set(event.attempt, next ?? impliedState(state, event.type));
}

function targetOf(operation: string, server: string | undefined, tool: string | undefined): string {
  return stringifyJson([operation, server, tool]);
}
