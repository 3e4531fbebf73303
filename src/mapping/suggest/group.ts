import { push, type TelemetryRecord } from '../../telemetry/index.js';
import type { Mapper } from '../mapper.js';
import { type Item, itemsOf } from './item.js';

/** The records of one emitter that no mapping makes anything of. */
export interface EmitterGroup {
  /** Name of the instrumentation scope; empty when the records have none. */
  readonly scope: string;
  /** How many records there are. */
  readonly records: number;
  readonly items: readonly Item[];
  /** A mapping makes something of other records of the scope. */
  readonly partlyKnown: boolean;
}

/** Groups what no mapping makes anything of by its instrumentation scope. In the order of scopes. */
export function groupsOf(records: Iterable<TelemetryRecord>, mapper: Mapper): readonly EmitterGroup[] {
  const known = new Set<string>();
  const groups = new Map<string, TelemetryRecord[]>();
  for (const record of records) {
    const { name } = record.scope;
    const { rules, signals, span } = mapper.map(record);
    if (rules.length > 0 || signals.length > 0) known.add(name);
    else if (span?.http === undefined) push(groups, name, record);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([scope, unknown]) => ({
      scope,
      records: unknown.length,
      items: unknown.flatMap(itemsOf),
      partlyKnown: known.has(scope),
    }));
}
