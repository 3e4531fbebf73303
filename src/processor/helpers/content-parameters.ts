import type { EventParameters } from './record-event.js';
import { bytesOf, type JsonLimits, safeJson } from './safe-json.js';

/** Content of a tool event (draft section 6.1.10): a value, or where it lies. */
export interface EventContent {
  /**
   * The arguments, result, message ... as the application has it: text, bytes, or anything that can be JSON. It is never thrown
   * on, see {@link JsonLimits} for what is bounded.
   */
  readonly content?: unknown;
  /** Media type. Default: application/json, for text text/plain, for bytes application/octet-stream. */
  readonly mediatype?: string;
  /** For content that lies elsewhere, instead of `content`: its HTTPS URL ... */
  readonly url?: string;
  /** ... and its hash or hashes, as `sha512-` and base64url. */
  readonly contentHash?: string | readonly string[];
  /** Index or indices of the Attachment Objects that the event is about (draft section 6.1.11). */
  readonly attachment?: number | readonly number[];
  /** Bounds of the recorded content. */
  readonly limits?: JsonLimits;
}

/** The Event Object parameters of content; `body` is JSON text when the encoding is "json", else the text or base64url itself. */
export function contentParameters(source: EventContent): EventParameters {
  const { url, contentHash, mediatype, attachment } = source;
  const external = url !== undefined || contentHash !== undefined;
  const content = external ? { url, content_hash: contentHash, mediatype } : inline(source);
  return { ...content, attachment };
}

function inline({ content, mediatype, limits }: EventContent): EventParameters {
  if (content === undefined) return {};
  const json = safeJson(content, limits);
  if (typeof content !== 'string' && bytesOf(content) === undefined) {
    return { body: json, encoding: 'json', mediatype: mediatype ?? 'application/json' };
  }
  // Text and bytes beyond the limit are a marker in brackets, which is text. Base64url has no brackets.
  const body: unknown = JSON.parse(json ?? '""');
  if (typeof content === 'string') return { body, encoding: 'none', mediatype: mediatype ?? 'text/plain' };
  return String(body).startsWith('[')
    ? { body, encoding: 'none', mediatype: 'text/plain' }
    : { body, encoding: 'base64url', mediatype: mediatype ?? 'application/octet-stream' };
}
