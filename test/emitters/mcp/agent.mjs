// MCP client and server in one process, both instrumented by OpenLLMetry (Traceloop).
import * as clientModule from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import * as serverModule from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { McpInstrumentation } from '@traceloop/instrumentation-mcp';
import { z } from 'zod';
import { moment, startRecording, witness } from '../harness.mjs';

const { provider, finish } = startRecording('mcp-host');
const instrumentation = new McpInstrumentation({ traceContent: true });
instrumentation.setTracerProvider(provider);
instrumentation.manuallyInstrument({ Client: clientModule.Client, Server: serverModule.Server });

const text = (value) => ({ content: [{ type: 'text', text: value }] });
const server = new McpServer({ name: 'harbour', version: '3.1.0' });
server.registerTool('tide', { inputSchema: { port: z.string() } }, async ({ port }) => {
  witness('tide', { port });
  return text(`high water in ${port} at noon`);
});
server.registerTool('open_lock', { inputSchema: { lock: z.number() } }, async ({ lock }) => {
  witness('open_lock', { lock });
  throw new Error('the gate is jammed');
});
server.registerTool('berth', { inputSchema: { ship: z.string() } }, async ({ ship }) => {
  witness('berth', { ship });
  const requestedSchema = { type: 'object', properties: { draught: { type: 'number' } }, required: ['draught'] };
  const answer = await server.server.elicitInput({ message: `Draught of ${ship}?`, requestedSchema });
  await moment();
  return text(answer.action === 'accept' ? `berth for ${answer.content.draught} m` : `no berth: ${answer.action}`);
});
server.registerTool('dredge', { inputSchema: { hours: z.number() } }, ({ hours }) => {
  witness('dredge', { hours });
  return new Promise((resolve) => setTimeout(() => resolve(text('dredged')), 400));
});

const client = new clientModule.Client({ name: 'host', version: '1.0.0' }, { capabilities: { elicitation: {} } });
client.setRequestHandler(ElicitRequestSchema, async ({ params }) =>
  params.message.includes('Gull') ? { action: 'accept', content: { draught: 2.5 } } : { action: 'decline' },
);
const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(serverSide), client.connect(clientSide)]);

const call = (name, args, options) => client.callTool({ name, arguments: args }, undefined, options);
await client.listTools();
await call('tide', { port: 'Faro' });
await call('open_lock', { lock: 2 });
await call('berth', { ship: 'Gull' });
await call('berth', { ship: 'Tern' });
await stopped(call('dredge', { hours: 1 }, { timeout: 60 }));
const abort = new AbortController();
setTimeout(() => abort.abort('the harbour closes'), 30);
await stopped(call('dredge', { hours: 2 }, { signal: abort.signal }));
await call('tide', { harbour: 'Faro' });
await call('moor', { buoy: 9 });
// The answers to the two stopped calls still come.
await new Promise((resolve) => setTimeout(resolve, 500));
await client.close();
await finish();

async function stopped(request) {
  const answer = await request.catch(() => undefined);
  if (answer !== undefined) throw new Error('the client should not have waited');
}
