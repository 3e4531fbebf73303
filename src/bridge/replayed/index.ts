/**
 * A vCon as the attributes of spans, so that it comes back the same (docs/round-trip.md): written by `replay/`, read here.
 */
export { containerAttributes } from './container.js';
export { eventAttributes } from './event-attributes.js';
export { REPLAYED, spanEventName } from './names.js';
export { isReplayed, ReplayedReader } from './reader.js';
