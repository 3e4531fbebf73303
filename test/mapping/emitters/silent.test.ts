import { describe, expect, it } from 'vitest';
import type { TelemetryRecord } from '../../../src/telemetry/index.js';
import { mapped, span } from './support.js';

// Records that speak of tools and are no calls: nothing is made of them, and it is said why instead of that nobody knows them.

const scope = (name: string) => ({ scope: { name } });
const AGENTS = scope('@arizeai/openinference-instrumentation-openai-agents');

describe('records that are no calls', () => {
  it.each<[string, string, TelemetryRecord]>([
    [
      'Logfire announces a span that will follow',
      'skipped',
      span({ name: 'running tool' }, { 'logfire.span_type': 'pending_span', 'gen_ai.tool.name': 'rm' }),
    ],
    [
      'Mastra gives a call to the client, or to a tool that it does not know, and hears nothing of what came of it',
      'skipped',
      span({ name: 'client_tool_call rm' }, { 'mastra.span.type': 'client_tool_call', 'gen_ai.tool.name': 'rm' }),
    ],
    [
      "A guardrail checks a run's input or output",
      'skipped',
      span(
        { name: 'guardrail_check g', more: scope('opentelemetry.instrumentation.openai_agents') },
        { 'gen_ai.operation.name': 'guardrail_check' },
      ),
    ],
    ...['mcp_tools', 'handoff_to_writer', 'handoff to writer'].map((name): [string, string, TelemetryRecord] => [
      `OpenAI Agents lists tools or hands over to another agent (${name})`,
      'skipped',
      span({ name, more: AGENTS }, { 'openinference.span.kind': 'TOOL', 'tool.name': name }),
    ]),
  ])('%s', (_, remark, record) => {
    const { signals, remarks } = mapped(record);
    expect(signals).toEqual([]);
    expect(remarks.map(({ code }) => code)).toEqual([remark]);
  });

  it('a span of Codex around the phases of a call is known, though its phases tell of the call', () => {
    const { emitter, signals, remarks } = mapped(
      span({ name: 'handle_tool_call', more: scope('codex_cli_rs') }, { tool_name: 'shell', call_id: 'c1' }),
    );
    expect({ emitter, signals, remarks }).toEqual({ emitter: 'codex-cli', signals: [], remarks: [] });
  });
});
