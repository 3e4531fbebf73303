import { describe, expect, it } from 'vitest';
import type { Attributes, SpanEvent } from '../../../src/telemetry/index.js';
import { at, convert, events, span, story } from './support.js';

function tool(attributes: Attributes = {}, happened: readonly SpanEvent[] = []) {
  return span(
    { name: 'rm', more: { scope: { name: 'langsmith' }, status: { code: 'ok' }, events: happened } },
    {
      'langsmith.span.kind': 'tool',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'rm',
      'gen_ai.prompt': '{"path":"/a"}',
      ...attributes,
    },
  );
}

describe('LangSmith', () => {
  it('has contents in gen_ai.prompt and gen_ai.completion', () => {
    expect(events([tool({ 'gen_ai.completion': '{"ok":1}' })])).toMatchObject([
      { type: 'tool-invocation', tool: 'rm', body: { path: '/a' } },
      { type: 'tool-result', body: { ok: 1 } },
    ]);
  });

  it('an exception is a failure under status OK (trap 1)', () => {
    const attributes = { 'exception.type': 'Error', 'exception.message': 'Error: card declined' };
    const failed = tool({}, [{ name: 'exception', time: at(500), attributes }]);
    expect(events([failed])[1]).toMatchObject({ type: 'tool-failure', body: { message: 'card declined' } });
  });

  it('a project is no conversation, a thread is', () => {
    const project = { 'langsmith.trace.session_name': 'default', 'langsmith.trace.session_id': 'p-1' };
    const thread = { 'langsmith.metadata.thread_id': 't-1' };
    const other = { ...tool({ ...project, 'gen_ai.completion': '1' }), traceId: '2'.repeat(32) };
    expect(convert([tool(project), other])).toHaveLength(2);
    expect(convert([tool(thread), { ...tool(thread), traceId: '2'.repeat(32) }])).toHaveLength(1);
    expect(story([tool(project)])).toEqual(['tool-invocation A1 !host/rm', 'tool-result A1']);
  });
});
