import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUILTIN_MAPPING_FILES } from '../../src/mapping/builtin.generated.js';
import { Candidates } from '../../src/mapping/candidates.js';
import { compileCondition } from '../../src/mapping/expression.js';
import type { MappingFile } from '../../src/mapping/mapping-file.js';
import { View } from '../../src/mapping/view.js';
import { SPAN_KINDS, type SpanRecord } from '../../src/telemetry/index.js';

const mappings = (BUILTIN_MAPPING_FILES as readonly MappingFile[]).map((file) => ({
  file,
  matches: compileCondition(file.match),
}));
const candidates = new Candidates(mappings);

/** Keys and values in the conditions of the mappings: those of attributes, and those of names, scopes, resources and events. */
const words = new Set<string>();
function collect(value: unknown): void {
  if (typeof value === 'string') words.add(value);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      for (const word of key.replace(/^@\w+:?/, '').split(/:(?=\w+\.)/)) words.add(word);
      words.add(key.replace(/^@\w+:?/, ''));
      collect(member);
    }
  }
}
for (const { file } of mappings) collect(file.match);
words.delete('');

const word = fc.constantFrom(...words).chain((text) => fc.constantFrom(text, `${text} more`, `some ${text}`));
const attributes = fc.dictionary(fc.constantFrom(...words), fc.oneof(word, fc.boolean()), { maxKeys: 3 });
const span: fc.Arbitrary<SpanRecord> = fc.record({
  signal: fc.constant('span' as const),
  traceId: fc.constant('ab'.repeat(16)),
  spanId: fc.constant('cd'.repeat(8)),
  name: word,
  kind: fc.constantFrom(...SPAN_KINDS),
  startTime: fc.constant(undefined),
  endTime: fc.constant(undefined),
  status: fc.constant({ code: 'unset' as const }),
  attributes,
  events: fc.array(fc.record({ name: word, time: fc.constant(undefined), attributes }), { maxLength: 2 }),
  links: fc.constant([]),
  resource: fc.record({ attributes }),
  scope: fc.record({ name: word }),
});

describe('candidates', () => {
  it('have every mapping that matches a span, in the order of trying', () => {
    let matching = 0;
    fc.assert(
      fc.property(span, (record) => {
        const view = View.of(record);
        const expected = mappings.filter(({ matches }) => matches(view)).map(({ file }) => file.id);
        matching += expected.length;
        const found = candidates.of(record).filter(({ matches }) => matches(view));
        expect(found.map(({ file }) => file.id)).toEqual(expected);
      }),
      { numRuns: 3000 },
    );
    expect(matching).toBeGreaterThan(3000);
  });

  it('are few for a usual span', () => {
    const plain: SpanRecord = {
      ...(fc.sample(span, 1)[0] as SpanRecord),
      name: 'GET /orders',
      attributes: { 'http.request.method': 'GET', 'url.full': 'https://shop.example.com/orders' },
      events: [],
      resource: { attributes: { 'service.name': 'shop' } },
      scope: { name: '@opentelemetry/instrumentation-http' },
    };
    // Those that apply besides another state what they are about in their rules alone.
    const found = candidates.of(plain).filter(({ file }) => file.additional !== true);
    expect(found.map(({ file }) => file.id)).toEqual(['http']);
  });
});
