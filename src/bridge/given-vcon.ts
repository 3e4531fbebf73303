import type { Vcon, VconEvent } from '../vcon/index.js';
import type { OperationTrail } from './assembly.js';
import { type ContentRules, cleanBody } from './content.js';

const CONTENT = ['body', 'encoding', 'mediatype', 'url', 'content_hash'];

/** A vCon that was not made here with its events under our rules: credentials taken out, content left out where it is not recorded. */
export function underRules(vcon: Vcon, rules: ContentRules): Vcon {
  return vcon.events === undefined ? vcon : { ...vcon, events: vcon.events.map((event) => eventUnder(event, rules)) };
}

function eventUnder(event: VconEvent, { record, redactor }: ContentRules): VconEvent {
  const kept = record ? event : withoutContent(event);
  if (redactor === undefined) return kept;
  const clean = Object.entries(kept).map(([name, value]) => {
    if (value === undefined) return [name, value];
    if (name === 'body') return [name, cleanBody(value, kept['encoding'], redactor)];
    if (name === 'url' && typeof value === 'string') return [name, redactor.url(value)];
    return name === 'reason' ? [name, redactor.value(value)] : [name, value];
  });
  return Object.fromEntries(clean) as VconEvent;
}

function withoutContent(event: VconEvent): VconEvent {
  return Object.fromEntries(Object.entries(event).filter(([name]) => !CONTENT.includes(name))) as VconEvent;
}

/** The operations that a vCon's events name. */
export function trailOfVcon(vcon: Vcon): readonly OperationTrail[] {
  const tools = new Map<string, string | undefined>();
  for (const { operation_id: id, tool } of vcon.events ?? [])
    if (typeof id === 'string') tools.set(id, tools.get(id) ?? (typeof tool === 'string' ? tool : undefined));
  return [...tools].map(([operationId, tool]) => ({ operationId, ...(tool === undefined ? {} : { tool }), views: [] }));
}
