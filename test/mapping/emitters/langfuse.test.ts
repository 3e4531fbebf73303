import { describe, expect, it } from 'vitest';
import type { Attributes } from '../../../src/telemetry/index.js';
import { convert, decisions, events, type SpanOptions, span, story } from './support.js';

const langfuse = (options: SpanOptions, attributes: Attributes) =>
  span(
    { ...options, more: { scope: { name: 'langfuse-sdk' }, ...options.more } },
    Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`langfuse.observation.${key}`, value])),
  );

const tool = (attributes: Attributes, options: Partial<SpanOptions> = {}) =>
  langfuse({ name: 'rm', id: 2, parent: 1, ...options }, { type: 'tool', input: '{"path":"/a"}', ...attributes });

const toolMessage = (status: string) =>
  JSON.stringify({ kwargs: { content: 'gone', tool_call_id: 'c1', name: 'rm', status } });

describe('Langfuse', () => {
  it('the level tells a failure, whatever the status (trap 1)', () => {
    expect(events([tool({ level: 'ERROR', status_message: 'declined' })])[1]).toMatchObject({
      type: 'tool-failure',
      body: { message: 'declined' },
    });
    expect(story([tool({ output: '1' })]).at(-1)).toBe('tool-result A1');
    expect(story([tool({ level: 'WARNING', output: '1' })]).at(-1)).toBe('tool-result A1');
    expect(story([tool({}, { error: 'boom' })]).at(-1)).toBe('tool-failure A1');
  });

  it('a timeout and an abort are told by what the message says', () => {
    const outcome = (status_message: string) => story([tool({ level: 'ERROR', status_message })]).at(-1);
    expect(outcome('AbortError: This operation was aborted')).toBe('tool-cancel A1');
    expect(outcome('TimeoutError: too late')).toBe('tool-timeout A1');
  });

  it('the call id is in the metadata or in the tool message of LangChain, which is unwrapped (traps 5, 7)', () => {
    expect(events([tool({ 'metadata.toolCallId': 'c9', output: '1' })])[0]).toMatchObject({ operation_id: 'c9' });
    expect(events([tool({ output: toolMessage('success') })])).toMatchObject([
      { operation_id: 'c1' },
      { type: 'tool-result', body: 'gone' },
    ]);
    expect(story([tool({ output: toolMessage('error') })]).at(-1)).toBe('tool-failure A1');
  });

  it('the nearest agent acts, in the session', () => {
    const agent = span(
      { name: 'helper', more: { scope: { name: 'langfuse-sdk' } } },
      { 'langfuse.observation.type': 'agent', 'session.id': 's-1' },
    );
    expect(convert([agent, tool({ output: '1' })])[0]?.parties).toMatchObject([{ name: 'helper' }]);
  });

  it.each(['', 'GraphInterrupt: '])(
    'an interrupt of LangGraph asks, a rejection refuses (message "%s[...")',
    (prefix) => {
      const asked = [{ id: 'i', value: { actionRequests: [{ name: 'rm', args: { path: '/secret' } }] } }];
      const messages = [{ kwargs: { tool_calls: [{ id: 'c1', name: 'rm', args: { path: '/secret' } }] } }];
      const name = 'HumanInTheLoopMiddleware.after_model';
      const interrupt = langfuse(
        { name, id: 3 },
        {
          type: 'chain',
          level: 'ERROR',
          status_message: `${prefix}${JSON.stringify(asked)}`,
          input: JSON.stringify({ messages }),
        },
      );
      const rejected = langfuse(
        { name, id: 4, start: 2000, end: 2100 },
        { type: 'chain', output: `{"messages":[${toolMessage('error')}]}` },
      );
      expect(story([interrupt])).toEqual(['permission-required A1 !host/rm']);
      expect(decisions(interrupt)).toEqual(['permission-required']);
      expect(decisions(rejected)).toEqual(['permission-required refused']);
      expect(story([rejected])).toEqual(['permission-required A1 !host/rm']);
      expect(events([interrupt, rejected])).toMatchObject([{ decision: 'permission-required', operation_id: 'c1' }]);
      expect(JSON.stringify(convert([interrupt, rejected]))).not.toContain('/secret');
    },
  );
});
