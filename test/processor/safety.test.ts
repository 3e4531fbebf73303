import { context, DiagLogLevel, diag, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { NoopSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { builtinMapper } from '../../src/mapping/index.js';
import { CallbackSink, VconSpanProcessor } from '../../src/processor/index.js';
import { agent, endTool, MemorySink, startAgent, startTool, useTool } from './support/agent.js';

class Probe extends NoopSpanProcessor {
  readonly ended: ReadableSpan[] = [];
  override onEnd(span: ReadableSpan): void {
    this.ended.push(span);
  }
}

const boom = () => {
  throw new Error('ours');
};

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});

afterEach(() => {
  diag.disable();
});

describe('FC-31 a: what fails in here stays in here', () => {
  it.each([
    ['the sink', { sinks: [new CallbackSink(boom)] }],
    ['the mapper', { mapper: { ...builtinMapper(), map: boom } }],
    ['the redaction hook', { bridge: { redact: boom } }],
    ['the error handler', { sinks: [new CallbackSink(boom)], onError: boom }],
  ])('%s throws', async (_, options) => {
    const probe = new Probe();
    const { provider, tracer } = agent(options, [probe]);
    const app = () => {
      const span = startTool(tracer);
      try {
        throw new Error('the application');
      } finally {
        endTool(span);
      }
    };
    expect(app).toThrow('the application');
    expect(probe.ended).toHaveLength(1);
    await provider.forceFlush();
    await provider.shutdown();
  });

  it('leaves out the content, not the event, when the redaction hook throws', async () => {
    const { sink, provider, tracer } = agent({ bridge: { redact: boom } });
    useTool(tracer);
    await provider.forceFlush();
    expect(sink.types).toEqual(['tool-invocation', 'tool-result']);
    expect(JSON.stringify(sink.events)).not.toContain('"body"');
  });

  it('says each kind of problem once, through the diagnostic logger by default', async () => {
    const said: string[] = [];
    const log = (message: string) => {
      said.push(message);
    };
    diag.setLogger({ error: log, warn: log, info: log, debug: log, verbose: log }, DiagLogLevel.ALL);
    const processor = new VconSpanProcessor({ sinks: [new CallbackSink(boom)] });
    const { provider, tracer } = agent({}, [processor]);
    for (let index = 0; index < 5; index += 1) {
      useTool(tracer);
      await processor.forceFlush();
    }
    const ours = said.filter((message) => message.startsWith('otel-vcon:'));
    expect(ours).toHaveLength(1);
    expect(ours[0]).toMatch(/could not be written/);
    await provider.shutdown();
  });
});

describe('FC-31 b: a span that cannot be read', () => {
  it('does not disturb the application, and is counted', () => {
    const { processor, problems } = agent();
    const hostile = new Proxy({} as ReadableSpan, { get: boom, has: boom });
    expect(() => {
      processor.onStart(hostile);
      processor.onEnd(hostile);
    }).not.toThrow();
    expect(processor.stats().problems).toEqual({ 'span-unreadable': 2 });
    expect(problems).toHaveLength(1);
  });
});

describe('FC-31 c: a sink that never answers', () => {
  it('holds neither forceFlush nor shutdown longer than the limit', async () => {
    const { processor, tracer } = agent({
      sinks: [new CallbackSink(() => new Promise(() => undefined))],
      sinkTimeoutMillis: 200,
    });
    useTool(tracer);
    const start = Date.now();
    await processor.forceFlush();
    await processor.shutdown();
    expect(Date.now() - start).toBeGreaterThanOrEqual(190);
    expect(Date.now() - start).toBeLessThan(1_000);
    expect(processor.stats().sinks[0]).toMatchObject({ written: 0, lost: 1 });
  });

  it('does not keep another sink waiting', async () => {
    const good = new MemorySink();
    const hanging = new CallbackSink(() => new Promise(() => undefined));
    const { processor, tracer } = agent({ sinks: [hanging, good], sinkTimeoutMillis: 50 });
    useTool(tracer);
    await processor.forceFlush();
    useTool(tracer);
    await processor.forceFlush();
    expect(good.types.filter((type) => type === 'tool-result')).toHaveLength(2);
  });
});

describe('FC-31 d: a sink that rejects', () => {
  it('gets the calls again at the next flush', async () => {
    const memory = new MemorySink();
    let broken = true;
    const sink = new CallbackSink((vcon, built) => {
      if (broken) return Promise.reject(new Error('disk full'));
      return memory.write({ ...built, vcon });
    });
    const { processor, tracer } = agent({ sinks: [sink] });
    useTool(tracer);
    await processor.forceFlush();
    expect(processor.stats().sinks[0]).toMatchObject({ written: 0, failed: 1, waiting: 1, lost: 0 });
    broken = false;
    await processor.forceFlush();
    expect(memory.types).toEqual(['tool-invocation', 'tool-result']);
    expect(processor.stats().sinks[0]).toMatchObject({ written: 1, waiting: 0, lost: 0 });
  });
});

