import { isMap, type JsonObject, type JsonValue, stringifyJson } from '../telemetry/index.js';
import type { ReceiptStatus } from './record.js';
import type { RecordedAttempt } from './recorded.js';

/** `Denied` is the host's refusal; a tool's own refusal is a failure of the call. No outcome: nobody knows the effect. */
export function statusOf({ invocation, outcome }: RecordedAttempt): ReceiptStatus {
  switch (outcome?.event.type) {
    case 'tool-result':
      return 'Succeeded';
    case 'tool-failure':
    case 'tool-error':
    case 'tool-denied':
      return 'Failed';
    case 'tool-timeout':
      return 'TimedOut';
    default:
      return invocation === undefined && outcome === undefined ? 'Denied' : 'Uncertain';
  }
}

/** The `error` of a receipt: the code that the content names, else the Event Object's type, and the message. */
export function errorOf({ outcome, invocation, decision }: RecordedAttempt): JsonObject | undefined {
  if (outcome === undefined) {
    if (invocation !== undefined) return { code: 'no-outcome', message: 'no outcome was observed' };
    const code = decision?.event.decision === 'disallowed' ? 'disallowed' : 'permission-not-granted';
    return { code, ...(typeof decision?.event.reason === 'string' ? { message: decision.event.reason } : {}) };
  }
  const { type, body } = outcome.event;
  if (type === 'tool-result') return undefined;
  const said = isMap(body) ? body['code'] : undefined;
  const code = typeof said === 'string' || typeof said === 'number' ? String(said) : type;
  const message = messageOf(body);
  return { code, ...(message === undefined ? {} : { message }) };
}

/** The message of an error's content: its own, the text of an MCP result (`content`), or all of it as text. */
function messageOf(body: JsonValue | undefined): string | undefined {
  if (body === undefined || typeof body === 'string') return body;
  if (isMap(body)) {
    if (typeof body['message'] === 'string') return body['message'];
    const blocks = Array.isArray(body['content']) ? body['content'] : [];
    const texts = blocks.flatMap((block) => (isMap(block) && typeof block['text'] === 'string' ? [block['text']] : []));
    if (texts.length > 0) return texts.join('\n');
  }
  return stringifyJson(body);
}
