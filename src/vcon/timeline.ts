import { compareTime, type HrTime, type JsonObject } from '../telemetry/index.js';
import { fromVconDate } from './date.js';
import { isPolicyDecision, isToolEvent } from './events.js';
import { objectsOf } from './objects.js';
import type { PolicyDecisionEvent, ToolEvent, VconEvent } from './types.js';

/** An event of the tool-invocation extension, with its time and its JSON pointer. */
export interface TimelineEvent {
  readonly event: PolicyDecisionEvent | ToolEvent;
  readonly time: HrTime;
  readonly path: string;
}

/**
 * The vCon's policy decisions and tool events in the order of their times, those of the same time in the order of the array.
 * Events without a parameter that is needed to place them are left out.
 */
export function timelineOf(vcon: JsonObject): TimelineEvent[] {
  const timeline: TimelineEvent[] = [];
  for (const { object, path } of objectsOf(vcon, 'events')) {
    const time = fromVconDate(object.time);
    const event = object as VconEvent;
    if (time !== undefined && (isPolicyDecision(event) || isToolEvent(event))) timeline.push({ event, time, path });
  }
  return timeline.sort((a, b) => compareTime(a.time, b.time));
}
