// A small agent that runs on whichever SDK it is given, with the processors registered in front of and behind another processor.

/**
 * @param {object} sdk `api`, `createProvider(spanProcessors)`, and `createLogger(processor)` if the SDK has logs.
 * @param {string} compiled Where the compiled package is, as a URL.
 * @param {string} folder Where the vCons go.
 */
export async function runAgent({ api, createProvider, createLogger, structured }, compiled, folder) {
  const vcon = await import(`${compiled}/esm/processor/index.js`);
  const { FileSink } = await import(`${compiled}/esm/processor/node/index.js`);
  const spans = new vcon.VconSpanProcessor({ sinks: [new FileSink({ folder })] });
  const seen = [];
  const probe = {
    onStart() {},
    onEnd: (span) => seen.push(JSON.stringify(span.attributes)),
    forceFlush,
    shutdown: forceFlush,
  };
  const provider = createProvider([probe, spans, probe]);
  const tracer = provider.getTracer('agent', '1.0');
  const logs = createLogger && new vcon.VconLogRecordProcessor(spans.recorder);
  const logger = createLogger?.(logs);

  const run = tracer.startSpan('invoke_agent planner', {
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'planner',
      'gen_ai.conversation.id': 'c1',
    },
    startTime: [1_700_000_000, 0],
  });
  const inside = api.trace.setSpan(api.ROOT_CONTEXT, run);
  const start = (tool, id, second) =>
    tracer.startSpan(
      `execute_tool ${tool}`,
      {
        kind: api.SpanKind.INTERNAL,
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': tool,
          'gen_ai.tool.call.id': id,
          'gen_ai.tool.call.arguments': structured ? { q: ['x', 1, null] } : '{"q":["x",1,null]}',
        },
        startTime: [1_700_000_000 + second, 0],
      },
      inside,
    );

  const search = start('search', 'call_1', 1);
  vcon.recordToolProgress(search, {
    operationId: 'call_1',
    attempt: 1,
    content: { done: 0.5 },
    time: [1_700_000_002, 0],
  });
  search.setAttribute('gen_ai.tool.call.result', '{"hits":3}');
  search.end([1_700_000_003, 0]);

  const broken = start('write', 'call_2', 4);
  broken.recordException(new TypeError('disk full'), [1_700_000_005, 0]);
  broken.setStatus({ code: api.SpanStatusCode.ERROR, message: 'disk full' });
  broken.setAttribute('error.type', 'TypeError');
  broken.end([1_700_000_005, 0]);

  logger?.emit({
    eventName: 'vcon.policy_decision',
    timestamp: [1_700_000_006, 0],
    context: inside,
    attributes: {
      'vcon.event.decision': 'disallowed',
      'vcon.event.policy_life': 'once',
      'vcon.event.operation': 'tool-invocation',
      'vcon.event.operation_id': 'call_3',
      'vcon.event.attempt': 1,
      'vcon.event.server': '!host',
      'vcon.event.tool': 'delete',
    },
  });

  await spans.forceFlush();
  run.end([1_700_000_007, 0]);
  await provider.shutdown();
  await logs?.shutdown();
  process.stdout.write(
    JSON.stringify({ same: seen.every((text, i) => i % 2 === 0 || text === seen[i - 1]), stats: spans.stats() }),
  );
}

async function forceFlush() {}
