import { context, trace } from '@opentelemetry/api';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { recordPolicyDecision } from '../../src/processor/index.js';
import type { Vcon } from '../../src/vcon/index.js';
import { agent, endTool, type MemorySink, startTool, useTool } from './support/agent.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

afterEach(() => {
  vi.useRealTimers();
});

type Tracer = ReturnType<typeof agent>['tracer'];

function startRun(tracer: Tracer, conversation: string) {
  const span = tracer.startSpan('invoke_agent planner', {
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'planner',
      'gen_ai.conversation.id': conversation,
    },
  });
  return { span, inside: trace.setSpan(context.active(), span) };
}

/** One turn of a conversation, in a trace of its own. */
function turn(tracer: Tracer, conversation: string, ...ids: readonly string[]): void {
  const { span, inside } = startRun(tracer, conversation);
  for (const id of ids) useTool(tracer, { id }, inside);
  span.end();
}

/** The vCons of a conversation, in the order in which they were begun. */
function partsOf(sink: MemorySink, conversation: string): Vcon[] {
  return [...sink.vcons.values()].filter(({ sessions }) => sessions?.[0]?.conversation_id === conversation);
}

const idsOf = (vcons: readonly Vcon[], type: string) =>
  vcons.flatMap(({ events = [] }) =>
    events.filter((event) => event.type === type).map((event) => event['operation_id']),
  );

describe('more conversations than may be open', () => {
  it('are closed, the one that was longest without news first, and lose nothing', async () => {
    const { sink, processor, tracer } = agent({ limits: { traces: 10 } });
    const all = Array.from({ length: 100 }, (_, index) => `call-${index}`);
    for (const [index, id] of all.entries()) {
      turn(tracer, `conversation-${index}`, id);
      if (index % 5 === 0) await processor.forceFlush();
    }
    await processor.forceFlush();
    expect(processor.stats().openConversations).toBeLessThanOrEqual(10);
    expect(sink.writes.some(({ final }) => final)).toBe(true);
    await processor.shutdown();
    expect(idsOf([...sink.vcons.values()], 'tool-result').sort()).toEqual(all.sort());
    expect(sink.vcons.size).toBe(100);
  });

  it('stay within the bounds when the application never lets go', async () => {
    const { processor, tracer } = agent({ limits: { records: 2_000, traces: 1_000 }, maxQueue: 100 });
    let most = 0;
    for (let index = 0; index < 20_000; index += 1) {
      useTool(tracer);
      if (index % 500 === 0) most = Math.max(most, processor.stats().openRecords + processor.stats().queued);
    }
    expect(most).toBeGreaterThan(500);
    expect(most).toBeLessThan(3_000);
    await processor.shutdown();
    expect(processor.stats()).toMatchObject({ mapped: 20_000, unreadable: 0, queued: 0 });
  });

  it('make room with traces that tell of no call before conversations', async () => {
    const { sink, processor, tracer } = agent({ limits: { traces: 10 } });
    turn(tracer, 'kept', 'a');
    for (let index = 0; index < 50; index += 1) tracer.startSpan('GET /').end();
    await processor.forceFlush();
    turn(tracer, 'kept', 'b');
    await processor.shutdown();
    expect(partsOf(sink, 'kept')).toHaveLength(1);
    expect(idsOf(partsOf(sink, 'kept'), 'tool-result')).toEqual(['a', 'b']);
  });
});

describe('a conversation that comes back after it was closed', () => {
  it('goes on in a second vCon: same conversation, standing decisions first, no event twice (draft section 4.1)', async () => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
    const { sink, processor, tracer } = agent();
    const { span, inside } = startRun(tracer, 'c1');
    recordPolicyDecision(span, { decision: 'allowed', life: 'standing', server: '!host', tool: 'search' });
    useTool(tracer, { id: 'a' }, inside);
    span.end();
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(sink.writes.at(-1)).toMatchObject({ final: true, part: 1 });
    turn(tracer, 'c1', 'b');
    await processor.forceFlush();
    const parts = partsOf(sink, 'c1');
    expect(parts).toHaveLength(2);
    expect(idsOf(parts, 'tool-invocation')).toEqual(['a', 'b']);
    expect(parts[1]?.events?.[0]).toMatchObject({
      type: 'policy-decision',
      policy_life: 'standing',
      decision: 'allowed',
    });
    expect(parts[1]?.uuid).not.toBe(parts[0]?.uuid);
    await processor.shutdown();
  });

  it('writes a call that was running when it was closed in two parts, no event twice', async () => {
    const { sink, processor, tracer } = agent({ limits: { conversationRecords: 3 } });
    const { span, inside } = startRun(tracer, 'c1');
    const long = startTool(tracer, { id: 'long' }, inside);
    for (const id of ['a', 'b', 'c', 'd']) useTool(tracer, { id }, inside);
    await processor.forceFlush();
    endTool(long);
    span.end();
    await processor.shutdown();
    const parts = partsOf(sink, 'c1');
    expect(parts).toHaveLength(2);
    expect(idsOf(parts, 'tool-invocation').sort()).toEqual(['a', 'b', 'c', 'd', 'long']);
    expect(idsOf(parts, 'tool-result').sort()).toEqual(['a', 'b', 'c', 'd', 'long']);
    expect(idsOf(parts.slice(0, 1), 'tool-invocation')).toContain('long');
    expect(idsOf(parts.slice(1), 'tool-result')).toEqual(['long']);
    expect(parts[1]?.parties).toMatchObject([{ name: 'planner' }]);
  });
});

