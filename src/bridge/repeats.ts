import type { Signal } from '../mapping/index.js';
import { push, stringifyJson } from '../telemetry/index.js';
import { isExplicit } from './explicit.js';

/**
 * Finds what our own vocabulary says twice: a log record that was bridged to a span event is there as both (OpenTelemetry, logs/sdk.md,
 * "Event to span event bridge").
 */
export class Repeats {
  readonly #said = new Map<string, Signal[]>();

  /** Whether the same was said before, at the same time on the same span. */
  isRepeat(signal: Signal): boolean {
    if (!isExplicit(signal) || signal.spanId === undefined) return false;
    const { traceId, spanId, kind, time } = signal;
    const key = `${traceId}:${spanId} ${kind} ${time?.join('.')}`;
    const before = this.#said.get(key) ?? [];
    if (before.some((other) => saysSame(other, signal))) return true;
    push(this.#said, key, signal);
    return false;
  }
}

function saysSame(a: Signal, b: Signal): boolean {
  const wordsOf = ({ content, decision, parameters }: Signal) => stringifyJson({ content, decision, parameters });
  // On a call's own span an event needs not to name the call; in a log record it has to.
  const isSameCall = (['operationId', 'attempt', 'tool'] as const).every(
    (name) => a.call[name] === undefined || b.call[name] === undefined || a.call[name] === b.call[name],
  );
  return isSameCall && wordsOf(a) === wordsOf(b);
}
