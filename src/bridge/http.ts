import type { HttpFacts, ServerFacts, Signal, SpanFacts } from '../mapping/index.js';
import { type AnyValue, newMap, push } from '../telemetry/index.js';
import type { Attempt } from './attempt.js';
import type { Observation } from './observation.js';
import type { Operation } from './operation.js';
import { type SpanTree, spanKey } from './span-tree.js';

/** HTTP statuses that MCP marks as a denial (draft appendix A: HTTP 401 or 403 response). */
const DENIALS = new Set([401, 403]);

/**
 * Reads the HTTP requests below MCP calls: the server's URL, and a denial where the last response was one (design rules R4, R8).
 * Only calls over MCP are looked at: a request that a tool makes for its own work says nothing of its server.
 */
export function readTransport(operations: readonly Operation[], tree: SpanTree): void {
  for (const operation of operations)
    for (const attempt of operation.attempts)
      for (const view of attempt.all) if (view.call.protocol === 'mcp') readRequests(operation, attempt, view, tree);
}

function readRequests(operation: Operation, attempt: Attempt, view: Observation, tree: SpanTree): void {
  const last = requestsOf(view, tree).at(-1);
  if (last?.http === undefined) return;
  const { url } = last.http;
  if (url !== undefined) operation.announced = { url };
  const outcome = view.signals.find(({ kind }) => kind === 'failure' || kind === 'error' || kind === 'denied');
  if (outcome !== undefined && last.http.status !== undefined && DENIALS.has(last.http.status))
    attempt.denial = denialOf(outcome, last.http);
}

/** The HTTP client spans that carry the call, by start; those to another host (a token endpoint) are not its transport. */
function requestsOf(view: Observation, tree: SpanTree): readonly SpanFacts[] {
  if (view.span === undefined) return [];
  const requests = [
    ...tree.descendants(view.span, (below) => below.http === undefined && below.kind !== 'server'),
  ].filter(({ http, kind }) => http !== undefined && kind !== 'server');
  const address = view.call.server?.address;
  const same = requests.filter(
    ({ http }) => address === undefined || http?.url === undefined || hostOf(http.url) === address,
  );
  return same.length > 0 ? same : requests;
}

function hostOf(url: string): string | undefined {
  try {
    return new URL(url).hostname;
  } catch {
    return undefined;
  }
}

function denialOf(outcome: Signal, { status, challenge }: HttpFacts): Signal {
  const value = newMap<AnyValue>();
  if (status !== undefined) value['http.response.status_code'] = status;
  if (challenge !== undefined) value['www-authenticate'] = challenge;
  const told = outcome.content?.value;
  if (typeof told === 'string' && told !== '') value['message'] = told;
  else if (typeof told === 'object' && told !== null && !Array.isArray(told) && !(told instanceof Uint8Array))
    Object.assign(value, { ...told, ...value });
  return { ...outcome, kind: 'denied', content: { value } };
}

/**
 * Gives MCP calls without a server of their own the one that an `initialize` announced: in the same MCP session, else beside or above
 * the call, nearest first, and only when all announcements there agree.
 */
export function readAnnouncements(operations: readonly Operation[], tree: SpanTree): void {
  if (tree.announcing.length === 0) return;
  const bySession = new Map<string, SpanFacts[]>();
  const byParent = new Map<string, SpanFacts[]>();
  for (const span of tree.announcing) {
    if (span.mcpSession !== undefined) push(bySession, span.mcpSession, span);
    push(byParent, spanKey(span.traceId, span.parentSpanId ?? ''), span);
  }
  for (const operation of operations) {
    const view = operation.views.find(({ call }) => call.protocol === 'mcp');
    if (view?.span === undefined || operation.server !== undefined) continue;
    const session = view.span.mcpSession === undefined ? undefined : bySession.get(view.span.mcpSession);
    operation.announced = agreed(session) ?? nearest(view.span, byParent, tree);
  }
}

function nearest(
  span: SpanFacts,
  byParent: ReadonlyMap<string, readonly SpanFacts[]>,
  tree: SpanTree,
): ServerFacts | undefined {
  for (const around of tree.lineage(span)) {
    const beside = byParent.get(spanKey(around.traceId, around.parentSpanId ?? ''));
    if (beside !== undefined) return agreed(beside);
  }
  return undefined;
}

function agreed(spans: readonly SpanFacts[] | undefined): ServerFacts | undefined {
  const first = spans?.[0]?.announces;
  return spans?.every(({ announces }) => announces?.name === first?.name && announces?.url === first?.url)
    ? first
    : undefined;
}
