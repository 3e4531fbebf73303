import type { Vcon } from '../vcon/index.js';
import { withAttachments } from './attachments.js';
import { cleanName, cleanText } from './content.js';
import type { EventRules } from './event-parameters.js';
import type { Group } from './grouping.js';
import { compareText } from './order.js';
import type { Sessions } from './sessions.js';
import { inOrder, type TimedEvent } from './timed-event.js';

/** What is known of a vCon before its records are looked at. */
export interface VconHead {
  readonly uuid: string;
  readonly created_at: string;
}

/** How a vCon is written. */
export interface VconRules extends EventRules {
  /** Put the files of MCP content blocks into Attachment Objects. */
  readonly attachments: boolean;
}

/** The vCon of a group whose events are made, and that were placed in these sessions; undefined when there are none. */
export function vconOf(
  head: VconHead,
  group: Group,
  sessions: Sessions,
  timed: readonly TimedEvent[],
  rules: VconRules,
): Vcon | undefined {
  if (timed.length === 0) return undefined;
  for (const { event, time } of timed)
    if (typeof event['sessions'] === 'number') sessions.cover(event['sessions'], time);
  const events = inOrder(timed);
  const withTrace = rules.traceParameters;
  const conversation = group.conversation && cleanText(group.conversation, rules);
  const written = rules.attachments ? withAttachments(events) : { events, attachments: [] };
  return {
    vcon: '0.5.0',
    uuid: head.uuid,
    extensions: ['tool-invocation', ...(withTrace ? ['otel-trace'] : []), ...extensionsOf(group)],
    created_at: head.created_at,
    sessions: sessions.sessions(withTrace ? conversation : undefined),
    parties: sessions.parties((name) => cleanName(name, rules)),
    events: written.events,
    ...(written.attachments.length === 0 ? {} : { attachments: written.attachments }),
  };
}

/** The extensions whose parameters the signals carry. */
function extensionsOf(group: Group): readonly string[] {
  const names = group.records.flatMap(({ signals }) => signals.flatMap(({ extension }) => extension ?? []));
  return [...new Set(names)].sort(compareText);
}
