import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { writeTracesData } from '../../src/otlp/index.js';
import { vconToReceipts } from '../../src/receipts/index.js';
import { vconToTelemetry } from '../../src/replay/index.js';
import { serializeVcon, type Vcon, validateVcon } from '../../src/vcon/index.js';
import { schemaProblems } from './schema.js';
import { convert, outline } from './support.js';

const file = (name: string) => fileURLToPath(new URL(`../../examples/receipts/${name}`, import.meta.url));
const records = readFileSync(file('records.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Record<string, unknown>);
const { vcons, notices, codes } = convert(records, { createdAt: Date.UTC(2026, 10, 30, 10) });
const [vcon] = vcons as [Vcon];

/** The example files are what the code makes of the records; `vitest -u` writes them again. */
describe('examples/receipts', () => {
  it('records.jsonl follows the schema of the executor, and its hashes verify', () => {
    for (const record of records) expect(schemaProblems(record)).toEqual([]);
    const verdicts = notices.filter(({ code }) => code.startsWith('executor-hash-')).map(({ code }) => code);
    expect(verdicts).toEqual(records.map(() => 'executor-hash-verified'));
    expect(codes).toEqual(['executor-replay']);
  });

  it('refund.vcon is its vCon, and valid', async () => {
    expect(vcons).toHaveLength(1);
    expect(validateVcon(vcon).errors).toEqual([]);
    expect(outline(vcon.events ?? [])).toEqual([
      'policy-decision allowed 1',
      'tool-invocation 1',
      'tool-result 1',
      'policy-decision permission-required 1',
      'tool-invocation 1',
      'tool-timeout 1',
      'policy-decision permission-required 2',
      'tool-invocation 2',
      'tool-result 2',
      'policy-decision disallowed 1',
      'policy-decision permission-required 1',
      'tool-invocation 1',
      'tool-failure 1',
      'policy-decision allowed 1',
      'tool-invocation 1',
      'tool-timeout 1',
    ]);
    await expect(`${serializeVcon(vcon, { pretty: true })}\n`).toMatchFileSnapshot(file('refund.vcon'));
  });

  it('trace.jsonl is the trace of that vCon', async () => {
    await expect(`${writeTracesData(vconToTelemetry(vcon).spans)}\n`).toMatchFileSnapshot(file('trace.jsonl'));
  });

  it('the records come back, but for the replay and the arguments of the denied call', () => {
    const back = vconToReceipts(vcon);
    const replayed = 8;
    const expected = records
      .filter((_, index) => index < 6 || index >= replayed)
      .map((record) => (record['toolId'] === 'delete_customer' ? { ...record, arguments: {} } : record));
    expect(back).toEqual(expected);
  });
});
