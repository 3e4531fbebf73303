import { eventAttributes, spanEventName } from '../bridge/replayed/index.js';
import {
  type AnyValue,
  earlier,
  type HrTime,
  later,
  newMap,
  type SpanEvent,
  type SpanKind,
  type SpanStatus,
} from '../telemetry/index.js';
import type { PlacedEvent } from './placed-event.js';

/** A span in the making. */
export interface SpanDraft {
  readonly traceId: string;
  /** Changes only for a span of ours that takes the place of an observed one. */
  spanId: string;
  /** Index of the Session Object that the span belongs to. */
  readonly session: number;
  readonly name: string;
  readonly kind: SpanKind;
  readonly status: SpanStatus;
  start: HrTime | undefined;
  end: HrTime | undefined;
  parent: SpanDraft | undefined;
  /** The parent as it was observed: its span id, `null` for a root, absent when nothing was observed. */
  readonly observedParent?: string | null;
  /** The span was made by us, to hold others: it covers what is below it. */
  readonly holder: boolean;
  readonly attributes: Record<string, AnyValue>;
  readonly events: SpanEvent[];
}

/** A draft with no attributes, events or parent yet. Status is unset, kind internal, unless given. */
export function newDraft(
  given: Pick<SpanDraft, 'traceId' | 'spanId' | 'session' | 'name' | 'holder'> & Partial<SpanDraft>,
): SpanDraft {
  return {
    kind: 'internal',
    status: { code: 'unset' },
    start: undefined,
    end: undefined,
    parent: undefined,
    attributes: newMap(),
    events: [],
    ...given,
  };
}

/** Makes a draft cover a time or a stretch of time. */
export function cover(draft: SpanDraft, start: HrTime | undefined, end: HrTime | undefined = start): void {
  draft.start = earlier(draft.start, start);
  draft.end = later(draft.end, end);
}

/** Shows an Event Object as a span event. `bodyIn` names the span's attribute that holds the body already. */
export function addEvent(draft: SpanDraft, placed: PlacedEvent, bodyIn?: string): void {
  draft.events.push({
    name: spanEventName(placed.type),
    time: placed.time,
    attributes: eventAttributes(placed.event, placed.index, bodyIn),
  });
}

/** Sets those attributes that have a value. */
export function setAttributes(draft: SpanDraft, values: Readonly<Record<string, AnyValue | undefined>>): void {
  for (const [name, value] of Object.entries(values)) if (value !== undefined) draft.attributes[name] = value;
}
