// What one writes first: read the file, parse it, map the spans, write vCons. It knows execute_tool spans of the GenAI conventions that
// returned, and neither redacts, nor joins, nor bounds anything.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export function convert(file, write) {
  const conversations = new Map();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    for (const { resource, scopeSpans } of JSON.parse(line).resourceSpans) {
      const service = attributesOf(resource)['service.name'];
      for (const { spans } of scopeSpans) for (const span of spans) take(span, service, conversations);
    }
  }
  for (const [id, { agent, events }] of conversations) write(`${JSON.stringify(vconOf(id, agent, events))}\n`);
}

function take(span, service, conversations) {
  const attributes = attributesOf(span);
  if (attributes['gen_ai.operation.name'] !== 'execute_tool') return;
  const id = attributes['gen_ai.conversation.id'] ?? span.traceId;
  let conversation = conversations.get(id);
  if (conversation === undefined) {
    conversation = { agent: attributes['gen_ai.agent.name'] ?? service, events: [] };
    conversations.set(id, conversation);
  }
  const common = {
    sessions: 0,
    party: 0,
    operation_id: attributes['gen_ai.tool.call.id'] ?? span.spanId,
    attempt: 1,
  };
  const place = { trace_id: span.traceId, span_id: span.spanId };
  conversation.events.push(
    {
      type: 'tool-invocation',
      time: dateOf(span.startTimeUnixNano),
      ...common,
      server: '!host',
      tool: attributes['gen_ai.tool.name'],
      ...contentOf(attributes['gen_ai.tool.call.arguments']),
      ...place,
    },
    {
      type: span.status?.code === 2 ? 'tool-failure' : 'tool-result',
      time: dateOf(span.endTimeUnixNano),
      ...common,
      ...contentOf(attributes['gen_ai.tool.call.result']),
      ...place,
    },
  );
}

function attributesOf({ attributes = [] }) {
  const values = {};
  for (const { key, value } of attributes)
    values[key] = value.stringValue ?? value.intValue ?? value.boolValue ?? value.doubleValue;
  return values;
}

function contentOf(text) {
  if (text === undefined) return {};
  try {
    return { encoding: 'json', mediatype: 'application/json', body: JSON.parse(text) };
  } catch {
    return { encoding: 'none', mediatype: 'text/plain', body: text };
  }
}

function dateOf(nanos) {
  const whole = new Date(Number(nanos.slice(0, -9)) * 1000).toISOString().slice(0, 19);
  const fraction = nanos.slice(-9).replace(/0+$/, '');
  return fraction === '' ? `${whole}Z` : `${whole}.${fraction}Z`;
}

function vconOf(id, agent, events) {
  events.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
  return {
    vcon: '0.5.0',
    uuid: uuidOf(id),
    extensions: ['tool-invocation', 'otel-trace'],
    created_at: new Date().toISOString(),
    sessions: [{ start: events[0].time, parties: [0], conversation_id: id }],
    parties: [{ type: 'bot', name: agent }],
    events,
  };
}

function uuidOf(id) {
  const hex = createHash('sha256').update(id).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
