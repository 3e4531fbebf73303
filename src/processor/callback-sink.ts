import type { BuiltVcon } from '../bridge/index.js';
import type { Vcon } from '../vcon/index.js';
import type { VconSink } from './sink.js';

/** Receives each vCon, and again when it has changed: see {@link VconSink}. */
export type VconCallback = (vcon: Vcon, built: BuiltVcon) => void | Promise<void>;

/** Hands every vCon to a function of the application. */
export class CallbackSink implements VconSink {
  readonly #callback: VconCallback;

  constructor(callback: VconCallback) {
    this.#callback = callback;
  }

  write(built: BuiltVcon): void | Promise<void> {
    return this.#callback(built.vcon, built);
  }
}
