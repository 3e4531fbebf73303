import { compareTime, type HrTime, later, type Notice, OtelVconError } from '../telemetry/index.js';
import type { Bridge, BuiltVcon } from './bridge.js';
import { shift } from './span-clock.js';

/** When conversations are closed while records still come. What comes later of a closed one goes into another vCon, its next part. */
export interface ClosingRules {
  /** So many traces, and conversations without a trace, are open at most: those that were longest without news are closed. */
  readonly maxOpen?: number;
  /** A conversation is closed when so many seconds have passed since its latest record, by the times of the records that come. */
  readonly idleSeconds?: number;
  /** So many records are held at most. */
  readonly maxRecords?: number;
  /** So many bytes of content, approximately, are held at most. */
  readonly maxBytes?: number;
}

/** How often in the time after which a conversation is idle it is looked for idle ones. */
const IDLE_CHECKS = 4;

/** Closes conversations by {@link ClosingRules}, so that a stream of records without end needs memory within bounds. */
export class Closer {
  readonly #bridge: Bridge;
  readonly #rules: ClosingRules;
  readonly #onNotice: (notice: Notice) => void;
  #latest: HrTime | undefined;
  #checked: HrTime | undefined;

  /** @throws OtelVconError `BRIDGE_OPTION` when a rule is not a positive number. */
  constructor(bridge: Bridge, rules: ClosingRules, onNotice: (notice: Notice) => void) {
    for (const [name, value] of Object.entries(rules)) {
      if (!(value > 0)) throw new OtelVconError('BRIDGE_OPTION', `the option closing.${name} is not a positive number`);
    }
    this.#bridge = bridge;
    this.#rules = rules;
    this.#onNotice = onNotice;
  }

  /** Takes note of the time of a record. */
  note(time: HrTime | undefined): void {
    this.#latest = later(this.#latest, time);
  }

  /** Closes what is to be closed by now. */
  close(): BuiltVcon[] {
    return [...this.#closeIdle(), ...this.#closeBeyond()];
  }

  #closeIdle(): BuiltVcon[] {
    const { idleSeconds } = this.#rules;
    const latest = this.#latest;
    if (idleSeconds === undefined || latest === undefined) return [];
    if (this.#checked !== undefined && compareTime(latest, shift(this.#checked, (idleSeconds / IDLE_CHECKS) * 1e9)) < 0)
      return [];
    this.#checked = latest;
    return this.#bridge.closeIdle(shift(latest, -idleSeconds * 1e9));
  }

  #closeBeyond(): BuiltVcon[] {
    const { maxOpen = Infinity, maxRecords = Infinity, maxBytes = Infinity } = this.#rules;
    const { open, records, bytes } = this.#bridge.stats;
    if (open <= maxOpen && records <= maxRecords && bytes <= maxBytes) return [];
    if (open <= maxOpen) this.#onNotice({ code: 'BRIDGE_CLOSED_EARLY', level: 'warning', message: CLOSED_EARLY });
    return this.#bridge.closeOldest({ traces: maxOpen, records: maxRecords, bytes: maxBytes });
  }
}

const CLOSED_EARLY =
  'too much was open to be kept in memory, so that the conversations that were longest without news were written; ' +
  'what comes later of one of them goes into another vCon';
