import type { MappedRecord } from '../mapping/index.js';
import { earlier, type HrTime, push } from '../telemetry/index.js';
import type { Group } from './grouping.js';
import { compareMaybe } from './order.js';
import { resumptionKey } from './resumed-calls.js';
import { sameTool } from './server.js';
import { isOutcome } from './signal-choice.js';

/** What one group tells of a call id of a service. */
interface Mention {
  readonly group: Group;
  readonly tool: string | undefined;
  readonly time: HrTime | undefined;
  /** It was performed here, if only until it waited. */
  readonly performed: boolean;
  /** It waits at the end: it asked, or was put off. */
  readonly waiting: boolean;
  /** It goes on here: what it asked was answered. */
  readonly resumed: boolean;
  /** A decision about it was answered here. */
  readonly answered: boolean;
}

/**
 * Puts traces together that hold one call between them: it was decided, or it waited, in one trace and went on in others, as when a run
 * ends to ask a person, or when an emitter gives every span a trace of its own. Only where the call id leaves no doubt: the first trace
 * leaves it open, the later ones go on with it, just one of them from the start, with the same tool, and none names a conversation.
 * A service's later run may give the same ids again: what goes on belongs to the one call that is then open.
 */
export function joinSplitCalls(groups: readonly Group[]): Group[] {
  const mentions = new Map<string, Mention[]>();
  for (const group of groups) {
    if (group.conversation !== undefined || !group.key.startsWith('trace:')) continue;
    for (const [key, mention] of mentionsOf(group)) push(mentions, key, mention);
  }
  const into = new Map<Group, Group>();
  const target = (group: Group): Group => {
    const next = into.get(group);
    return next === undefined ? group : target(next);
  };
  for (const all of mentions.values()) {
    for (const [first, ...others] of splitCalls(all)) {
      for (const { group } of others) {
        const [whole, part] = [target(first.group), target(group)];
        if (whole !== part) into.set(part, whole);
      }
    }
  }
  if (into.size === 0) return [...groups];
  const parts = new Map<Group, Group[]>();
  for (const group of groups) push(parts, target(group), group);
  return [...parts].map(([whole, all]) => ({ ...whole, records: all.flatMap(({ records }) => records) }));
}

/** What is told of one call, in time order. */
type SplitCall = [Mention, ...Mention[]];

/** The calls that mentions of one id are about, those left out that several traces performed. */
function splitCalls(mentions: Mention[]): readonly SplitCall[] {
  const calls: SplitCall[] = [];
  for (const mention of mentions.sort((a, b) => compareMaybe(a.time, b.time))) {
    const fitting = calls.filter((call) => goesOn(call, mention));
    const open = fitting.filter((call) => !call.some(isPerformance));
    const call = open.length > 0 ? open[0] : fitting.at(-1);
    if (call !== undefined && open.length <= 1) call.push(mention);
    else calls.push([mention]);
  }
  return calls.filter((call) => call.filter(isPerformance).length <= 1);
}

/** The call was performed here from the start, or up to its end. */
function isPerformance({ performed, waiting, resumed }: Mention): boolean {
  return performed && !waiting && !resumed;
}

/** What is told later continues a call that its first mention leaves open, rather than to be of another call with the same id. */
function goesOn(call: SplitCall, later: Mention): boolean {
  const [first] = call;
  if (!sameTool(first.tool, later.tool) || !(first.waiting || !first.performed)) return false;
  if (later.resumed) return call.findLast(({ performed }) => performed)?.waiting === true;
  return later.performed ? !later.waiting : later.answered && !call.some(({ answered }) => answered);
}

function mentionsOf(group: Group): Map<string, Mention> {
  const mentions = new Map<string, Mention>();
  for (const { call, kind, time, decision, service } of group.records.flatMap(({ signals }) => signals)) {
    if (call.callId === undefined) continue;
    const key = JSON.stringify([service, call.callId]);
    const before = mentions.get(key);
    mentions.set(key, {
      group,
      tool: before?.tool ?? call.tool,
      time: earlier(before?.time, time),
      performed: before?.performed === true || kind !== 'decision',
      waiting: (before?.waiting === true && !isOutcome(kind)) || kind === 'input' || kind === 'pending',
      resumed: before?.resumed === true || kind === 'input-response',
      answered: before?.answered === true || decision?.answer !== undefined,
    });
  }
  return mentions;
}

/** Adds what a record decides about, tells of, or asks for: by these its trace may belong to another one. */
export function addCallIds(record: MappedRecord, to: Set<string>): void {
  for (const { call } of record.signals) if (call.callId !== undefined) to.add(call.callId);
  for (const { callId } of record.span?.requests ?? []) if (callId !== undefined) to.add(callId);
  const key = resumptionKey(record);
  if (key !== undefined) to.add(key);
}
