import type { CallFacts, ServerFacts, Signal } from '../mapping/index.js';
import { splitToolName } from './server.js';
import type { SpanTree } from './span-tree.js';

/** A signal with the names of its call as far as the signal, and the spans around it, tell them. */
export function withCallNames(signal: Signal, tree: SpanTree): Signal {
  const call = withServerOfTool(withNamesAround(signal, tree));
  return call === signal.call ? signal : { ...signal, call };
}

/**
 * Emitters name a call on one span and tell what became of it on spans and log records inside that name nothing, or its id alone.
 * Only names are taken over, and only from a span that is about the same call.
 */
function withNamesAround(signal: Signal, tree: SpanTree): CallFacts {
  const { call, source, traceId, spanId } = signal;
  const { callId, tool, operationId, requestId, progressToken, taskId } = call;
  const named = [tool, operationId, requestId, progressToken, taskId].some((name) => name !== undefined);
  if (named || (source === 'call' && signal.kind !== 'decision' && callId === undefined)) return call;
  for (const { call: around } of tree.lineage(tree.get(traceId, spanId))) {
    if (around === undefined || (around.callId ?? around.tool) === undefined) continue;
    if (callId === undefined) return { ...call, ...namesOf(around) };
    if (around.callId !== callId) return call;
    if (around.tool !== undefined) return { ...namesOf(around), ...call };
  }
  return call;
}

function namesOf({ callId, tool, server }: CallFacts): CallFacts {
  return {
    ...(callId === undefined ? {} : { callId }),
    ...(tool === undefined ? {} : { tool }),
    ...(server === undefined ? {} : { server }),
  };
}

/** Takes a host's `mcp__server__tool` name apart (draft section 6.1.9: the name as known to the server). */
function withServerOfTool(call: CallFacts): CallFacts {
  if (call.tool === undefined) return call;
  const { tool, server: prefix } = splitToolName(call.tool);
  if (prefix === undefined) return call;
  const server: ServerFacts = { ...prefix, ...call.server };
  return { ...call, tool, server };
}
