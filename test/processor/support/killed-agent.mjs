// An agent that uses tools as fast as it can and says on standard output what it has done, until it is killed.
import { writeSync } from 'node:fs';
import { context, trace } from '@opentelemetry/api';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';

const [compiled, folder, journal, seed] = process.argv.slice(2);
const { VconSpanProcessor } = await import(`${compiled}/esm/processor/index.js`);
const { FileJournal, FileSink } = await import(`${compiled}/esm/processor/node/index.js`);

let state = Number(seed) || 1;
/** A small random number generator (xorshift), so that a run can be repeated. */
const random = (below) => {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
};

const processor = new VconSpanProcessor({
  sinks: [new FileSink({ folder })],
  journal: new FileJournal({ folder: journal, maxBytes: 20_000 + random(100_000) }),
  limits: { traces: 3 + random(10), conversationRecords: 20 + random(50) },
  mapDelayMillis: 1 + random(5),
  writeDelayMillis: 1 + random(20),
});
const tracer = new BasicTracerProvider({ spanProcessors: [processor] }).getTracer('agent');
const say = (text) => writeSync(1, `${text}\n`);

for (let turn = 0; ; turn += 1) {
  const run = tracer.startSpan('invoke_agent planner', {
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'planner',
      'gen_ai.conversation.id': `conversation-${random(8)}`,
    },
  });
  const inside = trace.setSpan(context.active(), run);
  for (let call = 0; call <= random(4); call += 1) {
    const id = `call-${seed}-${turn}-${call}`;
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'search',
      'gen_ai.tool.call.id': id,
      'gen_ai.tool.call.arguments': `{"n":${turn}}`,
    };
    const span = tracer.startSpan('execute_tool search', { attributes }, inside);
    say(`started ${id}`);
    if (random(3) === 0) await new Promise((resolve) => setTimeout(resolve, random(4)));
    span.setAttribute('gen_ai.tool.call.result', `{"ok":${turn}}`);
    span.end();
    say(`ended ${id}`);
  }
  run.end();
  if (random(10) === 0) await processor.forceFlush();
  else await new Promise((resolve) => setImmediate(resolve));
}
