/** Attribute names that replayed spans use beside those of the conventions. docs/round-trip.md lists them. */
export const UNFINISHED = 'vcon.unfinished';
export const INVOCATION_MISSING = 'vcon.invocation_missing';
export const PLACEHOLDER = 'vcon.placeholder';
export const DECISION = 'vcon.decision';
export const TOOL = 'vcon.tool';
export const OPERATION_ID = 'vcon.operation_id';
export const ATTEMPT = 'vcon.attempt';
export const SERVER = 'vcon.server';

/** open-telemetry/semantic-conventions-genai: docs/gen-ai/gen-ai-spans.md, gen-ai-agent-spans.md (Development). */
export const GEN_AI = {
  operation: 'gen_ai.operation.name',
  agentName: 'gen_ai.agent.name',
  conversationId: 'gen_ai.conversation.id',
  toolName: 'gen_ai.tool.name',
  callId: 'gen_ai.tool.call.id',
  arguments: 'gen_ai.tool.call.arguments',
  result: 'gen_ai.tool.call.result',
} as const;

/** docs/gen-ai/mcp.md, and the stable names of @opentelemetry/semantic-conventions that it refers to. */
export const MCP_METHOD = 'mcp.method.name';
export const TOOLS_CALL = 'tools/call';
