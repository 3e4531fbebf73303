import { type HrTime, isMap, type JsonObject } from '../telemetry/index.js';
import type { Vcon } from '../vcon/index.js';
import { textOf } from './operations.js';
import { MAX_SECONDS, otlpTime, type PlacedEvent } from './placed-event.js';
import { deriveTraceId } from './span-ids.js';

/** What the spans of a vCon need to know of its Session Objects and parties. */
export class SessionPlan {
  readonly #vcon: Vcon;
  readonly #events: readonly PlacedEvent[];
  readonly #parents: ReadonlyMap<number, number>;
  readonly #traces = new Map<number, string>();

  constructor(vcon: Vcon, events: readonly PlacedEvent[]) {
    this.#vcon = vcon;
    this.#events = events;
    this.#parents = parentsOf(vcon);
  }

  /** The session that a session is a child of: the first that names it so. */
  parentOf(session: number): number | undefined {
    return this.#parents.get(session);
  }

  /** The trace of a session: that of its first event that names one, else its parent's, else the vCon's. */
  traceOf(session: number): string {
    const known = this.#traces.get(session);
    if (known !== undefined) return known;
    const observed = this.#events.find((event) => event.session === session && event.traceId !== undefined)?.traceId;
    const parent = this.parentOf(session);
    const trace = observed ?? (parent === undefined ? this.#vconTrace() : this.traceOf(parent));
    this.#traces.set(session, trace);
    return trace;
  }

  /** `conversation_id` of the extension `otel-trace`. */
  conversationId(session: number): string | undefined {
    return textOf(this.#session(session)?.conversation_id);
  }

  /** The name of a party. */
  agentName(party: unknown): string | undefined {
    return typeof party === 'number' ? textOf(this.#vcon.parties[party]?.name) : undefined;
  }

  /** The name of the agent of a session: the party of its first event, else its first party that is a bot. */
  agentOf(session: number): string | undefined {
    const acted = this.#events.find((event) => event.session === session);
    if (acted !== undefined) return this.agentName(acted.event.party);
    const parties = this.#session(session)?.parties;
    const bot = Array.isArray(parties)
      ? parties.find((party) => this.#vcon.parties[Number(party)]?.type === 'bot')
      : undefined;
    return this.agentName(bot);
  }

  /** From `start`, as long as `duration` says. Nothing when there is no start that a span can have. */
  stretchOf(session: number): { readonly start?: HrTime; readonly end?: HrTime } {
    const start = otlpTime(this.#session(session)?.start);
    if (start === undefined) return {};
    const duration = this.#session(session)?.duration;
    return { start, end: typeof duration === 'number' ? (addSeconds(start, duration) ?? start) : start };
  }

  #session(session: number): JsonObject | undefined {
    const value: unknown = this.#vcon.sessions?.[session];
    return isMap(value) ? (value as JsonObject) : undefined;
  }

  #vconTrace(): string {
    return this.#events.find(({ traceId }) => traceId !== undefined)?.traceId ?? deriveTraceId(this.#vcon.uuid);
  }
}

function parentsOf(vcon: Vcon): Map<number, number> {
  const parents = new Map<number, number>();
  const isAbove = (above: number, session: number): boolean => {
    for (let at: number | undefined = session; at !== undefined; at = parents.get(at)) if (at === above) return true;
    return false;
  };
  for (const [parent, session] of (vcon.sessions ?? []).entries()) {
    for (const reference of Array.isArray(session?.sessions) ? session.sessions : []) {
      const child = isMap(reference) && reference.type === 'child' ? reference.session : undefined;
      if (typeof child !== 'number' || parents.has(child) || isAbove(child, parent)) continue;
      parents.set(child, parent);
    }
  }
  return parents;
}

function addSeconds(time: HrTime, seconds: number): HrTime | undefined {
  const whole = Math.floor(seconds);
  const nanos = time[1] + Math.round((seconds - whole) * 1e9);
  const sum: HrTime = [time[0] + whole + Math.floor(nanos / 1e9), nanos % 1e9];
  return seconds >= 0 && Number.isSafeInteger(sum[0]) && sum[0] <= MAX_SECONDS ? sum : undefined;
}
