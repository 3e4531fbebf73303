import { newMap } from '../telemetry/index.js';
import type { ErrorFacts } from './error-facts.js';
import type { SignalContent } from './signal.js';

/** What is known of an error, as a small object; nothing known gives no content. */
export function failureContent({ types, messages, code }: ErrorFacts): SignalContent | undefined {
  const value = newMap<string | number>();
  if (types[0] !== undefined) value['error.type'] = types[0];
  if (messages[0] !== undefined) value['message'] = messages[0];
  if (code !== undefined) value['code'] = code;
  return Object.keys(value).length === 0 ? undefined : { value };
}

/** The reason that was given for a cancellation: the message that speaks of one, else any. */
export function cancelContent({ messages }: ErrorFacts): SignalContent | undefined {
  const reason = messages.find((message) => /abort|cancel/i.test(message)) ?? messages[0];
  return reason === undefined ? undefined : { value: reason, mediatype: 'text/plain' };
}

/** The question that an interrupted call asks, as the exception words it. */
export function questionContent({ messages }: ErrorFacts): SignalContent | undefined {
  return messages[0] === undefined ? undefined : { value: messages[0] };
}
