import fc from 'fast-check';
import {
  type AnyValue,
  fromNanos,
  newMap,
  SPAN_KINDS,
  type SpanRecord,
  STATUS_CODES,
} from '../../src/telemetry/index.js';

const BASE = BigInt(Date.parse('2026-11-30T09:00:00Z')) * 1_000_000n;
const TRACES = ['0af7651916cd43dd8448eb211c80319c', '1bf7651916cd43dd8448eb211c80319d'];

const text = fc.oneof(fc.constantFrom('', '__proto__', '{"a":', 'ü ☃'), fc.string({ unit: 'grapheme', maxLength: 8 }));

/** An attribute value of any kind that OTLP has. */
const anyValue = fc.letrec<{ value: AnyValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.boolean(),
    fc.integer(),
    fc.bigInt(2n ** 53n, 2n ** 63n - 1n),
    fc.double({ noNaN: true }),
    fc.uint8Array({ maxLength: 5 }),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
  ),
})).value;

const attributes = fc.dictionary(
  text.filter((key) => key !== ''),
  anyValue,
  { maxKeys: 3 },
);

/** A tool call's own span, below the agent's, a chat's, a span that was not recorded, or none. */
const toolCall = fc.record({
  name: fc.oneof(
    fc.constant('execute_tool search'),
    text.filter((name) => name !== ''),
  ),
  kind: fc.constantFrom('internal', 'client', 'unspecified'),
  parent: fc.constantFrom('agent', 'chat', 'unknown', 'none'),
  trace: fc.nat(TRACES.length - 1),
  start: fc.bigInt(1n, 3_000_000_000n),
  length: fc.bigInt(0n, 9_000_000_000n),
  status: fc.constantFrom(...STATUS_CODES),
  hasCallId: fc.boolean(),
  tool: fc.constantFrom('search', 'write', 'read'),
  extra: attributes,
});

/** Traces of an agent: its run, a chat, and tool calls that are an operation each. */
export const arbitraryTrace: fc.Arbitrary<SpanRecord[]> = fc
  .record({ calls: fc.array(toolCall, { minLength: 1, maxLength: 6 }), conversation: fc.boolean(), rest: attributes })
  .map(({ calls, conversation, rest }) => {
    const at = (nanos: bigint) => fromNanos(BASE + nanos);
    const resource = { attributes: { ...rest, 'service.name': 'desk' } };
    const common = { signal: 'span', events: [], links: [], resource, scope: { name: 'test', version: '1' } } as const;
    const others = TRACES.flatMap((traceId): SpanRecord[] => [
      {
        ...common,
        traceId,
        spanId: 'a'.repeat(16),
        name: 'invoke_agent planner',
        kind: 'internal',
        startTime: at(0n),
        endTime: at(20_000_000_000n),
        status: { code: 'unset' },
        attributes: {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.agent.name': 'planner',
          ...(conversation ? { 'gen_ai.conversation.id': 'thread-1' } : {}),
        },
      },
      {
        ...common,
        traceId,
        spanId: 'b'.repeat(16),
        parentSpanId: 'a'.repeat(16),
        name: 'chat m',
        kind: 'client',
        startTime: at(0n),
        endTime: at(19_000_000_000n),
        status: { code: 'unset' },
        attributes: { 'gen_ai.operation.name': 'chat' },
      },
    ]);
    const parents = { agent: 'a'.repeat(16), chat: 'b'.repeat(16), unknown: 'c'.repeat(16), none: undefined };
    const tools = calls.map((call, index): SpanRecord => {
      const parentSpanId = parents[call.parent as keyof typeof parents];
      return {
        ...common,
        traceId: TRACES[call.trace] ?? '',
        spanId: String(index + 1).padStart(16, '0'),
        ...(parentSpanId === undefined ? {} : { parentSpanId }),
        name: call.name,
        kind: SPAN_KINDS.find((kind) => kind === call.kind) ?? 'internal',
        startTime: at(call.start),
        endTime: at(call.start + call.length),
        status: { code: call.status },
        attributes: Object.assign(newMap(), call.extra, {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': call.tool,
          'gen_ai.tool.call.arguments': JSON.stringify({ index }),
          ...(call.hasCallId ? { 'gen_ai.tool.call.id': `call_${index}` } : {}),
        }),
      };
    });
    return [...others, ...tools];
  });
