import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_TYPES, validateVcon } from '../../src/vcon/index.js';

// The examples run on dist/, which `npm test` builds first.
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');

interface Written {
  readonly events: readonly { readonly type: string; readonly operation_id?: string; readonly body?: unknown }[];
}

let folder = '';

/** Runs an example that writes one vCon, and reads it. */
function vconOf(example: string, ...options: string[]): string {
  const target = join(folder, example);
  execFileSync(process.execPath, [`examples/${example}`, target, ...options], { cwd: ROOT, stdio: 'pipe' });
  const files = readdirSync(target);
  expect(files).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.vcon$/)]);
  return readFileSync(join(target, files[0] ?? ''), 'utf8');
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'otel-vcon-examples-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the vCon of the example agent', () => {
  const vcon = JSON.parse(read('examples/agent.vcon')) as Written;

  it('has nothing that validation finds', () => {
    expect(validateVcon(vcon)).toEqual({ valid: true, errors: [], warnings: [], observations: [] });
  });

  it("fits the draft's own schema", () => {
    const fits = new Ajv({ strict: false }).compile(
      JSON.parse(read('test/fixtures/draft/tool-invocation.schema.json')),
    );
    expect(fits(vcon), JSON.stringify(fits.errors)).toBe(true);
  });

  it('shows all twelve event types', () => {
    expect(new Set(vcon.events.map(({ type }) => type))).toEqual(new Set(EVENT_TYPES));
  });

  it('has no event of the refused call but the decision', () => {
    const refused = vcon.events.filter((event) => event.operation_id === 'call_cancel');
    expect(refused.map(({ type }) => type)).toEqual(['policy-decision']);
  });

  it('is what the example writes', () => {
    expect(vconOf('agent.mjs', '--fixed')).toBe(read('examples/agent.vcon'));
  });
});

describe('the example of the AI SDK', () => {
  it('records a call that returned and one that failed', () => {
    const { events } = JSON.parse(vconOf('ai-sdk.mjs')) as Written;
    const typesOf = (id: string): string[] =>
      events.filter((event) => event.operation_id === id).map(({ type }) => type);
    expect(typesOf('call_1')).toEqual(['tool-invocation', 'tool-result']);
    expect(typesOf('call_2')).toEqual(['tool-invocation', 'tool-failure']);
    expect(events.find(({ type }) => type === 'tool-result')?.body).toEqual({ order: 'A-17', state: 'shipped' });
  });
});

describe('the example that converts a file', () => {
  it('prints a vCon', () => {
    const printed = execFileSync(process.execPath, ['examples/convert-file.mjs'], { cwd: ROOT, encoding: 'utf8' });
    const vcon = JSON.parse(printed) as Written;
    expect(validateVcon(vcon).errors).toEqual([]);
    expect(vcon.events.filter(({ type }) => type === 'tool-input')).toHaveLength(1);
  });
});
