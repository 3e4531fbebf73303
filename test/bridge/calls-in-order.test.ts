import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Attempt } from '../../src/bridge/attempt.js';
import { CallsInOrder } from '../../src/bridge/calls-in-order.js';
import type { Observation } from '../../src/bridge/observation.js';
import { Operation } from '../../src/bridge/operation.js';
import { SpanTree } from '../../src/bridge/span-tree.js';
import type { SpanFacts } from '../../src/mapping/index.js';
import { at, call, span } from './records.js';

const TOOLS = ['read', 'github_read', 'write'];
const planned = fc.array(
  fc.record({ start: fc.integer({ min: 1, max: 9 }), tool: fc.constantFrom(...TOOLS), below: fc.boolean() }),
  { maxLength: 12 },
);
const searches = fc.array(
  fc.record({
    tool: fc.constantFrom(...TOOLS),
    since: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
    inside: fc.boolean(),
  }),
  { maxLength: 20 },
);

function factsOf(record: { readonly span?: SpanFacts }): SpanFacts {
  if (record.span === undefined) throw new Error('no span');
  return record.span;
}

describe('calls in order', () => {
  it('gives the first call below the span that fits and is not taken, else the first of all, as a look at all would', () => {
    fc.assert(
      fc.property(planned, searches, (plan, looks) => {
        const outer = factsOf(span({ id: 1, start: 0, end: 20 }));
        const spans = plan.map(({ start, below }, n) =>
          factsOf(call({ id: 10 + n, ...(below ? { parent: 1 } : {}), start, end: 20, call: {} })),
        );
        const calls = plan.map(({ start, tool }, n): Operation => {
          const view = { id: `${n}`, key: `${n}`, signals: [], call: { tool }, start: at(start), end: at(20) };
          return new Operation([new Attempt([{ ...view, span: spans[n] } as Observation])]);
        });
        const order = new CallsInOrder(new SpanTree([outer, ...spans]));
        for (const operation of calls) order.note(operation);
        const taken = new Set<Operation>();
        for (const { tool, since, inside } of looks) {
          const found = order.first({
            tool,
            span: inside ? outer : undefined,
            since: since === undefined ? undefined : at(since),
            purpose: 'test',
            isTaken: (operation) => taken.has(operation),
            fits: (operation) => operation.tool === tool,
          });
          const fitting = [...plan.keys()]
            .filter((n) => plan[n]?.tool === tool && (plan[n]?.start ?? 0) >= (since ?? 0))
            .flatMap((n) => (calls[n] === undefined || taken.has(calls[n]) ? [] : [n]))
            .sort((a, b) => (plan[a]?.start ?? 0) - (plan[b]?.start ?? 0) || a - b);
          const first = (inside ? fitting.find((n) => plan[n]?.below) : undefined) ?? fitting[0];
          expect(found).toBe(first === undefined ? undefined : calls[first]);
          if (found !== undefined) taken.add(found);
        }
      }),
    );
  });
});
