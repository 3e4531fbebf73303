export { fromBase64, isBase64url, toBase64url } from './base64url.js';
export {
  type ContentOptions,
  contentOf,
  decodeContent,
  isHttpsUrl,
  isJsonType,
  MEDIATYPES,
  toJsonValue,
} from './content.js';
export { fromVconDate, toVconDate } from './date.js';
export { isEventType, isPolicyDecision, isToolEvent } from './events.js';
export { contentHash, isContentHash } from './hash.js';
export { type ReadOptions, readVcon, readVconBytes, type UnwrappedVcon, unwrapVcon } from './read.js';
export type { ReadVcon } from './read-unsigned.js';
export type { Finding, ValidationReport } from './report.js';
export { type SerializeOptions, serializeVcon } from './serialize.js';
export { type AttemptEventType, type AttemptState, hasEnded, impliedState, nextState } from './state-model.js';
export * from './types.js';
export { type UuidSource, uuid8 } from './uuid.js';
export { validateVcon } from './validate.js';
