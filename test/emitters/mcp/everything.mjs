// A host whose own spans follow the GenAI conventions, with the reference server "everything" as a child process over stdio and
// OpenLLMetry (Traceloop) on the client. What happens within a call (progress, questions) no instrumentation shows: the host says it
// with the helpers of otel-vcon, and so it does with the decisions.
import { createRequire } from 'node:module';
import * as clientModule from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import { McpInstrumentation } from '@traceloop/instrumentation-mcp';
import { otelVcon, startRecording } from '../harness.mjs';

const { provider, finish } = startRecording('mcp-host');
const instrumentation = new McpInstrumentation({ traceContent: true });
instrumentation.setTracerProvider(provider);
instrumentation.manuallyInstrument({ Client: clientModule.Client });
const tracer = trace.getTracer('host', '1.0.0');

const agentSpan = tracer.startSpan('invoke_agent guide', {
  attributes: {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'guide',
    'gen_ai.conversation.id': 'visit-1',
  },
});
const inAgent = trace.setSpan(context.active(), agentSpan);

const client = new clientModule.Client({ name: 'host', version: '1.0.0' }, { capabilities: { elicitation: {} } });
let toolSpan;
client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
  otelVcon.recordToolInput(toolSpan, { content: { message: params.message } });
  const answer = { action: 'accept', content: { name: 'Ada', integer: 7 } };
  otelVcon.recordToolInputResponse(toolSpan, { content: answer });
  return answer;
});
const script = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const transport = new StdioClientTransport({ command: process.execPath, args: [script, 'stdio'], stderr: 'ignore' });

await context.with(inAgent, async () => {
  await client.connect(transport);
  await client.listTools();

  await use('call-sum', 'get-sum', { a: 2, b: 40 });
  await use(
    'call-long',
    'trigger-long-running-operation',
    { duration: 0.3, steps: 3 },
    {
      onprogress: (progress) => otelVcon.recordToolProgress(toolSpan, { content: progress }),
    },
  );
  await use('call-ask', 'trigger-elicitation-request', {});
  await use('call-bad', 'get-sum', { a: 'two', b: 40 });
  await use('call-unknown', 'get-difference', { a: 2, b: 40 });
  await use('call-late', 'trigger-long-running-operation', { duration: 5, steps: 1 }, { timeout: 100 });
  const abort = new AbortController();
  setTimeout(() => abort.abort('the visitor left'), 100);
  await use('call-stop', 'trigger-long-running-operation', { duration: 6, steps: 1 }, { signal: abort.signal });

  otelVcon.recordPolicyDecision(agentSpan, {
    decision: 'disallowed',
    reason: 'the environment is nobody’s business',
    operationId: 'call-env',
    attempt: 1,
    server: 'mcp-servers/everything',
    tool: 'get-env',
  });
  await use('call-allowed', 'echo', { message: 'hello' }, {}, { decision: 'allowed', reason: 'echoes are harmless' });
  await client.close();
});
agentSpan.end();
await finish();

/** A call as an agent makes it: its own span around that of the client. */
async function use(id, tool, args, options, decision) {
  toolSpan = tracer.startSpan(
    `execute_tool ${tool}`,
    {
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool,
        'gen_ai.tool.call.id': id,
        'gen_ai.tool.call.arguments': JSON.stringify(args),
      },
    },
    inAgent,
  );
  if (decision !== undefined) otelVcon.recordPolicyDecision(toolSpan, decision);
  await context.with(trace.setSpan(inAgent, toolSpan), async () => {
    try {
      const result = await client.callTool({ name: tool, arguments: args }, undefined, options);
      toolSpan.setAttribute('gen_ai.tool.call.result', JSON.stringify(result.content));
      if (result.isError) toolSpan.setStatus({ code: SpanStatusCode.ERROR, message: result.content[0].text });
    } catch (error) {
      toolSpan.setAttribute('error.type', String(error.code));
      toolSpan.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
    }
  });
  toolSpan.end();
}
