import { type AnyValue, newMap } from '../telemetry/index.js';
import { defined, isEmpty } from './defined.js';
import { compileSource } from './expression.js';
import type { ContentTemplate, Source } from './mapping-file.js';
import type { Read } from './path.js';
import type { SignalContent } from './signal.js';
import { asText } from './values.js';
import type { View } from './view.js';

/** Reads content; `undefined` when there is none. */
export type ReadContent = (view: View) => SignalContent | undefined;

/** Compiles content that a mapping describes. */
export function compileContent(template: ContentTemplate): ReadContent {
  if (typeof template === 'string') return compileContent({ value: template });
  const value = template.object === undefined ? optional(template.value) : compileObject(template.object);
  const mediatype = optional(template.mediatype);
  const encoding = optional(template.encoding);
  const url = optional(template.url);
  const contentHash = optional(template.contentHash);
  const isOnlyValue = [mediatype, encoding, url, contentHash].every((read) => read === undefined);
  return (view) => {
    const found = value?.(view);
    const at = asText(url?.(view));
    if (found === undefined && at === undefined) return undefined;
    if (isOnlyValue && found !== undefined) return { value: found };
    return content(found, {
      mediatype: asText(mediatype?.(view)),
      encoding: encoding?.(view),
      url: at,
      contentHash: contentHash?.(view),
      view,
    });
  };
}

function content(
  value: AnyValue | undefined,
  extra: {
    readonly mediatype: string | undefined;
    readonly encoding: AnyValue | undefined;
    readonly url: string | undefined;
    readonly contentHash: AnyValue | undefined;
    readonly view: View;
  },
): SignalContent {
  const encoding =
    extra.encoding === 'json' || extra.encoding === 'none' || extra.encoding === 'base64url'
      ? extra.encoding
      : undefined;
  const { texts } = extra.view;
  const parsed = encoding === 'json' && typeof value === 'string' ? texts.parse(value) : value;
  return defined<SignalContent>({
    value: parsed ?? value,
    mediatype: extra.mediatype,
    // JSON that does not parse is text, whatever the record says.
    encoding: encoding === 'json' && parsed === undefined ? undefined : encoding,
    url: extra.url,
    contentHash: hashes(texts.structure(extra.contentHash) ?? extra.contentHash),
  });
}

function hashes(value: AnyValue | undefined): string | readonly string[] | undefined {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((hash) => typeof hash === 'string') : undefined;
}

function optional(source: Source | undefined): Read | undefined {
  return source === undefined ? undefined : compileSource(source);
}

/** An object of what its sources give; none of them gives nothing. */
function compileObject(members: Readonly<Record<string, Source>>): Read {
  const reads = Object.entries(members).map(([key, source]) => [key, compileSource(source)] as const);
  return (view) => {
    const object = newMap();
    for (const [key, read] of reads) {
      const value = read(view);
      if (value !== undefined) object[key] = value;
    }
    return isEmpty(object) ? undefined : object;
  };
}