describe('FC-31 e: a flush while the trace is open', () => {
  it('makes the finished calls durable, and doubles none when the root ends', async () => {
    const { sink, provider, tracer } = agent();
    const { span, inside } = startAgent(tracer);
    for (const id of ['a', 'b', 'c']) useTool(tracer, { id }, inside);
    await provider.forceFlush();
    const ids = () =>
      sink.events
        .filter(({ type }) => type === 'tool-result')
        .map((event) => event['operation_id'])
        .sort();
    expect(ids()).toEqual(['a', 'b', 'c']);
    const [uuid] = sink.vcons.keys();
    span.end();
    useTool(tracer, { id: 'd' }, inside);
    await provider.shutdown();
    expect([...sink.vcons.keys()]).toEqual([uuid]);
    expect(ids()).toEqual(['a', 'b', 'c', 'd']);
    expect(sink.vcons.get(uuid ?? '')?.parties).toMatchObject([{ name: 'planner' }]);
  });

  it('knows the agent and the running call before they end', async () => {
    const { sink, provider, tracer } = agent();
    const { span: run, inside } = startAgent(tracer, 'planner');
    const call = startTool(tracer, { id: 'a' }, inside);
    await provider.forceFlush();
    expect(sink.types).toEqual(['tool-invocation']);
    expect([...sink.vcons.values()][0]?.parties).toMatchObject([{ name: 'planner' }]);
    endTool(call);
    run.end();
    await provider.forceFlush();
    expect(sink.types).toEqual(['tool-invocation', 'tool-result']);
    expect(sink.vcons.size).toBe(1);
  });
});

describe('FC-31 f: shutdown', () => {
  it('may come twice, before a flush and before spans end', async () => {
    const { sink, processor, tracer } = agent();
    useTool(tracer);
    await Promise.all([processor.shutdown(), processor.shutdown(), processor.forceFlush()]);
    const late = startTool(tracer);
    expect(() => endTool(late)).not.toThrow();
    await processor.forceFlush();
    await processor.shutdown();
    expect(sink.types).toEqual(['tool-invocation', 'tool-result']);
    expect(processor.stats()).toMatchObject({ late: 1, mapped: 1 });
  });

  it('writes a call that never ended as an invocation without outcome (design rule R7)', async () => {
    const { sink, processor, tracer } = agent();
    startTool(tracer, { id: 'a' });
    await processor.shutdown();
    expect(sink.types).toEqual(['tool-invocation']);
  });
});

describe('FC-31 g: flushes at once while spans keep ending', () => {
  it('write each call exactly once', async () => {
    const { sink, processor, tracer } = agent();
    const { span, inside } = startAgent(tracer);
    const flushes: Promise<void>[] = [];
    for (let index = 0; index < 100; index += 1) {
      useTool(tracer, { id: `call-${index}` }, inside);
      if (index % 10 === 0) flushes.push(processor.forceFlush(), processor.forceFlush());
      if (index % 25 === 0) await Promise.resolve();
    }
    await Promise.all(flushes);
    span.end();
    await processor.shutdown();
    const results = sink.events.filter(({ type }) => type === 'tool-result').map((event) => event['operation_id']);
    expect(results.sort()).toEqual(Array.from({ length: 100 }, (_, index) => `call-${index}`).sort());
  });
});

describe('the span itself', () => {
  it('is not touched: every member stays the same object with the same value', async () => {
    const probe = new Probe();
    const { provider, tracer } = agent({}, [probe]);
    useTool(tracer);
    const [span] = probe.ended;
    const before = structuredClone(span?.attributes);
    await provider.shutdown();
    expect(span?.attributes).toEqual(before);
    expect(span?.events).toEqual([]);
  });

  it('is recorded as it was when it ended, whatever a later processor does to it', async () => {
    class Scrubber extends NoopSpanProcessor {
      override onEnd(span: ReadableSpan): void {
        for (const key of Object.keys(span.attributes)) delete span.attributes[key];
        span.events.length = 0;
      }
    }
    const { sink, provider, tracer } = agent({}, [new Scrubber()]);
    useTool(tracer);
    await provider.shutdown();
    expect(sink.types).toEqual(['tool-invocation', 'tool-result']);
  });

  it('gives the sink a context in which nothing is traced', async () => {
    const { processor, tracer } = agent({
      sinks: [
        new CallbackSink(async () => {
          recording.push(tracer.startSpan('inside the sink').isRecording());
          await Promise.resolve();
          recording.push(tracer.startSpan('inside the sink, later').isRecording());
        }),
      ],
    });
    const recording: boolean[] = [];
    useTool(tracer);
    await processor.forceFlush();
    expect(recording).toEqual([false, false]);
    expect(trace.getActiveSpan()).toBeUndefined();
  });
});
