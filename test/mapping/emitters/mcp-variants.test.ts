import { describe, expect, it } from 'vitest';
import type { Attributes } from '../../../src/telemetry/index.js';
import { at, events, mapped, type SpanOptions, span, story } from './support.js';

const TOOLS_CALL = { 'mcp.method.name': 'tools/call', 'mcp.tool.name': 'rm', 'mcp.request.id': '7' };
const mcp = (attributes: Attributes, options: Partial<SpanOptions> = {}) =>
  span({ name: 'tools/call rm', ...options }, { ...TOOLS_CALL, ...attributes });

describe('MCP servers by Sentry', () => {
  const sentry = (attributes: Attributes, options: Partial<SpanOptions> = {}) =>
    mcp({ 'sentry.op': 'mcp.server', 'mcp.request.argument.path': '"/a"', ...attributes }, options);

  it('have an attribute an argument, each JSON (trap 6)', () => {
    const record = sentry({
      'mcp.request.argument.depth': '3',
      'mcp.tool.result.content': '[{"type":"text","text":"x"}]',
    });
    expect(mapped(record).emitter).toBe('sentry-mcp');
    expect(events([record])).toMatchObject([
      { type: 'tool-invocation', tool: 'rm', body: { path: '/a', depth: 3 } },
      { type: 'tool-result', body: [{ type: 'text', text: 'x' }] },
    ]);
    expect(events([record])[0]?.['operation_id']).not.toBe('7');
  });

  it('tell failures of the tool, of the protocol, and cancelled requests apart', () => {
    const outcome = (attributes: Attributes, error: string | true) => story([sentry(attributes, { error })]).at(-1);
    expect(story([sentry({ 'mcp.tool.result.is_error': true })]).at(-1)).toBe('tool-failure A1');
    expect(outcome({ 'error.type': 'tool_error' }, 'internal_error')).toBe('tool-failure A1');
    expect(outcome({ 'error.type': '-32602', 'rpc.response.status_code': '-32602' }, 'internal_error')).toBe(
      'tool-error A1',
    );
    expect(outcome({}, 'cancelled')).toBe('tool-cancel A1');
  });

  it('only enrich the view of the client around them', () => {
    const client = span(
      { name: 'tools/call rm', id: 8, more: { kind: 'client' } },
      { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'rm' },
    );
    const server = sentry({ 'mcp.tool.result.content': '[]' }, { id: 9, parent: 8, start: 10, end: 20 });
    expect(events([client, server])).toMatchObject([
      { type: 'tool-invocation', time: '2026-11-30T09:00:00Z', body: { path: '/a' } },
      { type: 'tool-result', time: '2026-11-30T09:00:01Z', body: [] },
    ]);
    expect(events([client, server])).toHaveLength(2);
  });
});

describe('Envoy AI Gateway', () => {
  const backend = {
    name: 'route to backend',
    time: at(5),
    attributes: { 'mcp.backend.name': 'files', 'mcp.session.new': true },
  };
  const envoy = (options: Partial<SpanOptions> = {}) =>
    mcp({ 'mcp.transport': 'http' }, { name: 'CallTool', ...options, more: { kind: 'client', events: [backend] } });

  it('names the backend on an event, and records no contents', () => {
    expect(mapped(envoy()).emitter).toBe('envoy-ai-gateway');
    expect(story([envoy()])).toEqual(['tool-invocation A1 files/rm', 'tool-result A1']);
    expect(story([envoy({ error: 'no' })]).at(-1)).toBe('tool-failure A1');
  });
});

describe('MCP servers by Shinzo Labs', () => {
  it('are named by the scope (trap 11) and seen from the server', () => {
    const record = mcp(
      { 'mcp.request.argument.path': '/a', 'mcp.request.id': '3f6a2f0e-8d55-4c1e-9f6e-111111111111' },
      { more: { scope: { name: 'files-server' } } },
    );
    expect(mapped(record).emitter).toBe('shinzolabs-mcp');
    expect(mapped(record).signals[0]?.call).toMatchObject({ observer: 'provider', server: { name: 'files-server' } });
    expect(story([record])).toEqual(['tool-invocation A1 files-server/rm', 'tool-result A1']);
    expect(events([record])[0]).toMatchObject({ body: { path: '/a' } });
  });
});

describe('notifications about a request', () => {
  const TOKEN = '7';
  const call = mcp({ 'mcp.request.argument.path': '"/a"' }, { id: 2, end: 1000, more: { kind: 'client' } });
  const notified = (attributes: Attributes, options: Partial<SpanOptions> = {}) =>
    span({ name: 'notification', id: 3, start: 500, end: 500, ...options }, attributes);
  const between = (record: ReturnType<typeof span>) =>
    events([call, record]).filter(({ type }) => type !== 'tool-invocation' && type !== 'tool-result');

  it.each<[string, Attributes]>([
    [
      'sentry-mcp',
      {
        'sentry.op': 'mcp.notification.client_to_server',
        'mcp.method.name': 'notifications/progress',
        'mcp.progress.token': TOKEN,
        'mcp.progress.current': 1,
        'mcp.progress.total': 2,
        'mcp.progress.message': 'half',
      },
    ],
    [
      'envoy-ai-gateway',
      {
        'mcp.method.name': 'notifications/progress',
        'mcp.notifications.progress.token': TOKEN,
        'mcp.notifications.progress': 1,
        'mcp.notifications.progress.total': 2,
        'mcp.notifications.progress.message': 'half',
      },
    ],
  ])('of %s: progress belongs to the request whose id is its token', (emitter, attributes) => {
    const more = emitter === 'envoy-ai-gateway' ? { scope: { name: 'envoyproxy/ai-gateway' } } : {};
    const record = notified(attributes, { more });
    expect(mapped(record).emitter).toBe(emitter);
    expect(between(record)).toMatchObject([
      { type: 'tool-progress', time: '2026-11-30T09:00:00.5Z', body: { progress: 1, total: 2, message: 'half' } },
    ]);
  });

  it('by OpenLLMetry: progress, and the cancellation that the client sent, with the messages of MCP', () => {
    const more = { scope: { name: '@traceloop/instrumentation-mcp' } };
    const told = (name: string, params: object, kind: 'client' | 'server' = 'client') =>
      notified({ 'traceloop.entity.input': JSON.stringify(params) }, { name, more: { ...more, kind } });
    expect(between(told('notifications/progress.mcp', { progressToken: TOKEN, progress: 1 }))).toMatchObject([
      { type: 'tool-progress', body: { progressToken: TOKEN, progress: 1 } },
    ]);
    const cancelled = { requestId: TOKEN, reason: 'enough' };
    expect(between(told('notifications/cancelled.mcp', cancelled))).toMatchObject([
      { type: 'tool-cancel', mediatype: 'text/plain', body: 'enough' },
    ]);
    expect(between(told('notifications/cancelled.mcp', cancelled, 'server'))).toEqual([]);
  });
});
