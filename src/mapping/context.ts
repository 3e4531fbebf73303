import { type HrTime, own, type SpanRecord, type TelemetryRecord, type Writable } from '../telemetry/index.js';
import { compileCall, compileServer, named } from './call-facts.js';
import { defined } from './defined.js';
import { compileCondition, compileSource, EXPRESSIONS } from './expression.js';
import type { ContextTemplate, RequestsTemplate } from './mapping-file.js';
import { compileSelection } from './selection.js';
import {
  AGENT_ID,
  AGENT_NAME,
  AGENT_RUN_OPERATIONS,
  CONVERSATION_ID,
  MCP_SESSION,
  OPERATION_NAME,
  SERVICE_NAME,
} from './semconv.js';
import type { AgentFacts, CallFacts, HttpFacts, SpanFacts } from './signal.js';
import { logTime } from './times.js';
import { asInteger, asName, asText } from './values.js';
import type { View } from './view.js';

/** Who acted, in which conversation: as a mapping names it, else as the GenAI conventions do. */
export interface Context {
  readonly agent: AgentFacts | undefined;
  readonly conversation: string | undefined;
  readonly service: string | undefined;
  /** When a log record was written. */
  readonly time: HrTime | undefined;
}

/** A compiled context of a mapping. */
export interface ContextReader {
  read(view: View): Context;
  /** The facts that the bridge needs of any span. */
  span(view: View, span: SpanRecord, context: Context): Writable<SpanFacts>;
}

/** Compiles the context of a mapping, or with none, what the conventions say. */
export function compileContext(template: ContextTemplate = {}): ContextReader {
  const agentId = named(template.agent?.id, asName);
  const agentName = named(template.agent?.name, asName);
  const conversation = named(template.conversation, asName);
  const runs = template.agent?.run && compileCondition(template.agent.run);
  const announces = template.announces && compileCondition(template.announces.when);
  const announced = template.announces && compileServer(template.announces.server);
  const http = template.http && compileHttp(template.http);
  const requests = (template.requests ?? []).map(compileRequests);
  const stamp = template.time === undefined ? undefined : compileSource(template.time);

  const requestsOf = (view: View): readonly CallFacts[] | undefined => {
    if (requests.length === 0) return undefined;
    const calls = requests.flatMap((readRequests) => readRequests(view));
    return calls.length === 0 ? undefined : calls;
  };
  const read = (view: View): Context => {
    const { attributes } = view.record;
    const id = agentId?.(view) ?? asName(own(attributes, AGENT_ID));
    const name = agentName?.(view) ?? asName(own(attributes, AGENT_NAME));
    return {
      agent: id === undefined && name === undefined ? undefined : defined<AgentFacts>({ id, name }),
      conversation: conversation?.(view) ?? asName(own(attributes, CONVERSATION_ID)),
      service: serviceName(view.record),
      time: view.record.signal === 'log' ? logTime(view.record, stamp?.(view)) : undefined,
    };
  };
  return {
    read,
    span: (view, span, { agent, conversation: conversationId, service }) => {
      const operation = asText(own(span.attributes, OPERATION_NAME)) ?? '';
      const run = AGENT_RUN_OPERATIONS.includes(operation) || runs?.(view) === true;
      const facts = placeOf(span, service);
      if (agent !== undefined) facts.agent = agent;
      if (run) facts.agentRun = true;
      if (conversationId !== undefined) facts.conversation = conversationId;
      const server = announces?.(view) ? announced?.(view) : undefined;
      if (server !== undefined) facts.announces = server;
      const mcpSession = asName(own(span.attributes, MCP_SESSION));
      if (mcpSession !== undefined) facts.mcpSession = mcpSession;
      const asked = requestsOf(view);
      if (asked !== undefined) facts.requests = asked;
      const request = http?.(view);
      if (request !== undefined) facts.http = request;
      return facts;
    },
  };
}

/** The facts of a span of which only ids, name, kind and times were read. */
export function skimmedFacts(span: SpanRecord): SpanFacts {
  return placeOf(span, serviceName(span));
}

/** Where and when a span is, and of which service. */
function placeOf(span: SpanRecord, service: string | undefined): Writable<SpanFacts> {
  const { traceId, spanId, parentSpanId, name, kind, startTime, endTime, status } = span;
  const facts: Writable<SpanFacts> = { traceId, spanId, name, kind, startTime, endTime };
  if (parentSpanId !== undefined) facts.parentSpanId = parentSpanId;
  const follows = followedSpan(span);
  if (follows !== undefined) facts.follows = follows;
  if (status.code !== 'unset') facts.status = status.code;
  if (service !== undefined) facts.service = service;
  return facts;
}

/** A span that links to several works on a batch of them, which says nothing of whose it is. */
function followedSpan({ parentSpanId, links }: SpanRecord): SpanFacts['follows'] {
  const [link] = links;
  if (parentSpanId !== undefined || link === undefined || links.length > 1) return undefined;
  return { traceId: link.traceId, spanId: link.spanId };
}

function serviceName(record: TelemetryRecord): string | undefined {
  const name = asName(own(record.resource.attributes, SERVICE_NAME));
  // What an SDK writes when nobody named the service (resource conventions, service.name).
  return name?.startsWith('unknown_service') ? undefined : name;
}

/** Calls without an id are left out: nothing can be had from them. */
function compileRequests(template: RequestsTemplate): (view: View) => readonly CallFacts[] {
  const select = compileSelection(template, EXPRESSIONS);
  const callOf = compileCall(template.call);
  return (view) => {
    const list = select(view);
    const calls = list.map((_, index) => callOf(view.withElements({ list, index })));
    return calls.filter(({ callId }) => callId !== undefined);
  };
}

function compileHttp(template: NonNullable<ContextTemplate['http']>): (view: View) => HttpFacts | undefined {
  const applies = compileCondition(template.when);
  const url = named(template.url, asName);
  const status = named(template.status, asInteger);
  const challenge = named(template.challenge, asName);
  return (view) =>
    applies(view)
      ? defined<HttpFacts>({ url: url?.(view), status: status?.(view), challenge: challenge?.(view) })
      : undefined;
}
