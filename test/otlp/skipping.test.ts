import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Converter } from '../../src/bridge/index.js';
import { BUILTIN_MAPPING_FILES } from '../../src/mapping/builtin.generated.js';
import { builtinMapper } from '../../src/mapping/index.js';
import { readOtlp, writeTracesData } from '../../src/otlp/index.js';
import { OtelVconError, SPAN_KINDS, type SpanRecord, type TelemetryRecord } from '../../src/telemetry/index.js';
import { serializeVcon } from '../../src/vcon/index.js';
import { arbitraryTrace } from '../replay/arbitrary-trace.js';

const FIXTURES = new URL('../fixtures/', import.meta.url);
const FILES = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
  .filter((name) => /^(?:traces|cases)\/.*\.(?:jsonl?|log)$/.test(name))
  .filter((name) => !/\.(?:vcon|expect)\.|expect\.json/.test(name));

async function read(bytes: Uint8Array, skipping: boolean): Promise<readonly TelemetryRecord[]> {
  const records: TelemetryRecord[] = [];
  const { telling } = new Converter();
  try {
    const options = { ...(skipping && telling && { telling }), onForeign: () => true };
    for await (const record of readOtlp(bytes, options)) records.push(record);
  } catch (error) {
    if (!(error instanceof OtelVconError)) throw error;
  }
  return records;
}

function convert(records: readonly TelemetryRecord[]): readonly string[] {
  const converter = new Converter({ createdAt: Date.parse('2026-11-30T10:00:00Z') });
  for (const record of records) converter.add(record);
  return converter.finish().map(({ vcon }) => serializeVcon(vcon));
}

/** Every text in the conditions of the mappings, and near misses of them. */
const words = (() => {
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string')
      found.add(value.replace(/^@(?:span|resource|scope):/, '').replace(/#.*|^@event:[^:]*:/, ''));
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        collect(key);
        collect(member);
      }
    }
  };
  for (const { match, rules } of BUILTIN_MAPPING_FILES as readonly {
    match: unknown;
    rules: readonly { when?: unknown }[];
  }[])
    collect([match, rules.map(({ when }) => when)]);
  return [...found].filter((word) => word !== '');
})();

const word = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...words) },
  { weight: 4, arbitrary: fc.constantFrom(...words).map((text) => `x ${text}`) },
  {
    weight: 30,
    arbitrary: fc.constantFrom(
      'db.system',
      'url.path',
      'http.route',
      'span.kind',
      'http.request.method',
      'a "b" \\ c',
      'ü',
    ),
  },
);
const value = fc.oneof(word, fc.integer(), fc.boolean());
const attributes = fc.dictionary(word, value, { maxKeys: 3 });
const id = fc.nat(9).map((number) => `${number + 1}`.padStart(16, '0'));

/** Spans that look like anything, most of them like nothing of interest. */
const anySpan: fc.Arbitrary<SpanRecord> = fc.record({
  signal: fc.constant('span' as const),
  traceId: fc.constant('ab'.repeat(16)),
  spanId: id,
  parentSpanId: id,
  name: word,
  kind: fc.constantFrom(...SPAN_KINDS),
  startTime: fc.constant([1_790_000_000, 5] as const),
  endTime: fc.constant([1_790_000_000, 6] as const),
  status: fc.record({ code: fc.constantFrom('unset' as const, 'error' as const) }),
  attributes,
  events: fc.array(fc.record({ name: word, time: fc.constant(undefined), attributes }), { maxLength: 1 }),
  links: fc.constant([]),
  resource: fc.record({
    attributes: fc.oneof({ weight: 20, arbitrary: fc.constant({ 'service.name': 'desk' }) }, attributes),
  }),
  scope: fc.record({ name: fc.oneof({ weight: 20, arbitrary: fc.constant('lib') }, word) }),
});

describe('reading without the spans that tell nothing', () => {
  it.each(FILES)('gives the same vCons of %s', async (file) => {
    const bytes = readFileSync(new URL(file, FIXTURES));
    const [full, skimmed] = [await read(bytes, false), await read(bytes, true)];
    expect(skimmed.length).toBe(full.length);
    expect(convert(skimmed)).toEqual(convert(full));
  });

  it('leaves out only spans that no mapping makes anything of', async () => {
    let skipped = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anySpan, { minLength: 1, maxLength: 20 }), async (spans) => {
        const bytes = new TextEncoder().encode(writeTracesData(spans));
        const [full, skimmed] = [await read(bytes, false), await read(bytes, true)];
        for (const [index, record] of skimmed.entries()) {
          const whole = full[index];
          if (record.signal !== 'span' || !record.skimmed || whole === undefined) continue;
          skipped += 1;
          const { span, ...rest } = builtinMapper().map(whole);
          const { status: _, ...facts } = span ?? { status: undefined };
          expect({ span: facts, ...rest }).toEqual(builtinMapper().map(record));
        }
      }),
      { numRuns: 500 },
    );
    expect(skipped).toBeGreaterThan(500);
  });

  it('gives the same vCons of generated traces between other spans', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryTrace, fc.array(anySpan, { maxLength: 10 }), async (trace, others) => {
        const traceId = trace[0]?.traceId ?? '';
        // Every other span of the trace gets a stranger for a parent, which has its former parent.
        const between = trace.flatMap((span, index) => {
          const other = others[index];
          if (other === undefined || span.parentSpanId === undefined) return [span];
          const spanId = `${index + 1}`.padStart(16, 'e');
          return [
            { ...span, parentSpanId: spanId },
            { ...other, traceId: span.traceId, spanId, parentSpanId: span.parentSpanId },
          ];
        });
        const spans = [...between, ...others.map((other) => ({ ...other, traceId }))];
        const bytes = new TextEncoder().encode(writeTracesData(spans));
        expect(convert(await read(bytes, true))).toEqual(convert(await read(bytes, false)));
      }),
      { numRuns: 300 },
    );
  });
});
