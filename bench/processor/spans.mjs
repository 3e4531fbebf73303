// Spans as agents make them, ended and ready to be handed to a processor.
import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';

/** Catches the spans that are made. */
class Catcher {
  ended = [];
  onStart() {}
  onEnd(span) {
    this.ended.push(span);
  }
  async forceFlush() {}
  async shutdown() {}
}

const ARGUMENTS = JSON.stringify({
  query: 'weather in Paris tomorrow',
  units: 'metric',
  days: 3,
  tags: ['a', 'b', 'c'],
  text: 'x'.repeat(100),
});
const RESULT = JSON.stringify({
  status: 'ok',
  items: Array.from({ length: 8 }, (_, id) => ({ id, title: `item ${id}`, score: id / 8 })),
});

/** Spans of an HTTP client, ten attributes each: none of ours. */
export function httpSpans(count) {
  return make((tracer) => {
    for (let index = 0; index < count; index += 1) {
      const span = tracer.startSpan(`GET /api/${index % 7}`, {
        kind: SpanKind.CLIENT,
        attributes: {
          'http.request.method': 'GET',
          'url.full': `https://example.org/api/${index}`,
          'url.scheme': 'https',
          'server.address': 'example.org',
          'server.port': 443,
          'network.protocol.version': '1.1',
          'user_agent.original': 'agent/1.0',
          'app.tenant': 'tenant-7',
        },
      });
      span.setAttribute('http.response.status_code', 200);
      span.setAttribute('http.response.body.size', 1234 + index);
      span.end();
    }
  });
}

/** Spans of tools, five below each run of an agent (the runs are not among them). */
export function toolSpans(count) {
  const spans = make((tracer) => {
    for (let index = 0; index < count; index += 5) {
      const run = tracer.startSpan('invoke_agent planner', {
        attributes: {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.agent.name': 'planner',
          'gen_ai.conversation.id': `c-${index}`,
        },
      });
      const inside = trace.setSpan(ROOT_CONTEXT, run);
      for (let call = 0; call < 5; call += 1) useTool(tracer, `call-${index}-${call}`, inside);
      run.end();
    }
  });
  return spans.filter(({ name }) => name.startsWith('execute_tool'));
}

/** Uses a tool within a context. */
export function useTool(tracer, id, inside) {
  const span = tracer.startSpan(
    'execute_tool search',
    {
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'search',
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.description': 'Searches the web',
        'gen_ai.tool.call.id': id,
        'gen_ai.agent.name': 'planner',
        'gen_ai.tool.call.arguments': ARGUMENTS,
      },
    },
    inside,
  );
  span.setAttribute('gen_ai.tool.call.result', RESULT);
  span.end();
}

function make(work) {
  const catcher = new Catcher();
  work(new BasicTracerProvider({ spanProcessors: [catcher] }).getTracer('bench', '1.0'));
  return catcher.ended;
}
