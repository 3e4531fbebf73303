import type { MappedRecord } from '../mapping/index.js';
import { earlier, type HrTime } from '../telemetry/index.js';
import type { Group } from './grouping.js';
import { sameTool } from './server.js';
import { compareMaybe, push } from './span-tree.js';

/** What one group tells of a call id. */
interface Mention {
  readonly group: Group;
  readonly tool: string | undefined;
  readonly time: HrTime | undefined;
  readonly performed: boolean;
}

/**
 * Puts traces together that hold one call between them: it was decided in one trace and performed in another, as when a run ends to
 * ask a person, or when an emitter gives every span a trace of its own. Only where the call id leaves no doubt: just one trace decides
 * it, just one performs it, later, with the same tool, and neither names a conversation.
 */
export function joinSplitCalls(groups: readonly Group[]): Group[] {
  const mentions = new Map<string, Mention[]>();
  for (const group of groups) {
    if (group.conversation !== undefined || !group.key.startsWith('trace:')) continue;
    for (const [callId, mention] of mentionsOf(group)) push(mentions, callId, mention);
  }
  const into = new Map<Group, Group>();
  const target = (group: Group): Group => {
    const next = into.get(group);
    return next === undefined ? group : target(next);
  };
  for (const all of mentions.values()) {
    const [decided, performed] = [all.filter((one) => !one.performed), all.filter((one) => one.performed)];
    const [first, second] = [decided[0], performed[0]];
    if (decided.length !== 1 || performed.length !== 1 || first === undefined || second === undefined) continue;
    if (!sameTool(first.tool, second.tool) || compareMaybe(first.time, second.time) > 0) continue;
    const [whole, part] = [target(first.group), target(second.group)];
    if (whole !== part) into.set(part, whole);
  }
  if (into.size === 0) return [...groups];
  const parts = new Map<Group, Group[]>();
  for (const group of groups) push(parts, target(group), group);
  return [...parts].map(([whole, all]) => ({ ...whole, records: all.flatMap(({ records }) => records) }));
}

function mentionsOf(group: Group): Map<string, Mention> {
  const mentions = new Map<string, Mention>();
  for (const { call, kind, time } of group.records.flatMap(({ signals }) => signals)) {
    if (call.callId === undefined) continue;
    const before = mentions.get(call.callId);
    mentions.set(call.callId, {
      group,
      tool: before?.tool ?? call.tool,
      time: earlier(before?.time, time),
      performed: before?.performed === true || kind !== 'decision',
    });
  }
  return mentions;
}

/** Call ids that a record decides about or tells of, by which its trace may belong to another one. */
export function callIdsOf(record: MappedRecord): readonly string[] {
  return record.signals.flatMap(({ call }) => call.callId ?? []);
}
