import type { Vcon, VconEvent } from '../vcon/index.js';
import { type ContentRules, cleanBody } from './content.js';
import type { Redactor } from './redaction/index.js';
import { cleanUrl } from './server.js';
import type { OperationTrail } from './trail.js';

const CONTENT = ['body', 'encoding', 'mediatype', 'url', 'content_hash'];

/** A vCon that was not made here with its events under our rules: credentials taken out, content left out where it is not recorded. */
export function underRules(vcon: Vcon, rules: ContentRules): Vcon {
  return vcon.events === undefined ? vcon : { ...vcon, events: vcon.events.map((event) => eventUnder(event, rules)) };
}

/** Parameters that name, number or date something. */
const WITHOUT_SECRETS: ReadonlySet<string> = new Set([
  ...['type', 'time', 'sessions', 'party', 'operation_id', 'attempt', 'decision', 'policy_life', 'operation', 'tool'],
  ...['mediatype', 'encoding', 'content_hash', 'attachment', 'trace_id', 'span_id'],
]);

function eventUnder(event: VconEvent, { record, redactor }: ContentRules): VconEvent {
  const kept = record ? event : withoutContent(event);
  if (redactor === undefined) return kept;
  const clean = Object.entries(kept).map(([name, value]) => {
    if (value === undefined || WITHOUT_SECRETS.has(name)) return [name, value];
    if (name === 'body') return [name, cleanBody(value, kept['encoding'], redactor)];
    if (name === 'url' && typeof value === 'string') return [name, redactor.url(value)];
    if (name === 'server' && typeof value === 'string') return [name, cleanServer(value, redactor)];
    return [name, redactor.value(value)];
  });
  return Object.fromEntries(clean) as VconEvent;
}

/** A server's URL that holds credentials in the form in which it is written (draft section 6.1.8); any other as it is. */
function cleanServer(server: string, redactor: Redactor): string {
  const hasUserInfo = URL.canParse(server) && new URL(server).username + new URL(server).password !== '';
  return hasUserInfo || redactor.url(server) !== server ? (cleanUrl(server) ?? redactor.url(server)) : server;
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
