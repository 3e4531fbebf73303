import type { Attributes } from '../../../src/telemetry/index.js';
import { log } from './support.js';

export const CODEX = {
  scope: { name: 'codex_otel.log_only' },
  resource: { attributes: { 'service.name': 'codex-app-server' } },
  body: null,
};

/** A record as Codex writes them: without a time of its own, its event name a line of the source. */
export function codex(event: string, millis: number, attributes: Attributes) {
  const stamp = new Date(Date.UTC(2026, 10, 30, 9) + millis).toISOString();
  return log(
    millis,
    { 'event.name': `codex.${event}`, 'event.timestamp': stamp, 'conversation.id': 'conv-1', ...attributes },
    { ...CODEX, time: undefined, eventName: 'event otel/src/events/session_telemetry.rs:1259' },
  );
}

export const shell = (id: string) => ({ tool_name: 'exec_command', tool_namespace: 'functions', call_id: id });

export function decision(millis: number, id: string, value: string, source: string) {
  return codex('tool_decision', millis, { ...shell(id), decision: value, source });
}

export function result(millis: number, id: string, more: Attributes = {}) {
  return codex('tool_result', millis, {
    ...shell(id),
    duration_ms: '100',
    success: 'true',
    arguments: '{"cmd":"ls"}',
    output: 'Process exited with code 0\nOutput:\n',
    mcp_server: '',
    mcp_server_origin: '',
    ...more,
  });
}
