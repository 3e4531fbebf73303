import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReplayedReader } from '../../src/bridge/replayed/index.js';
import { decodeOtlp, tracesData } from '../../src/otlp/index.js';
import { vconToReceipts } from '../../src/receipts/index.js';
import { vconToTelemetry } from '../../src/replay/index.js';
import { type JsonValue, OtelVconError, parseJson, stringifyJson } from '../../src/telemetry/index.js';
import { readVcon, type Vcon, validateVcon } from '../../src/vcon/index.js';
import { event, fixture, flaws, invocation, vconOf } from './vcons.js';

const VCONS: readonly Vcon[] = [
  fixture('replay/out-of-order.vcon.json'),
  fixture('vcon/FC-41.vcon.json'),
  vconOf(
    [
      invocation(1, { attachment: [0], trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16) }),
      event('tool-result', 2, { receipt_status: 'Succeeded', started_at: '2026-11-30T09:00:01Z' }),
    ],
    { attachments: [{ party: 0 }], sessions: [{ sessions: [{ session: 1, type: 'child' }] }, {}] },
  ),
];

const strange: fc.Arbitrary<JsonValue | undefined> = fc.oneof(
  fc.constantFrom<JsonValue | undefined>(undefined, null, '', '__proto__', 'x', 0, -1, 1.5, 1e21, 2n ** 70n, true),
  fc.constantFrom<JsonValue>([], {}, [[]], [null], [99], { type: 'tool-result' }, { session: 0, type: 'child' }),
  fc.constantFrom('2026-11-30T09:00:00Z', '0'.repeat(32), '!host', 'https://u:p@x.example/'),
);

/** A value in which some of what is in it is replaced by something strange, or missing. */
function damaged(value: unknown, next: () => { damage: number; by: JsonValue | undefined }): unknown {
  const { damage, by } = next();
  if (damage === 0) return by;
  if (Array.isArray(value)) return value.map((entry) => damaged(entry, next));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, damaged(member, next)]));
}

const damagedVcon = fc
  .tuple(fc.constantFrom(...VCONS), fc.infiniteStream(fc.record({ damage: fc.nat(40), by: strange })))
  .map(([vcon, stream]) => damaged(vcon, () => stream.next().value));

/** Rules over several events are looked at for those that have a date: one that gets its date by the way shows more of them. */
const OF_SEVERAL_EVENTS = /^(?:attempt-|operation-id-)/;

/** The errors of single objects. */
function errorsOf(vcon: unknown): Set<string> {
  const { errors } = validateVcon(parseJson(stringifyJson(vcon)));
  const own = errors.filter(({ code }) => !OF_SEVERAL_EVENTS.test(code));
  return new Set(own.map(({ code, path }) => `${code} ${path.replace(/\d+/g, '*')}`));
}

describe('damaged vCons', () => {
  it('stop nobody, and come back from a trace with no error that they did not have', () => {
    fc.assert(
      fc.property(damagedVcon, (value) => {
        validateVcon(value);
        let vcon: Vcon;
        try {
          ({ vcon } = readVcon(value));
        } catch (error) {
          expect(error).toBeInstanceOf(OtelVconError);
          return;
        }
        vconToReceipts(vcon);
        const { spans } = vconToTelemetry(vcon);
        expect(flaws(spans)).toEqual([]);
        const reader = new ReplayedReader();
        const received = decodeOtlp(parseJson(JSON.stringify(tracesData(spans))));
        const complete = received.flatMap((record) => (record.signal === 'span' ? (reader.add(record) ?? []) : []));
        const back = [...complete, ...reader.finish()];
        expect(back).toHaveLength(spans.length === 0 ? 0 : 1);
        const before = errorsOf(vcon);
        expect([...errorsOf(back[0] ?? vcon)].filter((error) => !before.has(error))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('may have numbers where text belongs, of any size', () => {
    const big = 2n ** 70n;
    const vcon = vconOf([
      event('policy-decision', 1, {
        server: big,
        tool: big,
        decision: 'allowed',
        policy_life: 'standing',
        operation: 'x',
      }),
      invocation(2, { server: big, encoding: big, body: 'x' }),
    ]);
    expect(() => validateVcon(vcon)).not.toThrow();
    expect(() => vconToReceipts(vcon)).not.toThrow();
    const reader = new ReplayedReader();
    const back = vconToTelemetry(vcon).spans.flatMap((span) => reader.add(span) ?? []);
    expect(back[0]?.events?.[1]).toMatchObject({ encoding: 'none', body: 'x' });
  });
});
