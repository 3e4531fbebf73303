import type { BuiltVcon } from '../bridge/index.js';

interface Expected {
  readonly uuids: Set<string>;
  readonly done: () => void;
}

/** Knows when all of some vCons have been written by all sinks, or were given up. */
export class Settlements {
  readonly #sinks: number;
  readonly #left = new Map<string, { sinks: number; readonly expected: Expected }>();

  constructor(sinks: number) {
    this.#sinks = sinks;
  }

  /** Calls `done` once these final vCons have been settled by every sink; at once when there are none. */
  expect(vcons: readonly BuiltVcon[], done: () => void): void {
    const expected = { uuids: new Set(vcons.map(({ vcon }) => vcon.uuid)), done };
    for (const uuid of expected.uuids) this.#left.set(uuid, { sinks: this.#sinks, expected });
    if (expected.uuids.size === 0) done();
  }

  /** A sink wrote a vCon or it was given up. Versions that are not final settle nothing. */
  settle({ vcon, final }: BuiltVcon): void {
    const left = final ? this.#left.get(vcon.uuid) : undefined;
    if (left === undefined) return;
    left.sinks -= 1;
    if (left.sinks > 0) return;
    this.#left.delete(vcon.uuid);
    left.expected.uuids.delete(vcon.uuid);
    if (left.expected.uuids.size === 0) left.expected.done();
  }
}
