import { describe, expect, it } from 'vitest';
import type { Attributes } from '../../../src/telemetry/index.js';
import { events, type SpanOptions, span, story } from './support.js';

const ok = { status: { code: 'ok' as const } };

function tool(attributes: Attributes, options: Partial<SpanOptions> = {}, language = 'typescript') {
  const scope = { name: `com.anthropic.sdk.${language}` };
  return span(
    { name: 'anthropic.custom_tool_use rm', ...options, more: { scope, ...options.more } },
    {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'rm',
      'gen_ai.tool.call.id': 'toolu_1',
      'gen_ai.tool.call.arguments': '{"path":"/a"}',
      ...attributes,
    },
  );
}

const result = (text: string) => ({ 'anthropic.tool_result.content': JSON.stringify([{ type: 'text', text }]) });
const failed = (text: string) => story([tool({ ...result(text), 'error.type': 'tool_error' }, { error: true })]).at(-1);

describe('Anthropic SDK', () => {
  it('a result is a list of content blocks (trap 7), in every language', () => {
    for (const language of ['typescript', 'python'])
      expect(events([tool(result('21'), { more: ok }, language)])).toMatchObject([
        { type: 'tool-invocation', operation_id: 'toolu_1', server: '!host', body: { path: '/a' } },
        { type: 'tool-result', body: [{ type: 'text', text: '21' }] },
      ]);
  });

  it('a failure has its blocks too; rejected arguments differ in the text alone', () => {
    const issue = { expected: 'string', code: 'invalid_type', path: ['city'], message: 'Invalid input' };
    expect(failed('Error: card declined')).toBe('tool-failure A1');
    expect(failed(`Error: ${JSON.stringify([issue], null, 2)}`)).toBe('tool-error A1');
  });

  it('a span without a status is that of an aborted call, but for one with a result', () => {
    expect(story([tool({})]).at(-1)).toBe('tool-cancel A1');
    expect(story([tool(result('x'))]).at(-1)).toBe('tool-result A1');
  });

  it('a call of an MCP server has the name of its toolset, never the address of the model', () => {
    const place = { 'server.address': 'api.anthropic.com', 'anthropic.toolset.name': 'github' };
    expect(events([tool(place, { name: 'anthropic.mcp_tool_use rm', more: ok })])[0]).toMatchObject({
      server: 'github',
    });
    expect(events([tool(place, { more: ok })])[0]).toMatchObject({ server: '!host' });
  });
});
