import type { ReadableSpanLike } from './readable-span.js';

/** Beginnings of the names of the attributes that agents and tools are described with, by their first letter. */
const BEGINNINGS: Readonly<Record<string, readonly string[]>> = {
  a: ['ai.'],
  g: ['gen_ai.'],
  l: ['llm.', 'langfuse.'],
  m: ['mcp.', 'mastra.'],
  o: ['openinference.'],
  t: ['tool.', 'traceloop.'],
  v: ['vcon.'],
};
const BY_CODE: readonly (readonly string[] | undefined)[] = Array.from(
  { length: 128 },
  (_, code) => BEGINNINGS[String.fromCharCode(code)],
);

/**
 * Whether a span tells of a tool or an agent, by the names of its attributes so far. It only decides how soon a span is copied and
 * whether it is known before it ends; every span is mapped. It runs for every span of the application.
 */
export function isTelling(span: ReadableSpanLike): boolean {
  for (const name in span.attributes as object) {
    const beginnings = BY_CODE[name.charCodeAt(0)];
    if (beginnings === undefined) continue;
    for (const beginning of beginnings) if (name.startsWith(beginning)) return true;
  }
  return false;
}
