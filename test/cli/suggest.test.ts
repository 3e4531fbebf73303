import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from './run-cli.js';

const GENKIT = new URL('../fixtures/traces/genkit.otlp.json', import.meta.url).pathname;

let folder = '';
const inFolder = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'otel-vcon-suggest-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function trace(attributes: Readonly<Record<string, string>>): string {
  const span = {
    traceId: '5b8efff798038103d269b633813fc60c',
    spanId: 'eee19b7ec3c1b174',
    name: 'open_door',
    startTimeUnixNano: '1796029201000000000',
    endTimeUnixNano: '1796029202000000000',
    attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  };
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ scope: { name: 'house' }, spans: [span] }] }] });
}

describe('explain --suggest', () => {
  it('prints a draft that --mapping takes, and what it was taken from', async () => {
    const file = inFolder(
      'house.json',
      trace({ 'house.kind': 'tool', 'house.input': '{"door":1}', 'house.result': 'opened at 9' }),
    );
    const { code, stdout, stderr } = await runCommand(['explain', '--suggest', file]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: 'draft-house', match: { '@scope': 'house' } });
    expect(stderr).toContain('house.kind is tool');
    expect(stderr).toContain('arguments from house.input');

    const { documents } = await runCommand(['convert', file, '--mapping', inFolder('draft.json', stdout)]);
    expect(documents[0]?.['events']).toMatchObject([{ tool: 'open_door', body: { door: 1 } }, { type: 'tool-result' }]);
  });

  it('makes nothing of what a mapping of the user knows', async () => {
    const file = inFolder('known.json', trace({ 'house.kind': 'tool' }));
    const draft = (await runCommand(['explain', '--suggest', file])).stdout;
    const again = await runCommand(['explain', '--suggest', file, '--mapping', inFolder('known-draft.json', draft)]);
    expect([again.code, again.stdout]).toEqual([0, '']);
    expect(again.stderr).toContain('no mapping to suggest');
  });

  it('says so when nothing unknown looks like a call', async () => {
    const { code, stdout, stderr } = await runCommand(['explain', '--suggest', GENKIT]);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain(
      'there is no mapping to suggest: no record that is not known yet looks like a call of a tool',
    );
    expect((await runCommand(['explain', '--suggest', GENKIT, '--strict'])).code).toBe(1);
  });

  it('does not go with --json', async () => {
    const { code, stderr } = await runCommand(['explain', '--suggest', '--json', GENKIT]);
    expect(code).toBe(2);
    expect(stderr).toContain("'--suggest' cannot be used with option '--json'");
  });
});
