import { semconv } from '../mapping/index.js';
import { type AnyValue, stringifyJson } from '../telemetry/index.js';
import { fromBase64, toBase64url } from '../vcon/index.js';
import * as names from './names.js';
import { invocationOf, isPerformed, type Operation, textOf } from './operations.js';
import { outcomeOf } from './outcome.js';
import type { OwnSpan } from './own-span.js';
import type { PlacedEvent } from './placed-event.js';
import type { SessionPlan } from './session-plan.js';
import { addEvent, cover, newDraft, type SpanDraft, setAttributes } from './span-draft.js';
import type { SpanIds } from './span-ids.js';

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };

/** What a span of an operation shows. */
export interface AttemptSpanSource {
  readonly operation: Operation;
  /** The number of the attempt; absent for the span that holds several attempts. */
  readonly attempt?: number;
  /** The events that tell the outcome, in the order of their times. */
  readonly events: readonly PlacedEvent[];
  /** The events that are shown on the span. */
  readonly shown: readonly PlacedEvent[];
  readonly own?: OwnSpan;
  /** The span is one of several attempts, below the operation's own. */
  readonly below?: SpanDraft;
}

/**
 * The span of an operation or of one attempt: `execute_tool {tool}`, or `tools/call {tool}` for the single request of an
 * operation that has several, with the attributes of the conventions and the Event Objects as span events.
 */
export function attemptSpan(source: AttemptSpanSource, sessions: SessionPlan, ids: SpanIds): SpanDraft {
  const { operation, attempt, events, shown, own, below } = source;
  const url = serverUrl(operation.server);
  const isRequest = below !== undefined && url !== undefined;
  const session = sessionOf(events);
  const traceId = own?.traceId ?? below?.traceId ?? traceOf(events) ?? sessions.traceOf(session);
  const outcome = outcomeOf(events);
  const details = own?.details;
  const invocation = invocationOf(events);
  const draft = newDraft({
    traceId,
    spanId: own?.spanId ?? ids.derive(traceId, 'operation', operation.id ?? events[0]?.index ?? 0, attempt ?? 'all'),
    session,
    name: details?.name ?? nameOf(isRequest ? semconv.MCP_TOOLS_CALL : 'execute_tool', operation.tool),
    kind: details?.kind ?? (isRequest ? 'client' : 'internal'),
    status: details === undefined ? outcome.status : { ...outcome.status, code: details.status },
    holder: details === undefined,
    parent: below,
    ...(details === undefined ? {} : { observedParent: details.parentSpanId ?? null }),
  });
  if (details === undefined) for (const { time } of events) cover(draft, time);
  else cover(draft, details.start ?? invocation?.time, details.end ?? events.at(-1)?.time);
  setAttributes(draft, {
    [semconv.OPERATION_NAME]: 'execute_tool',
    [semconv.TOOL_NAME]: operation.tool,
    [semconv.TOOL_CALL_ID]: textOf(invocation?.event.tool_call_id),
    [semconv.AGENT_NAME]: sessions.agentName(events[0]?.event.party),
    [semconv.CONVERSATION_ID]: sessions.conversationId(session),
    [semconv.MCP_METHOD]: url === undefined ? undefined : semconv.MCP_TOOLS_CALL,
    [semconv.SERVER_ADDRESS]: url?.hostname,
    [semconv.SERVER_PORT]: url === undefined ? undefined : portOf(url),
    [semconv.ERROR_TYPE]: outcome.errorType,
    [semconv.OWN_OPERATION_ID]: operation.id,
    [semconv.OWN_ATTEMPT]: attempt,
    [semconv.OWN_SERVER]: operation.server,
    [names.UNFINISHED]: outcome.event === undefined || undefined,
    [names.INVOCATION_MISSING]: invocation === undefined || undefined,
  });
  showEvents(draft, shown, invocation, outcome.event);
  return draft;
}

/** `execute_tool` with the tool's name, as far as it is known. */
export function nameOf(operation: string, tool: string | undefined): string {
  return tool === undefined ? operation : `${operation} ${tool}`;
}

/** The session in which an operation was performed or decided. */
export function sessionOf(events: readonly PlacedEvent[]): number {
  return (events.find((event) => isPerformed([event])) ?? events[0])?.session ?? 0;
}

/** The trace in which events without a span of their own were observed. */
export function traceOf(events: readonly PlacedEvent[]): string | undefined {
  return events.find(({ traceId }) => traceId !== undefined)?.traceId;
}

/** Arguments and result are attributes of the span; a body that an attribute holds is not repeated in its span event. */
function showEvents(
  draft: SpanDraft,
  shown: readonly PlacedEvent[],
  invocation: PlacedEvent | undefined,
  end: PlacedEvent | undefined,
): void {
  for (const placed of shown) {
    const attribute =
      placed === invocation
        ? semconv.TOOL_ARGUMENTS
        : placed === end && placed.type === 'tool-result'
          ? semconv.TOOL_RESULT
          : undefined;
    const content = attribute === undefined ? undefined : contentAttribute(placed);
    if (attribute !== undefined && content !== undefined) draft.attributes[attribute] = content;
    addEvent(draft, placed, content === undefined ? undefined : attribute);
  }
}

/** Content as an attribute: JSON text, text or bytes. `undefined` when there is none or it is not in its encoding's form. */
function contentAttribute({ event: { body, encoding } }: PlacedEvent): AnyValue | undefined {
  if (body === undefined) return undefined;
  if (encoding === 'json') return stringifyJson(body);
  if (typeof body !== 'string') return undefined;
  if (encoding === 'none') return body;
  const bytes = encoding === 'base64url' ? fromBase64(body) : undefined;
  return bytes !== undefined && toBase64url(bytes) === body ? bytes : undefined;
}

/** The URL of a server that has one (draft section 6.1.8), when it is one of HTTP, as MCP's servers with a URL are. */
function serverUrl(server: string | undefined): URL | undefined {
  if (server === undefined || !URL.canParse(server)) return undefined;
  const url = new URL(server);
  return url.protocol in DEFAULT_PORTS && url.hostname !== '' ? url : undefined;
}

function portOf(url: URL): number | undefined {
  return url.port === '' ? DEFAULT_PORTS[url.protocol] : Number(url.port);
}
