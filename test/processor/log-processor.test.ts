import { context, type Span, trace } from '@opentelemetry/api';
import { LoggerProvider, type LogRecordProcessor } from '@opentelemetry/sdk-logs';
import { describe, expect, it } from 'vitest';
import { recordPolicyDecision, VconLogRecordProcessor } from '../../src/processor/index.js';
import { toLogRecord } from '../../src/processor/readable-log.js';
import { agent, endTool, MemorySink, startAgent, startTool } from './support/agent.js';

function logger(processor: LogRecordProcessor) {
  const provider = new LoggerProvider({ processors: [processor] });
  return { provider, logger: provider.getLogger('agent-under-test') };
}

/** The attributes of a decision as an adapter emits it (docs/telemetry-vocabulary.md). */
function decision(members: Record<string, string | number>) {
  const event = { decision: 'allowed', policy_life: 'once', operation: 'tool-invocation', server: '!host', ...members };
  return Object.fromEntries(Object.entries(event).map(([name, value]) => [`vcon.event.${name}`, value]));
}

const on = (span: Span) => trace.setSpan(context.active(), span);

describe('VconLogRecordProcessor', () => {
  it('puts decisions and results told by log records into the conversation of the spans', async () => {
    const { sink, processor, provider, tracer } = agent();
    const logs = logger(new VconLogRecordProcessor(processor.recorder));
    const { span: run, inside } = startAgent(tracer);
    logs.logger.emit({
      eventName: 'vcon.policy_decision',
      context: inside,
      attributes: decision({ operation_id: 'refused', attempt: 1, tool: 'delete', decision: 'disallowed' }),
    });
    const call = startTool(tracer, { id: 'call_1' }, inside);
    logs.logger.emit({
      eventName: 'vcon.tool_progress',
      context: on(call),
      attributes: {
        'vcon.event.operation_id': 'call_1',
        'vcon.event.attempt': 1,
        'vcon.event.body': '"half"',
        'vcon.event.encoding': 'json',
      },
    });
    // The clocks of logs and spans differ by as much as a millisecond.
    await new Promise((resolve) => setTimeout(resolve, 5));
    endTool(call);
    run.end();
    await Promise.all([provider.shutdown(), logs.provider.shutdown()]);
    expect(sink.vcons.size).toBe(1);
    expect(sink.events).toMatchObject([
      { type: 'policy-decision', operation_id: 'refused', tool: 'delete', decision: 'disallowed' },
      { type: 'tool-invocation', operation_id: 'call_1' },
      { type: 'tool-progress', operation_id: 'call_1', body: 'half' },
      { type: 'tool-result', operation_id: 'call_1' },
    ]);
  });

  it.each([
    ['spans', 'logs'],
    ['logs', 'spans'],
  ])('may be shut down in any order: %s before %s', async (first) => {
    const { sink, processor, provider, tracer } = agent();
    const logs = logger(new VconLogRecordProcessor(processor.recorder));
    const { span, inside } = startAgent(tracer);
    const providers = { spans: provider, logs: logs.provider };
    const emit = () =>
      logs.logger.emit({
        eventName: 'vcon.policy_decision',
        context: inside,
        attributes: decision({ operation_id: 'late', attempt: 1, tool: 'delete', decision: 'disallowed' }),
      });
    if (first === 'spans') {
      span.end();
      await providers.spans.shutdown();
      emit();
      await providers.logs.shutdown();
    } else {
      emit();
      await providers.logs.shutdown();
      span.end();
      await providers.spans.shutdown();
    }
    expect(sink.types).toEqual(['policy-decision']);
    expect(sink.writes.at(-1)?.final).toBe(true);
    expect(processor.stats().late).toBe(0);
  });

  it('knows a call by the id that the model gave it, on whichever span or log record', async () => {
    const { sink, processor, tracer } = agent();
    const { span: run, inside } = startAgent(tracer);
    const decided = {
      decision: 'allowed',
      operationId: 'call_1',
      attempt: 1,
      server: '!host',
      tool: 'search',
    } as const;
    recordPolicyDecision(run, decided);
    await new Promise((resolve) => setTimeout(resolve, 5));
    endTool(startTool(tracer, { id: 'call_1' }, inside));
    run.end();
    await processor.shutdown();
    expect(sink.events.map((event) => `${event.type} ${event['operation_id']}`)).toEqual([
      'policy-decision call_1',
      'tool-invocation call_1',
      'tool-result call_1',
    ]);
  });

  it('meets the spans when it is given the same sink, without a warning', async () => {
    const { sink, problems, processor, provider, tracer } = agent();
    const logs = new VconLogRecordProcessor({ sinks: [sink] });
    expect(logs.recorder).toBe(processor.recorder);
    expect(problems).toEqual([]);
    endTool(startTool(tracer));
    await Promise.all([provider.shutdown(), logs.shutdown()]);
    expect(sink.types).toEqual(['tool-invocation', 'tool-result']);
  });

  it('works alone, and without a span', async () => {
    const sink = new MemorySink();
    const processor = new VconLogRecordProcessor({ sinks: [sink] });
    const { provider, logger: log } = logger(processor);
    log.emit({
      eventName: 'vcon.policy_decision',
      attributes: { ...decision({ policy_life: 'standing', tool: 'search' }), 'gen_ai.conversation.id': 'c1' },
    });
    await provider.forceFlush();
    expect(sink.types).toEqual(['policy-decision']);
    expect([...sink.vcons.values()][0]?.sessions).toMatchObject([{ conversation_id: 'c1' }]);
    await provider.shutdown();
    log.emit({ eventName: 'vcon.policy_decision', attributes: decision({}) });
    expect(processor.stats().sinks[0]).toMatchObject({ lost: 0 });
  });

  it('leaves out records of spans that were not sampled, as the span processor does', async () => {
    const { sink, processor } = agent();
    const logs = logger(new VconLogRecordProcessor(processor.recorder));
    const unsampled = trace.wrapSpanContext({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 0 });
    logs.logger.emit({
      eventName: 'vcon.policy_decision',
      context: on(unsampled),
      attributes: decision({ operation_id: 'x', attempt: 1, tool: 'search' }),
    });
    await processor.forceFlush();
    expect(sink.events).toEqual([]);
    expect(processor.stats().unsampled).toBe(1);
  });

  it('never throws, whatever it is given', () => {
    const { processor } = agent();
    const logs = new VconLogRecordProcessor(processor.recorder);
    const hostile = new Proxy(
      {},
      {
        has: () => true,
        get() {
          throw new Error('no');
        },
      },
    );
    for (const record of [hostile, null, undefined, 5, {}]) expect(() => logs.onEmit(record)).not.toThrow();
    expect(processor.stats().problems).toEqual({ 'log-unreadable': 5 });
  });
});

describe('toLogRecord', () => {
  const log = { hrTime: [1, 2], hrTimeObserved: [3, 4], attributes: {}, resource: { attributes: {} } };

  it('copies body and attributes, structured ones too, so that later changes do not reach it', () => {
    const body = { text: ['a'], bytes: Uint8Array.of(1) };
    const record = toLogRecord({ ...log, body, attributes: { 'event.name': 'old.style' } });
    body.text.push('b');
    expect(record).toMatchObject({
      signal: 'log',
      time: [1, 2],
      observedTime: [3, 4],
      eventName: 'old.style',
      body: { text: ['a'], bytes: Uint8Array.of(1) },
    });
  });

  it('has no ids when its span context is not valid', () => {
    const record = toLogRecord({
      ...log,
      spanContext: { traceId: '0'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 },
    });
    expect(record).not.toHaveProperty('traceId');
    expect(record).not.toHaveProperty('spanId');
  });
});
