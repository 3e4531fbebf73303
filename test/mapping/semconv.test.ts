import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import { describe, expect, it } from 'vitest';
import { semconv } from '../../src/mapping/index.js';

/** Names that no convention has: our own, and those of emitters (each says so where it stands). */
const NOT_CONVENTIONS = new Set(['TOOL_STATUS', 'MCP_SERVER_NAME', 'OWN_OPERATION_ID', 'OWN_ATTEMPT', 'OWN_SERVER']);

const published = new Set<unknown>(Object.values(conventions));

describe('attribute names', () => {
  it.each(Object.entries(semconv).filter(([name]) => !NOT_CONVENTIONS.has(name)))(
    '%s is as published with the semantic conventions',
    (_name, value) => {
      for (const word of Array.isArray(value) ? value : [value]) expect(published).toContain(word);
    },
  );
});
