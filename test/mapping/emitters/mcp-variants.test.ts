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
