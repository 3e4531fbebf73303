import type { ServerFacts, Signal } from '../mapping/index.js';
import { earlier, type HrTime } from '../telemetry/index.js';
import type { Attempt } from './attempt.js';
import { type Observation, type PlacedSignal, signalsOf } from './observation.js';
import { mergeServers } from './server.js';

/** One operation while it is put together: a tool invocation with its attempts and decisions, or a decision alone. */
export class Operation {
  readonly attempts: Attempt[];
  /** Decisions for this operation alone. */
  decisions: PlacedSignal[] = [];
  /** The server that an MCP `initialize` beside the call announced. */
  announced: ServerFacts | undefined;

  constructor(attempts: Attempt[]) {
    this.attempts = attempts;
  }

  /** Every view on the agent's side, in order. */
  get views(): readonly Observation[] {
    const [only, second] = this.attempts;
    if (only === undefined) return [];
    // Nearly all operations have one attempt, in which no view comes twice.
    if (second === undefined) return only.all;
    return [...new Set(this.attempts.flatMap((attempt) => attempt.all))];
  }

  /** The signals of its views and decisions. */
  get signals(): readonly Signal[] {
    const ofViews = signalsOf(this.views);
    return this.decisions.length === 0 ? ofViews : [...ofViews, ...this.decisions.map(({ signal }) => signal)];
  }

  /** The operation_id from our own vocabulary. */
  get operationId(): string | undefined {
    return this.#first(({ operationId }) => operationId);
  }

  /** The model's id of the call. */
  get callId(): string | undefined {
    return this.#first(({ callId }) => callId);
  }

  /** The tool's name as known to the server: the protocol's name over the framework's. */
  get tool(): string | undefined {
    let named: string | undefined;
    for (const { all } of this.attempts) {
      for (const { call } of all) {
        if (call.tool !== undefined && call.protocol !== undefined) return call.tool;
        named ??= call.tool;
      }
    }
    return named ?? this.decisions.find(({ signal }) => signal.call.tool)?.signal.call.tool;
  }

  /** What is known of the server: the protocol's view over the framework's, an announcement, at last what its own telemetry calls it. */
  get server(): ServerFacts | undefined {
    const told: (ServerFacts | undefined)[] = [];
    const { views } = this;
    for (const { call } of views) if (call.protocol !== undefined) told.push(call.server);
    for (const { call } of views) if (call.protocol === undefined) told.push(call.server);
    for (const { signal } of this.decisions) told.push(signal.call.server);
    told.push(this.announced, this.#providing);
    return mergeServers(told);
  }

  /** The service of a span at the tool's side, where nothing but MCP's client side tells of the server (draft section 6.1.8). */
  get #providing(): ServerFacts | undefined {
    const client = this.views[0]?.signals[0]?.service;
    const services = this.attempts.flatMap(({ provider }) =>
      provider.flatMap(({ signals }) => signals[0]?.service ?? []),
    );
    const name = services.find((service) => service !== client);
    return name === undefined ? undefined : { name };
  }

  /** The earliest time that is known of it. */
  get start(): HrTime | undefined {
    const ofAttempts = this.attempts.reduce<HrTime | undefined>((first, { start }) => earlier(first, start), undefined);
    return this.decisions.reduce<HrTime | undefined>((first, { signal }) => earlier(first, signal.time), ofAttempts);
  }

  /** The signal that is the operation's anchor when an id has to be derived: its first view's, else its first decision's. */
  get anchor(): Signal | undefined {
    return this.views[0]?.signals[0] ?? this.decisions[0]?.signal;
  }

  #first<T>(read: (call: Observation['call']) => T | undefined): T | undefined {
    for (const { all } of this.attempts) {
      for (const { call } of all) {
        const value = read(call);
        if (value !== undefined) return value;
      }
    }
    for (const { signal } of this.decisions) {
      const value = read(signal.call);
      if (value !== undefined) return value;
    }
    return undefined;
  }
}
