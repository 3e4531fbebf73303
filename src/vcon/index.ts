export { fromBase64, toBase64url } from './base64url.js';
export { type ContentOptions, contentOf, decodeContent, isJsonType, toJsonValue } from './content.js';
export { fromVconDate, toVconDate } from './date.js';
export { contentHash } from './hash.js';
export { looksLikeCutJson, parseJsonExactly } from './json-content.js';
export { type SerializeOptions, serializeVcon } from './serialize.js';
export * from './types.js';
export { type UuidSource, uuid8 } from './uuid.js';
