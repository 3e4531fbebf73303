import type { AgentFacts, SpanFacts } from '../mapping/index.js';
import { compareTime, earlier, type HrTime, later, push, toNanos } from '../telemetry/index.js';
import type { Party, Session } from '../vcon/index.js';
import { toVconDate } from '../vcon/index.js';
import { type Actor, agentKey } from './agents.js';
import { spanKey } from './span-tree.js';

/** Where an event belongs: indices into `sessions` and `parties`. */
export interface Place {
  readonly session: number;
  readonly party: number;
}

interface OpenSession {
  readonly parent: number | undefined;
  readonly parties: Set<number>;
  start: HrTime | undefined;
  end: HrTime | undefined;
}

/**
 * The Session and Party Objects of one vCon. The first session is the conversation; each run of another agent inside a run is a
 * child session (core 0.5.0: `sessions: [{session, type: "child"}]` on the parent). Parties are agents, never tools or servers.
 */
export class Sessions {
  readonly #parties: AgentFacts[] = [];
  readonly #sessions: OpenSession[] = [{ parent: undefined, parties: new Set(), start: undefined, end: undefined }];
  readonly #byRun = new Map<string, number>();
  readonly #covered = new Set<SpanFacts>();

  /** The place of an operation of this actor; makes what is missing. */
  place(actor: Actor): Place {
    const party = this.#party(actor.agent);
    const session = this.#session(actor, party);
    this.#sessions[session]?.parties.add(party);
    return { session, party };
  }

  /** Widens a session, and those around it, to a time of one of its events. */
  cover(session: number, time: HrTime): void {
    let index: number | undefined = session;
    while (index !== undefined) {
      const open: OpenSession | undefined = this.#sessions[index];
      if (open === undefined) return;
      open.start = earlier(open.start, time);
      open.end = later(open.end, time);
      index = open.parent;
    }
  }

  /** The Party Objects, their names written by `clean`: `type` "bot" (core section on parties); the agent's id is its `uuid`. */
  parties(clean: (name: string) => string): Party[] {
    return this.#parties.map(({ id, name = id }) => ({
      type: 'bot',
      ...(name === undefined ? {} : { name: clean(name) }),
      ...(id === undefined ? {} : { uuid: clean(id) }),
    }));
  }

  /** The Session Objects. */
  sessions(conversation: string | undefined): Session[] {
    const childrenOf = new Map<number, number[]>();
    for (const [child, { parent }] of this.#sessions.entries())
      if (parent !== undefined) push(childrenOf, parent, child);
    return this.#sessions.map((open, index) => {
      const children = childrenOf.get(index) ?? [];
      const start = open.start === undefined ? undefined : toVconDate(open.start);
      const duration = durationOf(open);
      return {
        ...(start === undefined ? {} : { start }),
        ...(duration === undefined ? {} : { duration }),
        parties: [...open.parties].sort((a, b) => a - b),
        ...(children.length === 0 ? {} : { sessions: children.map((session) => ({ session, type: 'child' })) }),
        ...(index > 0 || conversation === undefined ? {} : { conversation_id: conversation }),
      };
    });
  }

  /** One party an agent: the same id, or the same name with no other id. */
  #party(agent: AgentFacts): number {
    const known = this.#parties.findIndex((party) => isSameAgent(party, agent));
    if (known < 0) return this.#parties.push(agent) - 1;
    this.#parties[known] = { ...agent, ...this.#parties[known] };
    return known;
  }

  /** The session of the innermost run of the actor's agent; the conversation when there is none. */
  #session({ agent, runs }: Actor, party: number): number {
    const key = agentKey(agent);
    let last = runs.length - 1;
    while (last > 0 && agentKey(runs[last]?.agent) !== key) last -= 1;
    let session = 0;
    for (const [depth, run] of runs.slice(0, last + 1).entries()) {
      const runner = run.agent === undefined ? party : this.#party(run.agent);
      if (depth > 0) session = this.#child(session, run);
      const outer = runs[depth - 1]?.agent;
      if (depth > 0 && outer !== undefined) this.#sessions[session]?.parties.add(this.#party(outer));
      this.#sessions[session]?.parties.add(runner);
      this.#coverRun(session, run);
    }
    return session;
  }

  #child(parent: number, run: SpanFacts): number {
    const key = `${parent}/${spanKey(run.traceId, run.spanId)}`;
    const known = this.#byRun.get(key);
    if (known !== undefined) return known;
    const made = this.#sessions.push({ parent, parties: new Set(), start: undefined, end: undefined }) - 1;
    this.#byRun.set(key, made);
    return made;
  }

  #coverRun(session: number, run: SpanFacts): void {
    if (this.#covered.has(run)) return;
    this.#covered.add(run);
    const { startTime, endTime } = run;
    if (startTime !== undefined) this.cover(session, startTime);
    if (startTime !== undefined && endTime !== undefined && compareTime(endTime, startTime) >= 0)
      this.cover(session, endTime);
  }
}

function durationOf({ start, end }: OpenSession): number | undefined {
  if (start === undefined || end === undefined) return undefined;
  const nanos = toNanos(end) - toNanos(start);
  return nanos <= 0n ? undefined : Number(nanos) / 1e9;
}

function isSameAgent(a: AgentFacts, b: AgentFacts): boolean {
  if (a.id !== undefined && b.id !== undefined) return a.id === b.id;
  return agentKey(a) === agentKey(b);
}
