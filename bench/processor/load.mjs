// A long load: by default 10 million spans, one in twenty a tool's, of 1,000 conversations. Memory must stay flat and every call be counted.
import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { useTool } from './spans.mjs';

const dist = process.env.OTEL_VCON_DIST ?? new URL('../../dist/esm', import.meta.url).href;
const { CallbackSink, VconSpanProcessor } = await import(`${dist}/index.js`);

const SPANS = Number(process.env.SPANS ?? 10_000_000);
const CONVERSATIONS = 1_000;
/** A run of an agent, one call, and what surrounds it. */
const SPANS_A_TURN = 20;
const TURNS = Math.round(SPANS / SPANS_A_TURN);
const REPORTS = 20;

const counts = { vcons: 0, invocations: 0, results: 0 };
const sink = new CallbackSink((vcon, { final }) => {
  if (!final) return;
  counts.vcons += 1;
  for (const { type } of vcon.events) {
    if (type === 'tool-invocation') counts.invocations += 1;
    else if (type === 'tool-result') counts.results += 1;
  }
});
const processor = new VconSpanProcessor({ sinks: [sink], writeDelayMillis: 600_000 });
const tracer = new BasicTracerProvider({ spanProcessors: [processor] }).getTracer('load');

const megabytes = () => Math.round(process.memoryUsage().rss / 1_048_576);
const memory = [];
const start = performance.now();

for (let turn = 0; turn < TURNS; turn += 1) {
  const run = tracer.startSpan('invoke_agent planner', {
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'planner',
      'gen_ai.conversation.id': `conversation-${turn % CONVERSATIONS}`,
    },
  });
  const inside = trace.setSpan(ROOT_CONTEXT, run);
  useTool(tracer, `call-${turn}`, inside);
  for (let index = 2; index < SPANS_A_TURN; index += 1) {
    tracer
      .startSpan('GET /', { attributes: { 'http.request.method': 'GET', 'server.address': 'a.example' } }, inside)
      .end();
  }
  run.end();
  if (turn % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  if (turn % Math.ceil(TURNS / REPORTS) === 0) {
    const { openConversations, openRecords, queued } = processor.stats();
    memory.push(megabytes());
    process.stderr.write(
      `${((100 * turn) / TURNS).toFixed(0).padStart(3)} %  ${megabytes()} MB  ${openConversations} open, ${openRecords} records, ${queued} queued\n`,
    );
  }
}
await processor.shutdown();

const seconds = (performance.now() - start) / 1000;
const stats = processor.stats();
const [early, late] = [memory.slice(3, 8), memory.slice(-5)].map((values) => Math.max(...values));
const lost = stats.unreadable + stats.late + stats.sinks[0].lost;
const exact = counts.invocations === TURNS && counts.results === TURNS && lost === 0;
const flat = late <= early * 1.25;
process.stdout.write(
  `${TURNS * SPANS_A_TURN} spans, ${TURNS} calls in ${seconds.toFixed(0)} s (${((seconds * 1e6) / TURNS / SPANS_A_TURN).toFixed(1)} us a span)\n` +
    `${counts.vcons} vCons with ${counts.invocations} invocations and ${counts.results} results, ${lost} lost: ${exact ? 'exact' : 'NOT EXACT'}\n` +
    `at most ${early} MB early, ${late} MB late: ${flat ? 'flat' : 'NOT FLAT'}\n`,
);
if (!exact || !flat) process.exitCode = 1;
