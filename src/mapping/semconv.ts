/**
 * Attribute names of the GenAI, MCP, JSON-RPC, HTTP and exception conventions, kept here because
 * `@opentelemetry/semantic-conventions` 1.45.0 has the GenAI and MCP ones only as deprecated constants.
 *
 * Sources: open-telemetry/semantic-conventions-genai, docs/gen-ai/gen-ai-spans.md, gen-ai-agent-spans.md and mcp.md
 * (Development; no release yet); open-telemetry/semantic-conventions v1.44.0 and older for names that were renamed.
 */

/** docs/gen-ai/gen-ai-agent-spans.md */
export const AGENT_ID = 'gen_ai.agent.id';
export const AGENT_NAME = 'gen_ai.agent.name';
export const CONVERSATION_ID = 'gen_ai.conversation.id';

/** docs/gen-ai/gen-ai-spans.md */
export const OPERATION_NAME = 'gen_ai.operation.name';
/** Operations of which everything below the span is done by the span's agent. */
export const AGENT_RUN_OPERATIONS: readonly string[] = ['invoke_agent', 'create_agent'];
export const TOOL_CALL_ID = 'gen_ai.tool.call.id';
export const TOOL_NAME = 'gen_ai.tool.name';
export const TOOL_ARGUMENTS = 'gen_ai.tool.call.arguments';
export const TOOL_RESULT = 'gen_ai.tool.call.result';
/** Not in the conventions; several emitters set it to `success` or `error` and leave the span's status OK. */
export const TOOL_STATUS = 'gen_ai.tool.status';

/** docs/gen-ai/mcp.md */
export const MCP_METHOD = 'mcp.method.name';
export const MCP_SESSION = 'mcp.session.id';
export const MCP_TOOLS_CALL = 'tools/call';
/** Not in the conventions, which have no attribute for the name of an MCP server. */
export const MCP_SERVER_NAME = 'mcp.server.name';

export const JSONRPC_REQUEST_ID = 'jsonrpc.request.id';
/** The JSON-RPC error code: today's name, its predecessor, and the name of RPC conventions before 1.40. */
export const JSONRPC_ERROR_CODES: readonly string[] = [
  'rpc.status_code',
  'rpc.response.status_code',
  'rpc.jsonrpc.error_code',
];

/** docs/general/recording-errors.md of the core conventions. */
export const ERROR_TYPE = 'error.type';
export const ERROR_MESSAGE = 'error.message';

/** docs/exceptions of the core conventions. */
export const EXCEPTION_EVENT = 'exception';
export const EXCEPTION_TYPE = 'exception.type';
export const EXCEPTION_MESSAGE = 'exception.message';

export const SERVER_ADDRESS = 'server.address';
export const SERVER_PORT = 'server.port';
export const SERVICE_NAME = 'service.name';

/** docs/telemetry-vocabulary.md: attributes of our own that refine an ordinary tool span. */
export const OWN_OPERATION_ID = 'vcon.operation_id';
export const OWN_ATTEMPT = 'vcon.attempt';
export const OWN_SERVER = 'vcon.server';