describe('a conversation that is full', () => {
  it.each([
    ['in bytes', { conversationBytes: 20_000 }],
    ['in time', { conversationSeconds: 3_600 }],
    ['in records', { conversationRecords: 50 }],
  ])('%s goes on in another vCon', async (_, limits) => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
    const { sink, processor, tracer } = agent({ limits });
    const ids = Array.from({ length: 60 }, (__, index) => `call-${index}`);
    for (const id of ids) {
      const { span, inside } = startRun(tracer, 'c1');
      useTool(tracer, { id, result: JSON.stringify('x'.repeat(1_000)) }, inside);
      span.end();
      await vi.advanceTimersByTimeAsync(2 * MINUTE);
    }
    await processor.shutdown();
    const parts = partsOf(sink, 'c1');
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.length).toBeLessThan(10);
    expect(idsOf(parts, 'tool-invocation')).toEqual(ids);
    expect(idsOf(parts, 'tool-result')).toEqual(ids);
  });
});

describe('calls that take long', () => {
  it('keep their conversation open: three hours, three days', async () => {
    for (const time of [3 * HOUR, 72 * HOUR]) {
      vi.useFakeTimers({ now: 1_700_000_000_000 });
      const { sink, processor, tracer } = agent({ writeDelayMillis: MINUTE });
      const { span, inside } = startRun(tracer, 'c1');
      const call = startTool(tracer, { id: 'a' }, inside);
      await vi.advanceTimersByTimeAsync(time);
      expect(sink.types).toEqual(['tool-invocation']);
      endTool(call);
      span.end();
      await processor.shutdown();
      expect(partsOf(sink, 'c1')).toHaveLength(1);
      expect(sink.types).toEqual(['tool-invocation', 'tool-result']);
      vi.useRealTimers();
    }
  });

  it('and never end do so for a week, and are then an invocation without outcome', async () => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
    const { sink, processor, tracer } = agent({ writeDelayMillis: MINUTE });
    startTool(tracer, { id: 'a' });
    await vi.advanceTimersByTimeAsync(6 * 24 * HOUR);
    expect(sink.writes.some(({ final }) => final)).toBe(false);
    await vi.advanceTimersByTimeAsync(2 * 24 * HOUR);
    expect(sink.writes.at(-1)).toMatchObject({ final: true });
    expect(sink.types).toEqual(['tool-invocation']);
    expect(processor.stats()).toMatchObject({ openSpans: 0, forgottenSpans: 1, openConversations: 0 });
    await processor.shutdown();
  });

  it('are forgotten beyond the bound, and lose nothing when they end after all', async () => {
    const { sink, processor, tracer } = agent({ maxOpenSpans: 10 });
    const calls = Array.from({ length: 25 }, (_, index) => startTool(tracer, { id: `call-${index}` }));
    expect(processor.stats()).toMatchObject({ openSpans: 10, forgottenSpans: 15 });
    for (const call of calls) endTool(call);
    await processor.shutdown();
    expect(idsOf([...sink.vcons.values()], 'tool-result')).toHaveLength(25);
    expect(processor.stats().openSpans).toBe(0);
  });
});

describe('what waits for a sink', () => {
  it('is weighed by what is written of it, not by what it was read from', async () => {
    const { sink, processor, tracer } = agent({ maxWaitingBytes: 50_000, bridge: { redact: () => 'gone' } });
    const result = 'x'.repeat(20_000);
    for (let index = 0; index < 10; index += 1) useTool(tracer, { id: `call-${index}`, result });
    await processor.shutdown();
    expect(processor.stats().sinks).toMatchObject([{ lost: 0 }]);
    expect(idsOf([...sink.vcons.values()], 'tool-result')).toHaveLength(10);
  });

  it('tells what told of each operation', async () => {
    const { sink, processor, tracer } = agent();
    useTool(tracer, { id: 'call-1', tool: 'read' });
    await processor.shutdown();
    expect(sink.writes.at(-1)?.trail).toMatchObject([{ operationId: 'call-1', tool: 'read', views: [{}, {}] }]);
  });
});
