import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bridge } from '../../src/bridge/index.js';
import type { MappedRecord } from '../../src/mapping/index.js';
import { serializeVcon } from '../../src/vcon/index.js';
import { agent, call, decisionLog } from './records.js';

const outcome = fc.constantFrom('result', 'failure', 'error', 'timeout', 'cancel', undefined);

/** Calls under two agents: nested, flat, with and without ids, of few tools and arguments so that many look alike. */
const records: fc.Arbitrary<MappedRecord[]> = fc
  .array(
    fc.record({
      parent: fc.nat({ max: 12 }),
      start: fc.integer({ min: 1, max: 40 }),
      length: fc.integer({ min: 0, max: 10 }),
      tool: fc.constantFrom('search', 'mcp__docs__search', 'charge'),
      callId: fc.constantFrom('c1', 'c2', undefined),
      arguments: fc.constantFrom('{"q":"x"}', '{"q":"y"}', undefined),
      protocol: fc.constantFrom('mcp' as const, undefined),
      observer: fc.constantFrom('provider' as const, undefined, undefined),
      outcome,
      decided: fc.constantFrom('allowed' as const, 'permission-required' as const, 'disallowed' as const, undefined),
      answer: fc.constantFrom('granted' as const, 'refused' as const, 'standing' as const, undefined),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((calls) => [
    agent({ id: 100, start: 0, end: 60 }, 'planner', 'conv-1'),
    agent({ id: 101, parent: 100, start: 2, end: 50 }, 'researcher'),
    ...calls.flatMap(({ parent, start, length, decided, answer, outcome: kind, ...facts }, index) => {
      const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
      const around = parent < index ? parent + 1 : 100 + (parent % 2);
      const own = call({
        id: index + 1,
        parent: around,
        start,
        end: start + length,
        call: known,
        ...(kind === undefined ? {} : { outcome: kind }),
      });
      if (decided === undefined) return [own];
      const decision = { decision: decided, ...(answer === undefined ? {} : { answer }) };
      return [
        own,
        decisionLog(start - 0.5, known, decision, { rule: `decision ${index}`, spanId: `${index}`.padStart(16, 'd') }),
      ];
    }),
  ]);

function convert(all: readonly MappedRecord[]): readonly string[] {
  const bridge = new Bridge({ createdAt: 1_796_040_000_000 });
  for (const record of all) bridge.add(record);
  return bridge.finish().map(({ vcon }) => serializeVcon(vcon));
}

describe('the order of the records', () => {
  it('does not change the vCons', () => {
    const shuffled = records.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        expect(convert(other)).toEqual(convert(all));
      }),
      { numRuns: 500 },
    );
  });

  it('does not change them when some records come twice', () => {
    fc.assert(
      fc.property(records, (all) => {
        const spansTwice = [...all, ...all.filter(({ span }) => span !== undefined)];
        expect(convert(spansTwice)).toEqual(convert(all));
      }),
    );
  });

  it('every operation has its invocation first, attempts 1, 2, 3, and at most one end an attempt', () => {
    fc.assert(
      fc.property(records, (all) => {
        const bridge = new Bridge({ createdAt: 0 });
        for (const record of all) bridge.add(record);
        const events = bridge.finish().flatMap(({ vcon }) => vcon.events ?? []);
        const operations = new Map<unknown, typeof events>();
        for (const event of events) {
          if (event['operation_id'] === undefined) continue;
          operations.set(event['operation_id'], [...(operations.get(event['operation_id']) ?? []), event]);
        }
        for (const ofOne of operations.values()) {
          const tool = ofOne.filter(({ type }) => type !== 'policy-decision');
          const attempts = [...new Set(tool.map(({ attempt }) => attempt))];
          expect(attempts).toEqual(attempts.map((_, index) => index + 1));
          for (const attempt of attempts) {
            const types = tool.filter((event) => event['attempt'] === attempt).map(({ type }) => type);
            expect(types[0]).toBe('tool-invocation');
            expect(
              types.filter((type) => ['tool-result', 'tool-failure', 'tool-error', 'tool-denied'].includes(type))
                .length,
            ).toBeLessThan(2);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
