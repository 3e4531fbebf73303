import type { BuiltVcon } from '../bridge/index.js';
import type { VconEvent } from '../vcon/index.js';

/**
 * Finds the events of a vCon that an earlier version of it did not have. An event is known by its type, time, operation and target: that its
 * content or party became known later does not make it another.
 */
export class EventDiffer {
  readonly #known = new Map<string, ReadonlyMap<string, number>>();

  /** The events that are new. They count as known only after `accept` was called. */
  news({ vcon, final }: BuiltVcon): { readonly events: readonly VconEvent[]; readonly accept: () => void } {
    const before = this.#known.get(vcon.uuid);
    const now = new Map<string, number>();
    const events = (vcon.events ?? []).filter((event) => {
      const id = identify(event);
      const count = (now.get(id) ?? 0) + 1;
      now.set(id, count);
      return count > (before?.get(id) ?? 0);
    });
    const accept = () => {
      if (final) this.#known.delete(vcon.uuid);
      else this.#known.set(vcon.uuid, now);
    };
    return { events, accept };
  }
}

function identify(event: VconEvent): string {
  const { type, time, operation_id, attempt, decision, server, tool } = event as Readonly<Record<string, unknown>>;
  const target = operation_id === undefined ? [decision, server, tool] : [];
  return JSON.stringify([type, time, operation_id, attempt, ...target]);
}
