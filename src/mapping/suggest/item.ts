import { type AnyValue, type Attributes, isMap, own, type TelemetryRecord, text } from '../../telemetry/index.js';
import type { Path, RuleTarget } from '../mapping-file.js';
import { pointerToken } from '../pointer.js';
import { EXCEPTION_EVENT } from '../semconv.js';

/** What a rule can be tried on: a span, a span event or a log record, with its values under the paths that a mapping names them by. */
export interface Item {
  readonly on: RuleTarget;
  /** Name of the span, span event or log event. */
  readonly name: string;
  /** The path of the name. */
  readonly namePath: Path;
  readonly values: ReadonlyMap<Path, AnyValue>;
}

/** The name of a log event before OTLP had a field for it. */
const EVENT_NAME = 'event.name';

/** The items of a record. */
export function itemsOf(record: TelemetryRecord): readonly Item[] {
  const values = attributeValues(record.attributes);
  if (record.signal === 'log') {
    for (const [path, value] of bodyValues(record.body)) values.set(path, value);
    const name = record.eventName ?? text(record.attributes, EVENT_NAME) ?? '';
    return [{ on: 'log', name, namePath: record.eventName === undefined ? EVENT_NAME : '@name', values }];
  }
  // The conventions' own event is read without a mapping.
  const events = record.events.filter(({ name }) => name !== EXCEPTION_EVENT);
  for (const { name, attributes } of events) {
    if (/:|#\//.test(name)) continue;
    for (const [path, value] of attributeValues(attributes)) values.set(`@event:${name}:${path}`, value);
  }
  return [
    { on: 'span', name: record.name, namePath: '@name', values },
    ...events.map((event): Item => {
      const own = attributeValues(event.attributes);
      return { on: 'span-event', name: event.name, namePath: '@name', values: own };
    }),
  ];
}

/** The attributes under paths. A key that the mapping language would read as something else has none. */
function attributeValues(attributes: Attributes): Map<Path, AnyValue> {
  return new Map(Object.entries(attributes).filter(([key]) => isPath(key)));
}

function isPath(key: string): boolean {
  return !/^(?:@|\/|$)|#\//.test(key) && !['all', 'any', 'not', '__proto__'].includes(key);
}

function bodyValues(body: AnyValue | undefined): readonly (readonly [Path, AnyValue])[] {
  if (!isMap(body)) return [];
  return Object.keys(body).map((key) => {
    return [`@body#/${pointerToken(key)}`, own(body, key) ?? null];
  });
}
