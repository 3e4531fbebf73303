import type { Signal } from '../mapping/index.js';

/** Id of the mapping of our own vocabulary (docs/telemetry-vocabulary.md). */
const OWN_VOCABULARY = 'vcon';

/** Whether our own vocabulary says it: in so many words, so that it wins over what was read from a span. */
export function isExplicit({ emitter }: Pick<Signal, 'emitter'>): boolean {
  return emitter === OWN_VOCABULARY;
}
