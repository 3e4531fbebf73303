import { groupBy } from '../telemetry/index.js';
import type { Find } from './report.js';
import type { TimelineEvent } from './timeline.js';

/** Rules on the events of one operation: one operation_id, its attempts in steps of one, one tool (draft 6.1.2, 6.1.3). */
export function checkOperations(timeline: readonly TimelineEvent[], isRedacted: boolean, find: Find): void {
  for (const [id, events] of groupBy(timeline, ({ event }) => event.operation_id)) {
    if (id === undefined) continue;
    const name = `operation ${JSON.stringify(id)}`;
    checkAttempts(name, events, isRedacted, find);
    checkTarget(name, events, find);
  }
}

/** A redacted vCon may lack attempts that were there. */
function checkAttempts(name: string, events: readonly TimelineEvent[], isRedacted: boolean, find: Find): void {
  const firstOf = new Map<number, TimelineEvent>();
  const invoked = new Set<number>();
  for (const placed of events) {
    const attempt = placed.event.attempt ?? 0;
    if (!firstOf.has(attempt)) firstOf.set(attempt, placed);
    if (placed.event.type !== 'tool-invocation') continue;
    if (invoked.has(attempt)) {
      find('error', 'attempt-repeated', placed.path, `${name} has a second tool-invocation with attempt ${attempt}`);
    }
    invoked.add(attempt);
  }
  let previous = 0;
  for (const [attempt, first] of [...firstOf].sort(([a], [b]) => a - b)) {
    if (attempt !== previous + 1) {
      const message = `${name} has attempt ${attempt} without attempt ${attempt - 1}`;
      find(isRedacted ? 'observation' : 'error', 'attempt-step', `${first.path}/attempt`, message);
    }
    previous = attempt;
  }
}

/** Server, tool and kind of operation are those of its first event that has them; a later attempt may go to another server. */
function checkTarget(name: string, events: readonly TimelineEvent[], find: Find): void {
  const kindOf = ({ event }: TimelineEvent) => (event.type === 'policy-decision' ? event.operation : 'tool-invocation');
  const [first] = events;
  const reference = events.find(({ event }) => event.tool !== undefined);
  for (const placed of events) {
    const { event, path } = placed;
    if (first !== undefined && kindOf(placed) !== kindOf(first)) {
      find('error', 'operation-id-reused', path, `${name} is of another kind in ${first.path}`);
    }
    if (reference === undefined || event.tool === undefined) continue;
    const isOtherTool = event.tool !== reference.event.tool;
    if (!isOtherTool && event.server === reference.event.server) continue;
    const level = isOtherTool || event.attempt === reference.event.attempt ? 'error' : 'warning';
    find(level, 'operation-id-reused', path, `${name} has another server or tool in ${reference.path}`);
  }
}
