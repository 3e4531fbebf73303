import type { HrTime } from '../telemetry/index.js';
import { toVconDate, type VconEvent } from '../vcon/index.js';
import { cleanName } from './content.js';
import { type EventRules, furtherParameters, reasonOf } from './event-parameters.js';
import type { Place } from './sessions.js';
import type { StandingDecision } from './standing.js';
import { RANK, type TimedEvent } from './timed-event.js';

/** A standing decision (draft section 4.1): no operation_id, no attempt. None when the time cannot be written. */
export function standingEvent(standing: StandingDecision, place: Place, time: HrTime, rules: EventRules): TimedEvent[] {
  const date = toVconDate(time);
  if (date === undefined) return [];
  const event: VconEvent = {
    type: 'policy-decision',
    time: date,
    sessions: place.session,
    party: place.party,
    decision: standing.decision,
    policy_life: 'standing',
    operation: standing.operation,
    ...reasonOf(standing.reason, rules),
    server: cleanName(standing.server, rules),
    ...(standing.tool === undefined ? {} : { tool: cleanName(standing.tool, rules) }),
    ...furtherParameters(standing.placed.signal, rules),
  };
  return [{ time, order: time, rank: RANK.standing, event }];
}
