import type { SignalContent } from '../mapping/index.js';
import type { AnyValue, JsonValue } from '../telemetry/index.js';
import { type Content, contentOf, fromBase64, toBase64url } from '../vcon/index.js';
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
}

/**
 * The content parameters of an event (draft section 6.1.10), credentials taken out. Content that our own vocabulary gave with its
 * encoding is taken as it is; anything else is read as design rule R9 says.
 */
export function recordedContent(
  content: SignalContent | undefined,
  rules: ContentRules,
  where: { readonly tool?: string; readonly type: string },
): Content {
  if (content === undefined || !rules.record) return {};
  const isGiven = content.encoding !== undefined || content.url !== undefined || content.contentHash !== undefined;
  const observed = isGiven ? given(content) : derived(content);
  const redacted = withoutCredentials(observed, rules.redactor);
  if (rules.hook === undefined || redacted.body === undefined) return redacted;
  try {
    const body = rules.hook(redacted.body, where);
    return body === redacted.body ? redacted : contentOf(body as AnyValue);
  } catch (error) {
    // A redaction that fails must not let through what it was to take out.
    rules.onHookError?.(error);
    return {};
  }
}

function derived({ value, mediatype }: SignalContent): Content {
  return contentOf(value, mediatype === undefined ? {} : { mediatype });
}

function given({ value, encoding, mediatype, url, contentHash }: SignalContent): Content {
  return {
    ...(mediatype === undefined ? {} : { mediatype }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(value === undefined || url !== undefined ? {} : { body: value as NonNullable<Content['body']> }),
    ...(url === undefined ? {} : { url }),
    ...(contentHash === undefined ? {} : { content_hash: contentHash }),
  };
}

function withoutCredentials(content: Content, redactor: Redactor | undefined): Content {
  if (redactor === undefined) return content;
  const { body, encoding, url } = content;
  return {
    ...content,
    ...(body === undefined ? {} : { body: cleanBody(body, encoding, redactor) }),
    ...(url === undefined ? {} : { url: redactor.url(url) }),
  };
}

/** A name, a reason or another text of a record without credentials. */
export function cleanText(text: string, { redactor }: Pick<ContentRules, 'redactor'>): string {
  return redactor === undefined ? text : redactor.text(text);
}

/** A body without credentials; bytes are looked into, since they may be a text file. */
export function cleanBody(body: JsonValue, encoding: unknown, redactor: Redactor): JsonValue {
  if (encoding !== 'base64url' || typeof body !== 'string') return redactor.value(body) as JsonValue;
  const bytes = fromBase64(body);
  if (bytes === undefined) return body;
  const clean = redactor.value(bytes);
  return clean instanceof Uint8Array && clean !== bytes ? toBase64url(clean) : body;
}
