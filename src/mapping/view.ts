import type { AnyValue, Attributes, SpanEvent, TelemetryRecord } from '../telemetry/index.js';
import { JsonTexts } from './pointer.js';

/** The elements that a rule with `each` goes through, and which one is current. */
export interface Elements {
  readonly list: readonly AnyValue[];
  readonly index: number;
}

/** What the expressions of a mapping see: a record, and where one is current, its span event, an element, the result. */
export class View {
  readonly record: TelemetryRecord;
  readonly event: SpanEvent | undefined;
  readonly elements: Elements | undefined;
  /** The element that relative pointers go into. */
  readonly element: AnyValue | undefined;
  readonly result: AnyValue | undefined;
  readonly texts: JsonTexts;

  private constructor(members: Omit<View, 'attributes' | 'withEvent' | 'withElement' | 'withElements' | 'withResult'>) {
    this.record = members.record;
    this.event = members.event;
    this.elements = members.elements;
    this.element = members.element;
    this.result = members.result;
    this.texts = members.texts;
  }

  /** A view of a whole record. */
  static of(record: TelemetryRecord): View {
    const nothing = undefined;
    return new View({
      record,
      event: nothing,
      elements: nothing,
      element: nothing,
      result: nothing,
      texts: new JsonTexts(),
    });
  }

  /** Attributes of the current span event, else of the record. */
  get attributes(): Attributes {
    return this.event === undefined ? this.record.attributes : this.event.attributes;
  }

  withEvent(event: SpanEvent): View {
    return new View({ ...this, event });
  }

  withElement(element: AnyValue): View {
    return new View({ ...this, element });
  }

  withElements(elements: Elements): View {
    return new View({ ...this, elements, element: elements.list[elements.index] });
  }

  withResult(result: AnyValue | undefined): View {
    return new View({ ...this, result });
  }
}
