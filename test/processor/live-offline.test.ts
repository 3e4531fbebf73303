import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOtlp } from '../../src/otlp/index.js';
import { toSpanRecord } from '../../src/processor/index.js';

describe('a span of the SDK', () => {
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      bodies.push(Buffer.concat(parts));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
  afterAll(() => new Promise((done) => server.close(done)));

  it('is the same record live and from what the OTLP exporter sent of it', async () => {
    const ended: ReadableSpan[] = [];
    const { port } = server.address() as AddressInfo;
    const exporter = new OTLPTraceExporter({ url: `http://127.0.0.1:${port}/v1/traces` });
    const provider = new BasicTracerProvider({
      resource: resourceFromAttributes({ 'service.name': 'trip-agent', 'service.instance.count': 2 }),
      spanProcessors: [
        { onStart() {}, onEnd: (span) => void ended.push(span), forceFlush: async () => {}, shutdown: async () => {} },
        new SimpleSpanProcessor(exporter),
      ],
    });
    const tracer = provider.getTracer('example.agent', '1.0.0');
    const parent = tracer.startSpan('invoke_agent planner', {
      attributes: { 'gen_ai.operation.name': 'invoke_agent' },
    });
    const child = tracer.startSpan('execute_tool search', {
      kind: SpanKind.CLIENT,
      startTime: [1796029201, 123456789],
      attributes: {
        'gen_ai.tool.name': 'search',
        'gen_ai.tool.call.arguments': '{"q":"x"}',
        n: 1.5,
        list: ['a', 'b'],
        ok: true,
      },
      links: [{ context: parent.spanContext(), attributes: { why: 'test' } }],
    });
    child.addEvent('exception', { 'exception.message': 'no such row' }, [1796029202, 1]);
    child.setStatus({ code: SpanStatusCode.ERROR, message: 'no such row' });
    child.end([1796029203, 999999999]);
    parent.end();
    await provider.forceFlush();
    await provider.shutdown();

    const read = [];
    for (const body of bodies)
      for await (const { origin, ...record } of readOtlp(body, { source: 'body' })) read.push(record);
    const live = ended.map((span) => toSpanRecord(span));
    expect(read).toHaveLength(2);
    expect(read).toEqual(live);
  });
});
