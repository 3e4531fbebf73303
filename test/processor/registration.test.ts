import { BasicTracerProvider, SamplingDecision } from '@opentelemetry/sdk-trace-base';
import { describe, expect, it } from 'vitest';
import { type Problem, recordPolicyDecision, VconSpanProcessor } from '../../src/processor/index.js';
import { FileSink } from '../../src/processor/node/index.js';
import { agent, endTool, MemorySink, startTool, useTool } from './support/agent.js';
import { sdk1Span, sdk2Span, spanContext } from './support/spans.js';

describe('FC-34 a, d: registered twice', () => {
  it('records each call once, and says it', async () => {
    const sink = new MemorySink();
    const problems: Problem[] = [];
    const register = () => new VconSpanProcessor({ sinks: [sink], onError: (problem) => problems.push(problem) });
    const provider = new BasicTracerProvider({ spanProcessors: [register(), register()] });
    useTool(provider.getTracer('t'), { id: 'a' });
    await provider.forceFlush();
    expect(sink.types).toEqual(['tool-invocation', 'tool-result']);
    expect(sink.vcons.size).toBe(1);
    expect(problems.map(({ kind }) => kind)).toEqual(['registered-twice']);
    await provider.shutdown();
    expect(sink.types).toHaveLength(2);
  });

  it('goes on with the second when the first is shut down (hot reload)', async () => {
    const sink = new MemorySink();
    const register = () => new VconSpanProcessor({ sinks: [sink], onError: () => undefined });
    const [old, fresh] = [register(), register()];
    await old.shutdown();
    const provider = new BasicTracerProvider({ spanProcessors: [fresh] });
    useTool(provider.getTracer('t'));
    await provider.shutdown();
    expect(sink.types).toEqual(['tool-invocation', 'tool-result']);
    expect(fresh.stats().late).toBe(0);
  });

  it('starts anew when all were shut down', async () => {
    const sink = new MemorySink();
    for (let run = 0; run < 2; run += 1) {
      const { provider, tracer, problems } = agent({ sinks: [sink] });
      useTool(tracer);
      await provider.shutdown();
      expect(problems).toEqual([]);
    }
    expect(sink.vcons.size).toBe(2);
  });

  it('knows two file sinks of one folder as one', () => {
    const problems: Problem[] = [];
    const onError = (problem: Problem) => problems.push(problem);
    const first = new VconSpanProcessor({ sinks: [new FileSink({ folder: 'vcons-of-a-test' })], onError });
    const second = new VconSpanProcessor({ sinks: [new FileSink({ folder: './vcons-of-a-test/' })], onError });
    expect(second.recorder).toBe(first.recorder);
    expect(problems.map(({ kind }) => kind)).toEqual(['registered-twice']);
  });

  it('gives a second processor the sinks that are free', async () => {
    const [shared, own] = [new MemorySink(), new MemorySink()];
    const onError = () => undefined;
    const spanProcessors = [
      new VconSpanProcessor({ sinks: [shared], onError }),
      new VconSpanProcessor({ sinks: [shared, own], onError }),
    ];
    const provider = new BasicTracerProvider({ spanProcessors });
    useTool(provider.getTracer('t'));
    await provider.shutdown();
    expect(shared.types).toEqual(['tool-invocation', 'tool-result']);
    expect(own.types).toEqual(['tool-invocation', 'tool-result']);
  });
});

describe('FC-34 b: spans that are recorded but not sampled', () => {
  const sampler = {
    shouldSample: () => ({ decision: SamplingDecision.RECORD }),
    toString: () => 'record only',
  };
  const recordOne = async (recordUnsampled: boolean) => {
    const sink = new MemorySink();
    const processor = new VconSpanProcessor({ sinks: [sink], recordUnsampled });
    const provider = new BasicTracerProvider({ sampler, spanProcessors: [processor] });
    const span = startTool(provider.getTracer('t'), { id: 'a' });
    recordPolicyDecision(span, { decision: 'allowed', operationId: 'a', attempt: 1, server: '!host', tool: 'search' });
    endTool(span);
    await processor.forceFlush();
    return { types: sink.types, stats: processor.stats() };
  };

  it('are left out and counted, decision and events alike', async () => {
    const { types, stats } = await recordOne(false);
    expect(types).toEqual([]);
    expect(stats).toMatchObject({ unsampled: 1, mapped: 0, openSpans: 0 });
  });

  it('are recorded on request, decision and events alike', async () => {
    const { types } = await recordOne(true);
    expect(types.sort()).toEqual(['policy-decision', 'tool-invocation', 'tool-result']);
  });
});

describe('FC-34 c: spans of SDK 1.x and 2.x', () => {
  it('give the same events', async () => {
    const eventsOf = async (span: ReturnType<typeof sdk1Span> | ReturnType<typeof sdk2Span>) => {
      const { processor, sink } = agent();
      processor.onEnd(span);
      await processor.shutdown();
      return sink.events;
    };
    const events = await eventsOf(sdk1Span());
    expect(events.map(({ type }) => type)).toEqual(['tool-invocation', 'tool-result']);
    expect(await eventsOf(sdk2Span())).toEqual(events);
  });
});

describe('FC-34 f: what is no span', () => {
  it.each([
    ['a span that does not record', { spanContext: () => spanContext(), isRecording: () => false }],
    ['a zero trace id', sdk2Span({ spanContext: () => ({ ...spanContext(), traceId: '0'.repeat(32) }) })],
  ])('%s is ignored', async (_, span) => {
    const { processor, sink } = agent();
    expect(() => {
      processor.onStart(span as never);
      processor.onEnd(span as never);
    }).not.toThrow();
    await processor.shutdown();
    expect(sink.events).toEqual([]);
  });
});
