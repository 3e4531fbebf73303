import type { ReadableSpanLike } from './readable-span.js';

/** Beginnings of the attribute names that agents and tools are described with. */
const TELLING = /^(?:gen_ai|mcp|vcon|ai|openinference|llm|tool|traceloop|mastra)\./;

/** Whether a span tells of a tool, an agent or a conversation, by the names of its attributes so far. */
export function isTelling(span: ReadableSpanLike): boolean {
  for (const name in span.attributes as object) if (TELLING.test(name)) return true;
  return false;
}
