import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReplayedReader } from '../../src/bridge/replayed/index.js';
import { type ExecutorRecord, isInvocation, vconToReceipts } from '../../src/receipts/index.js';
import { vconToTelemetry } from '../../src/replay/index.js';
import { parseJson, stringifyJson } from '../../src/telemetry/index.js';
import { serializeVcon, type Vcon, validateVcon } from '../../src/vcon/index.js';
import { executorRecords } from './generated.js';
import { schemaProblems } from './schema.js';
import { convert } from './support.js';

/** A vCon as it is read from a file again. */
const reread = (vcon: Vcon) => parseJson(serializeVcon(vcon)) as unknown as Vcon;

/** A vCon as it comes back from the trace made of it. */
function throughTrace(vcon: Vcon): Vcon {
  const reader = new ReplayedReader();
  const whole = vconToTelemetry(vcon).spans.flatMap((span) => reader.add(span) ?? []);
  const [back] = [...whole, ...reader.finish()];
  if (back === undefined) throw new Error('no vCon came back');
  return back;
}

/** What must come back: the arguments of a denied call are recorded nowhere, everything else is kept. */
function expected(records: readonly ExecutorRecord[]): string[] {
  const answers = records.filter((record) => !isInvocation(record));
  return inOrder(
    records.map((record, index) => {
      const answer = records[index + 1];
      const isDenied =
        answer !== undefined && answers.includes(answer) && 'status' in answer && answer.status === 'Denied';
      return isInvocation(record) && isDenied ? { ...record, arguments: {} } : record;
    }),
  );
}

/** Records as text, whatever their order and that of their members. */
function inOrder(records: readonly ExecutorRecord[]): string[] {
  return records.map((record) => stringifyJson(Object.fromEntries(Object.entries(record).sort(byName)))).sort();
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

describe('L3: records come back the same', () => {
  it('from the vCons made of them', () => {
    fc.assert(
      fc.property(executorRecords, (records) => {
        const { vcons } = convert(records);
        for (const vcon of vcons) expect(validateVcon(vcon).errors).toEqual([]);
        const back = vcons.flatMap((vcon) => vconToReceipts(reread(vcon)));
        expect(inOrder(back)).toEqual(expected(records));
        for (const record of back) expect(schemaProblems(record)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('from the vCons that come back from the traces made of them', () => {
    fc.assert(
      fc.property(executorRecords, (records) => {
        const { vcons } = convert(records);
        const back = vcons.flatMap((vcon) => vconToReceipts(throughTrace(vcon)));
        expect(inOrder(back)).toEqual(expected(records));
      }),
      { numRuns: 50 },
    );
  });

  it('in whatever order they were given, those of one kind and invocation apart', () => {
    fc.assert(
      fc.property(executorRecords, (records) => {
        const receiptsFirst = records.toSorted((a, b) => Number(isInvocation(a)) - Number(isInvocation(b)));
        const back = convert(receiptsFirst).vcons.flatMap((vcon) => vconToReceipts(vcon));
        expect(inOrder(back)).toEqual(expected(records));
      }),
      { numRuns: 50 },
    );
  });
});
