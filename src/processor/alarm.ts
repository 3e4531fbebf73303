import { unref } from './time-limit.js';
import { untraced } from './untraced.js';

/** One timer for one piece of work, however often it is asked for. It never keeps the process alive. */
export class Alarm {
  readonly #ring: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = Number.POSITIVE_INFINITY;

  constructor(ring: () => void) {
    this.#ring = ring;
  }

  /** Whether it will ring. */
  get isSet(): boolean {
    return this.#due !== Number.POSITIVE_INFINITY;
  }

  /** Rings in that many milliseconds, unless it rings sooner anyway. */
  set(millis: number): void {
    const due = Date.now() + millis;
    if (due >= this.#due) return;
    this.cancel();
    this.#due = due;
    this.#timer = untraced(() => setTimeout(() => this.#now(), millis));
    unref(this.#timer);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#due = Number.POSITIVE_INFINITY;
  }

  #now(): void {
    this.#due = Number.POSITIVE_INFINITY;
    this.#ring();
  }
}
