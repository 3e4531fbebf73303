import { type AnyValue, type Attributes, own, type TelemetryRecord, text } from '../telemetry/index.js';
import { defined, isEmpty } from './defined.js';
import { compileCondition, compileSource } from './expression.js';
import type { CallTemplate, ServerTemplate, Source } from './mapping-file.js';
import {
  JSONRPC_REQUEST_ID,
  MCP_METHOD,
  MCP_SERVER_NAME,
  OWN_ATTEMPT,
  OWN_OPERATION_ID,
  OWN_SERVER,
  SERVER_ADDRESS,
  SERVER_PORT,
} from './semconv.js';
import type { CallFacts, ServerFacts } from './signal.js';
import { asInteger, asName, asOrdinal } from './values.js';
import type { View } from './view.js';

/** The value that draft section 6.1.8 reserves for tools of the host. */
const HOST = '!host';

/** A server as one text has it: "!host", a URL, or a name. */
export function serverFromText(server: string): ServerFacts {
  if (server === HOST) return { host: true };
  return server.includes('://') ? { url: server } : { name: server };
}

/** Compiles the facts of the call that a record is about: what the mapping names, then what the conventions say. */
export function compileRecordCall(template: CallTemplate): ReadCall {
  const read = compileCall(template);
  const conventional = template.server?.replace !== true;
  return (view) => mergeCallFacts(standardCallFacts(view.record, conventional), read(view));
}

/** What the conventions and our own attributes say about the call of a record, whatever its emitter. */
function standardCallFacts(record: TelemetryRecord, conventional: boolean): CallFacts {
  const { attributes } = record;
  const mcp = text(attributes, MCP_METHOD) !== undefined;
  const server = { ...(conventional ? conventionalServer(attributes) : {}), ...ownServer(attributes) };
  return defined<CallFacts>({
    operationId: text(attributes, OWN_OPERATION_ID),
    attempt: asOrdinal(own(attributes, OWN_ATTEMPT)),
    requestId: asName(own(attributes, JSONRPC_REQUEST_ID)),
    protocol: mcp ? 'mcp' : undefined,
    observer: mcp && record.signal === 'span' && record.kind === 'server' ? 'provider' : undefined,
    server: isEmpty(server) ? undefined : server,
  });
}

function conventionalServer(attributes: Attributes): ServerFacts {
  return defined<ServerFacts>({
    name: asName(own(attributes, MCP_SERVER_NAME)),
    address: asName(own(attributes, SERVER_ADDRESS)),
    port: asInteger(own(attributes, SERVER_PORT)),
  });
}

function ownServer(attributes: Attributes): ServerFacts {
  const server = text(attributes, OWN_SERVER);
  return server === undefined ? {} : serverFromText(server);
}

/** Facts of one record about one call, put together: those of `facts` count before those of `base`. */
export function mergeCallFacts(base: CallFacts | undefined, facts: CallFacts): CallFacts {
  if (base === undefined) return facts;
  const server = { ...base.server, ...facts.server };
  return { ...base, ...facts, ...(isEmpty(server) ? {} : { server }) };
}

/** Reads facts of a call. */
export type ReadCall = (view: View) => CallFacts;

/** Compiles the facts that a mapping names. */
export function compileCall(template: CallTemplate): ReadCall {
  const name = (source: Source | undefined) => named(source, asName);
  const operationId = name(template.operationId);
  const attempt = named(template.attempt, asOrdinal);
  const callId = name(template.id);
  const requestId = name(template.requestId);
  const progressToken = name(template.progressToken);
  const taskId = name(template.taskId);
  const tool = name(template.tool);
  const server = template.server && compileServer(template.server);
  const args = template.arguments === undefined ? undefined : compileSource(template.arguments);
  const resumed = template.resumed && compileCondition(template.resumed);
  return (view) =>
    defined<CallFacts>({
      operationId: operationId?.(view),
      attempt: attempt?.(view),
      callId: callId?.(view),
      requestId: requestId?.(view),
      progressToken: progressToken?.(view),
      taskId: taskId?.(view),
      tool: tool?.(view),
      server: server?.(view),
      protocol: template.protocol,
      observer: template.observer,
      arguments: args?.(view),
      resumed: resumed?.(view) ? true : undefined,
      requested: template.requested,
    });
}

/** Compiles the facts of a server; nothing known gives `undefined`. */
export function compileServer(template: ServerTemplate): (view: View) => ServerFacts | undefined {
  const url = named(template.url, asName);
  const name = named(template.name, asName);
  const address = named(template.address, asName);
  const port = named(template.port, asInteger);
  const host = template.host === true ? () => true : template.host && compileCondition(template.host);
  return (view) => {
    const facts = defined<ServerFacts>({
      url: url?.(view),
      name: name?.(view),
      address: address?.(view),
      port: port?.(view),
      host: host?.(view) ? true : undefined,
    });
    return isEmpty(facts) ? undefined : facts;
  };
}

/** A source whose value is read as a name or number; a list skips what is not one. */
export function named<T>(
  source: Source | undefined,
  read: (value: AnyValue | undefined) => T | undefined,
): ((view: View) => T | undefined) | undefined {
  if (source === undefined) return undefined;
  const sources = (Array.isArray(source) ? (source as readonly Source[]) : [source]).map(compileSource);
  return (view) => {
    for (const candidate of sources) {
      const value = read(candidate(view));
      if (value !== undefined) return value;
    }
    return undefined;
  };
}
