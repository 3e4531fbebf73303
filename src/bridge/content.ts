import type { SignalContent } from '../mapping/index.js';
import type { AnyValue, JsonValue } from '../telemetry/index.js';
import {
  type Content,
  contentOf,
  fromBase64,
  isContentHash,
  isHttpsUrl,
  MEDIATYPES,
  toBase64url,
  toJsonValue,
} from '../vcon/index.js';
import type { RedactHook } from './options.js';
import type { Redactor } from './redaction/index.js';

/** What is done to content before it is recorded. */
export interface ContentRules {
  /** Whether content is recorded at all. */
  readonly record: boolean;
  /** Takes credentials out; absent when that is switched off. */
  readonly redactor?: Redactor;
  /** The application's own redaction. */
  readonly hook?: RedactHook;
  /** Told when the application's redaction threw, so that content was left out. */
  readonly onHookError?: (error: unknown) => void;
  /** Told when a reference to content elsewhere was left out. */
  readonly onBadReference?: () => void;
}

/**
 * The content parameters of an event (draft section 6.1.10), credentials taken out. Content that our own vocabulary gave with its
 * encoding is taken as it is; anything else is read as design rule R9 says.
 */
export function recordedContent(
  content: SignalContent | undefined,
  rules: ContentRules,
  type: string,
  tool: string | undefined,
): Content {
  if (content === undefined || !rules.record) return {};
  const observed = content.value === undefined ? referenced(content, rules) : inline(content);
  const redacted = withoutCredentials(observed, rules.redactor);
  if (rules.hook === undefined || redacted.body === undefined) return redacted;
  try {
    const body = rules.hook(redacted.body, tool === undefined ? { type } : { type, tool });
    return body === redacted.body ? redacted : contentOf(body as AnyValue);
  } catch (error) {
    // A redaction that fails must not let through what it was to take out.
    rules.onHookError?.(error);
    return {};
  }
}

/** With an encoding, the body is what our own vocabulary says; a body that is not in the form of its encoding is read like any other. */
function inline({ value, encoding, mediatype }: SignalContent): Content {
  const read = mediatype === undefined ? contentOf(value) : contentOf(value, { mediatype });
  if (encoding === undefined) return read;
  const body = bodyIn(encoding, value);
  return body === undefined ? read : { mediatype: mediatype ?? MEDIATYPES[encoding], encoding, body };
}

function bodyIn(encoding: NonNullable<SignalContent['encoding']>, value: AnyValue | undefined): JsonValue | undefined {
  if (encoding === 'json') return toJsonValue(value);
  if (typeof value !== 'string') return undefined;
  if (encoding === 'none') return value;
  const bytes = fromBase64(value);
  return bytes === undefined ? undefined : toBase64url(bytes);
}

/** A reference, which is HTTPS and has a hash, or with no url what is left of redacted content (draft section 6.1.10). */
function referenced({ mediatype, encoding, url, contentHash }: SignalContent, rules: ContentRules): Content {
  if (url !== undefined && !(isHttpsUrl(url) && isHash(contentHash))) {
    rules.onBadReference?.();
    return {};
  }
  return {
    ...(mediatype === undefined ? {} : { mediatype }),
    ...(encoding === undefined || url !== undefined ? {} : { encoding }),
    ...(url === undefined ? {} : { url }),
    ...(contentHash === undefined ? {} : { content_hash: contentHash }),
  };
}

function isHash(hash: SignalContent['contentHash']): boolean {
  const hashes = typeof hash === 'string' ? [hash] : (hash ?? []);
  return hashes.length > 0 && hashes.every(isContentHash);
}

function withoutCredentials(content: Content, redactor: Redactor | undefined): Content {
  if (redactor === undefined) return content;
  const { body, encoding, url } = content;
  const clean = body === undefined ? undefined : cleanBody(body, encoding, redactor);
  if (clean === body && url === undefined) return content;
  return {
    ...content,
    ...(clean === undefined ? {} : { body: clean }),
    ...(url === undefined ? {} : { url: redactor.url(url) }),
  };
}

/** A name, a reason or another text of a record without credentials. */
export function cleanText(text: string, { redactor }: Pick<ContentRules, 'redactor'>): string {
  return redactor === undefined ? text : redactor.text(text);
}

/** A name of a tool, a server, a span or an agent without credentials. */
export function cleanName(name: string, { redactor }: Pick<ContentRules, 'redactor'>): string {
  return redactor === undefined ? name : redactor.name(name);
}

/** A body without credentials; bytes are looked into, since they may be a text file. */
export function cleanBody(body: JsonValue, encoding: unknown, redactor: Redactor): JsonValue {
  if (encoding !== 'base64url' || typeof body !== 'string') return redactor.value(body) as JsonValue;
  const bytes = fromBase64(body);
  if (bytes === undefined) return body;
  const clean = redactor.value(bytes);
  return clean instanceof Uint8Array && clean !== bytes ? toBase64url(clean) : body;
}
