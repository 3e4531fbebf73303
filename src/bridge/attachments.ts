import { isMap, type JsonObject, type JsonValue } from '../telemetry/index.js';
import { type Attachment, fromBase64, toBase64url, type VconEvent } from '../vcon/index.js';

/** Events and the files that were taken out of their content. */
export interface EventsWithAttachments {
  readonly events: readonly VconEvent[];
  readonly attachments: readonly Attachment[];
}

/**
 * Puts the files of MCP content blocks (`image`, `audio`, embedded `resource` with a `blob`) into Attachment Objects that the event's
 * `attachment` refers to (draft section 6.1.11). The block stays in the content without its data. A file that is not valid base64
 * stays where it is.
 */
export function withAttachments(events: readonly VconEvent[]): EventsWithAttachments {
  const attachments: Attachment[] = [];
  const changed = events.map((event) => {
    const first = attachments.length;
    const body = event['encoding'] === 'json' ? withoutFiles(event['body'], event, attachments) : event['body'];
    if (attachments.length === first) return event;
    const indices = attachments.slice(first).map((_, index) => first + index);
    return { ...event, body, attachment: indices.length === 1 ? first : indices } as VconEvent;
  });
  return { events: changed, attachments };
}

function withoutFiles(body: JsonValue | undefined, event: VconEvent, attachments: Attachment[]): JsonValue | undefined {
  if (Array.isArray(body)) return body.map((block: JsonValue) => withoutFile(block, event, attachments));
  if (!isJsonObject(body) || !Array.isArray(body['content'])) return body;
  return { ...body, content: body['content'].map((block: JsonValue) => withoutFile(block, event, attachments)) };
}

function withoutFile(block: JsonValue, event: VconEvent, attachments: Attachment[]): JsonValue {
  if (!isJsonObject(block)) return block;
  const { type, resource } = block;
  if (type === 'image' || type === 'audio') return taken(block, 'data', event, attachments);
  if (type !== 'resource' || !isJsonObject(resource)) return block;
  return { ...block, resource: taken(resource, 'blob', event, attachments) };
}

/** MCP schema ImageContent, AudioContent and BlobResourceContents: base64 in `data` or `blob`, the media type in `mimeType`. */
function taken(file: JsonObject, member: 'data' | 'blob', event: VconEvent, attachments: Attachment[]): JsonObject {
  const { [member]: data, ...rest } = file;
  const bytes = typeof data === 'string' ? fromBase64(data) : undefined;
  const { time, party } = event;
  if (bytes === undefined || typeof time !== 'string' || typeof party !== 'number') return file;
  attachments.push({
    start: time,
    party,
    mediatype: typeof file['mimeType'] === 'string' ? file['mimeType'] : 'application/octet-stream',
    encoding: 'base64url',
    body: toBase64url(bytes),
  });
  return rest;
}

function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return isMap(value);
}
