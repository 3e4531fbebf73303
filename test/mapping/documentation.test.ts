import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Converter } from '../../src/bridge/index.js';
import { builtinMapper } from '../../src/mapping/index.js';
import { otlpRecords } from './records.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('mappings/README.md', () => {
  const blocks = new Map(
    [...read('mappings/README.md').matchAll(/^```json (\S+)\n(.*?)^```$/gms)].map(([, name, json]) => [
      name,
      json ?? '',
    ]),
  );
  const mapping: unknown = JSON.parse(blocks.get('acme.json') ?? '');

  function convert(trace: string) {
    const converter = new Converter({ mappings: [mapping], createdAt: 0 });
    for (const record of otlpRecords(trace)) converter.add(record);
    return converter;
  }

  it('has a mapping that does what it says', () => {
    const [built, ...others] = convert(blocks.get('acme-trace.json') ?? '').finish();
    expect(others).toEqual([]);
    expect(built?.vcon).toMatchObject({
      parties: [{ name: 'planner' }],
      sessions: [{ conversation_id: 'thread-7' }],
      events: [
        { type: 'tool-invocation', operation_id: 'call_1', tool: 'get_weather', body: { city: 'Lisbon' } },
        { type: 'tool-result', operation_id: 'call_1', body: { celsius: 21 } },
        { type: 'tool-invocation', operation_id: 'call_2', tool: 'charge_card', body: { amount: 42 } },
        { type: 'tool-failure', operation_id: 'call_2', body: { message: 'card declined' } },
        { type: 'policy-decision', operation_id: 'call_3', decision: 'permission-required', tool: 'delete_file' },
      ],
    });
    expect(JSON.stringify(built?.vcon)).not.toContain('/etc/passwd');
  });

  it.each([
    ['approved', 'permission-required'],
    ['auto', 'allowed'],
  ])('knows the approval %s', (approval, decision) => {
    const trace = (blocks.get('acme-trace.json') ?? '').replace('"declined"', JSON.stringify(approval));
    expect(
      convert(trace)
        .finish()[0]
        ?.vcon.events?.filter(({ type }) => type === 'policy-decision'),
    ).toMatchObject([{ decision, operation_id: 'call_3' }]);
  });
});

describe('docs/emitters.md', () => {
  it('is current', () => {
    const script = fileURLToPath(new URL('../../scripts/emitters-page.mjs', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  it('names every mapping and its limits', () => {
    const page = read('docs/emitters.md');
    for (const { id, notes = [] } of builtinMapper().list()) {
      expect(page).toContain(`| [${id}](../mappings/${id}.json) |`);
      for (const note of notes) expect(page).toContain(note.replaceAll('|', '\\|').replaceAll('<', '&lt;'));
    }
  });
});
