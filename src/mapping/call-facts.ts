import { type AnyValue, type Attributes, own, type TelemetryRecord, text, type Writable } from '../telemetry/index.js';
import { isEmpty, reader } from './defined.js';
import { compileCondition, compileSource, type Holds } from './expression.js';
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
function serverFromText(server: string): ServerFacts {
  if (server === HOST) return { host: true };
  return server.includes('://') ? { url: server } : { name: server };
}

/** Compiles the facts of the call that a record is about: what the mapping names, then what the conventions say. */
export function compileRecordCall(template: CallTemplate): ReadCall {
  const read = compileCall(template);
  const conventional = template.server?.replace !== true;
  return (view) => {
    const call: Writable<CallFacts> = standardCallFacts(view.record, conventional);
    addCallFacts(call, read(view));
    return call;
  };
}

/** What the conventions and our own attributes say about the call of a record, whatever its emitter. */
function standardCallFacts(record: TelemetryRecord, conventional: boolean): Writable<CallFacts> {
  const facts: Writable<CallFacts> = conventionalCall(record);
  const server: Writable<ServerFacts> = conventional ? conventionalServer(record.attributes) : {};
  const ours = text(record.attributes, OWN_SERVER);
  if (ours !== undefined) Object.assign(server, serverFromText(ours));
  if (!isEmpty(server)) facts.server = server;
  return facts;
}

const conventionalCall = reader<TelemetryRecord, CallFacts>({
  operationId: ({ attributes }) => text(attributes, OWN_OPERATION_ID),
  attempt: ({ attributes }) => asOrdinal(own(attributes, OWN_ATTEMPT)),
  requestId: ({ attributes }) => asName(own(attributes, JSONRPC_REQUEST_ID)),
  protocol: (record) => (isMcp(record) ? 'mcp' : undefined),
  observer: (record) =>
    record.signal === 'span' && record.kind === 'server' && isMcp(record) ? 'provider' : undefined,
});

const conventionalServer = reader<Attributes, ServerFacts>({
  name: (attributes) => asName(own(attributes, MCP_SERVER_NAME)),
  address: (attributes) => asName(own(attributes, SERVER_ADDRESS)),
  port: (attributes) => asInteger(own(attributes, SERVER_PORT)),
});

function isMcp({ attributes }: TelemetryRecord): boolean {
  return text(attributes, MCP_METHOD) !== undefined;
}

/** Facts of one record about one call, put together: those of `facts` count before those of `base`. */
export function mergeCallFacts(base: CallFacts | undefined, facts: CallFacts): CallFacts {
  if (base === undefined) return facts;
  const both = { ...base };
  addCallFacts(both, facts);
  return both;
}

function addCallFacts(to: Writable<CallFacts>, facts: CallFacts): void {
  const { server } = to;
  Object.assign(to, facts);
  if (server !== undefined && facts.server !== undefined) to.server = { ...server, ...facts.server };
}

/** Reads facts of a call. */
export type ReadCall = (view: View) => CallFacts;

/** Compiles the facts that a mapping names. */
export function compileCall(template: CallTemplate): ReadCall {
  const name = (source: Source | undefined) => named(source, asName);
  const { protocol, observer, arguments: args, resumed, requested } = template;
  return reader<View, CallFacts>({
    operationId: name(template.operationId),
    attempt: named(template.attempt, asOrdinal),
    callId: name(template.id),
    requestId: name(template.requestId),
    progressToken: name(template.progressToken),
    taskId: name(template.taskId),
    tool: name(template.tool),
    server: template.server && compileServer(template.server),
    protocol: protocol && (() => protocol),
    observer: observer && (() => observer),
    arguments: args === undefined ? undefined : compileSource(args),
    resumed: resumed && ifHolds(compileCondition(resumed)),
    requested: requested && (() => requested),
  });
}

function ifHolds(holds: Holds): (view: View) => true | undefined {
  return (view) => (holds(view) ? true : undefined);
}

/** Compiles the facts of a server; nothing known gives `undefined`. */
export function compileServer(template: ServerTemplate): (view: View) => ServerFacts | undefined {
  const { host } = template;
  const read = reader<View, ServerFacts>({
    url: named(template.url, asName),
    name: named(template.name, asName),
    address: named(template.address, asName),
    port: named(template.port, asInteger),
    host: host === true ? () => true : host && ifHolds(compileCondition(host)),
  });
  return (view) => {
    const facts = read(view);
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
