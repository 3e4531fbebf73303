import { type TelemetryRecord, text } from '../telemetry/index.js';
import type { MappingRemark } from './signal.js';

/** A record that speaks of a tool and that nothing was made of (design rule R13). */
export function remarkUnknown(record: TelemetryRecord, emitter: string | undefined): readonly MappingRemark[] {
  const key = Object.keys(record.attributes).find((name) => TOOL_KEYS.includes(name) || isToolSpanKind(record, name));
  if (key === undefined) return [];
  const who = emitter === undefined ? 'No mapping knows' : `The mapping ${emitter} makes nothing of`;
  return [{ code: 'unknown-tool-record', level: 'warning', message: `${who} a record that has ${key}` }];
}

/** Attributes that only a record about a call of a tool has. */
export const TOOL_KEYS: readonly string[] = [
  'gen_ai.tool.name',
  'gen_ai.tool.call.id',
  'gen_ai.tool.call.arguments',
  'gen_ai.tool.call.result',
  'tool.name',
  'tool_name',
  'tool.call.id',
  'tool_call.id',
  'mcp.tool.name',
];

/** How emitters write that a span is one of a tool. */
export const TOOL_KINDS: readonly string[] = ['tool', 'Tool', 'TOOL'];

/** `openinference.span.kind`, `traceloop.span.kind`, `langfuse.observation.type`, `span.type` ... with the value "tool". */
function isToolSpanKind({ attributes }: TelemetryRecord, key: string): boolean {
  return (key.endsWith('.kind') || key.endsWith('.type')) && TOOL_KINDS.includes(text(attributes, key) ?? '');
}
