import type { HrTime } from '@opentelemetry/api';

const RESOURCE = { attributes: { 'service.name': 'agents' } };
const SCOPE = { name: 'scope', version: '1.0' };

const COMMON = {
  name: 'execute_tool search',
  kind: 0,
  startTime: [1_700_000_000, 1] as HrTime,
  endTime: [1_700_000_001, 2] as HrTime,
  status: { code: 0 },
  attributes: {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'search',
    'gen_ai.tool.call.arguments': '{"q":"x"}',
    'gen_ai.tool.call.result': '{"ok":true}',
  },
  events: [],
  links: [],
  ended: true,
  resource: RESOURCE,
  duration: [1, 1] as HrTime,
  droppedAttributesCount: 0,
  droppedEventsCount: 0,
  droppedLinksCount: 0,
};

/** A context as a span has it. */
export function spanContext(spanId = '00f067aa0ba902b7', traceFlags = 1) {
  return { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId, traceFlags };
}

/** A span as SDK 1.x hands it to onEnd. */
export function sdk1Span(members: object = {}) {
  return {
    ...COMMON,
    spanContext: () => spanContext(),
    parentSpanId: 'aaaaaaaaaaaaaaaa',
    instrumentationLibrary: SCOPE,
    ...members,
  };
}

/** The same span as SDK 2.x and 3.x hand it to onEnd. */
export function sdk2Span(members: object = {}) {
  return {
    ...COMMON,
    spanContext: () => spanContext(),
    parentSpanContext: spanContext('aaaaaaaaaaaaaaaa'),
    instrumentationScope: SCOPE,
    ...members,
  };
}
