import { diag, type TimeInput } from '@opentelemetry/api';
import type { EventType } from '../../vcon/index.js';
import { safeJson } from './safe-json.js';
import { eventName, parameterAttribute } from './vocabulary.js';

type AttributeValue = string | number | string[];

/** What a helper needs of a span: any OTel span has it. */
export interface EventSpan {
  addEvent(name: string, attributes?: Record<string, AttributeValue>, time?: TimeInput): unknown;
}

/** What every helper takes. */
export interface EventDetails {
  /** When it happened. Default: now. */
  readonly time?: TimeInput;
  /** Further parameters of the Event Object, of any kind. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** The parameters of an Event Object by name; `undefined` ones are not written. */
export type EventParameters = Readonly<Record<string, unknown>>;

/**
 * Adds the span event for an Event Object. Parameters that are text or numbers by definition become attributes as they are, others
 * JSON text, because SDK 2.x drops objects. Nothing is ever thrown into the application, whatever it passed: what cannot be
 * recorded is said through OpenTelemetry's diagnostic logger.
 */
export function recordEvent<Details extends EventDetails>(
  span: EventSpan,
  type: EventType,
  details: Details,
  parametersOf: (details: Details) => EventParameters,
): void {
  try {
    const attributes: Record<string, AttributeValue> = {};
    for (const [name, value] of Object.entries({ ...details.parameters, ...parametersOf(details) })) {
      const attribute = toAttribute(name, value);
      if (attribute !== undefined) attributes[parameterAttribute(name)] = attribute;
    }
    span.addEvent(eventName(type), attributes, details.time);
  } catch (error) {
    diag.warn(`otel-vcon: a ${type} event could not be recorded`, error);
  }
}

/** The draft's own parameters that hold text or a number. Any other is JSON text, so that `"5"` and `5` stay apart. */
const PLAIN = new Set([
  'operation_id',
  'attempt',
  'server',
  'tool',
  'decision',
  'policy_life',
  'reason',
  'operation',
  'mediatype',
  'encoding',
  'body',
  'url',
  'content_hash',
  'attachment',
]);

function toAttribute(name: string, value: unknown): AttributeValue | undefined {
  if (PLAIN.has(name) && (typeof value === 'string' || typeof value === 'number' || isTexts(value))) return value;
  return safeJson(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
