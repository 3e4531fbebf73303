import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Vcon } from '../../src/vcon/index.js';
import { type CompiledPackage, compilePackage, runScript } from '../processor/support/compiled.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const NODE_24 = here('newer/node_modules/node/bin/node');
const HAS_OLDER = existsSync(here('older/node_modules'));
const HAS_NEWER = existsSync(NODE_24);

let compiled: CompiledPackage;

beforeAll(async () => {
  compiled = await compilePackage();
}, 60_000);

afterAll(() => {
  compiled.remove();
});

async function run(script: string, node?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'otel-vcon-'));
  try {
    const args = [pathToFileURL(compiled.folder).href, folder];
    const { code, stdout, stderr } = await runScript(here(script), args, { ...(node !== undefined && { node }) });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const vcons = readdirSync(folder).map((name): Vcon => JSON.parse(readFileSync(join(folder, name), 'utf8')));
    return { vcons, report: JSON.parse(stdout) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Tool events and the parts of them that every SDK must give alike. */
function toolEvents([vcon]: readonly Vcon[]) {
  const events = (vcon?.events ?? []).filter(({ type }) => type !== 'policy-decision');
  return events.map(({ trace_id: _trace, span_id: _span, otel_span: _own, ...event }) => event);
}

describe.each([
  ['1.30', 'older/sdk-1.mjs', undefined, HAS_OLDER],
  ['2.0', 'older/sdk-2-0.mjs', undefined, HAS_OLDER],
  ['2.12', 'sdk-2-12.mjs', undefined, true],
  ['2.12 on Node 24', 'sdk-2-12.mjs', NODE_24, HAS_NEWER],
  ['3.1 on Node 24', 'newer/sdk-3.mjs', NODE_24, HAS_NEWER],
])('SDK %s', (name, script, node, installed) => {
  it.skipIf(!installed)('records the same conversation as any other', async () => {
    const { vcons, report } = await run(script, node);
    expect(vcons).toHaveLength(1);
    expect(vcons[0]?.sessions).toMatchObject([{ conversation_id: 'c1' }]);
    expect(vcons[0]?.parties).toMatchObject([{ name: 'planner' }]);
    expect(toolEvents(vcons)).toEqual(EXPECTED);
    expect(report).toMatchObject({
      same: true,
      stats: { mapped: name.startsWith('1') || name === '2.0' ? 3 : 4, problems: {} },
    });
  });
});

describe.each([
  ['2.12', 'sdk-2-12.mjs', undefined, true],
  ['3.1 on Node 24', 'newer/sdk-3.mjs', NODE_24, HAS_NEWER],
])('logs of SDK %s', (_, script, node, installed) => {
  it.skipIf(!installed)('join the conversation of the spans', async () => {
    const { vcons } = await run(script, node);
    expect(vcons[0]?.events?.filter(({ type }) => type === 'policy-decision')).toMatchObject([
      { decision: 'disallowed', operation_id: 'call_3', tool: 'delete', time: '2023-11-14T22:13:26Z' },
    ]);
  });
});

it.skipIf(!HAS_NEWER)('SDK 3.1 on Node 24 is joined by otel-vcon/register', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'otel-vcon-'));
  const register = pathToFileURL(join(compiled.folder, 'esm/register.js')).href;
  const env = { OTEL_VCON_FOLDER: folder };
  const ended = await runScript('--import', [register, here('newer/registered.mjs')], { node: NODE_24, env });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const [name = ''] = readdirSync(folder);
  const vcon: Vcon = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  expect(vcon.events?.map(({ type }) => type)).toEqual(['tool-invocation', 'tool-result']);
  rmSync(folder, { recursive: true });
});

it.skipIf(HAS_OLDER && HAS_NEWER)('some SDKs are not installed: npm ci in test/processor-sdks/older and newer', () => {
  expect(HAS_OLDER && HAS_NEWER).toBe(false);
});

const event = (type: string, id: string, second: number, more: object = {}) => ({
  type,
  time: `2023-11-14T22:13:${20 + second}Z`,
  sessions: 0,
  party: 0,
  operation_id: id,
  attempt: 1,
  ...more,
});
const json = (body: unknown) => ({ body, encoding: 'json', mediatype: 'application/json' });
const ARGUMENTS = json({ q: ['x', 1, null] });
const EXPECTED = [
  event('tool-invocation', 'call_1', 1, { server: '!host', tool: 'search', tool_call_id: 'call_1', ...ARGUMENTS }),
  event('tool-progress', 'call_1', 2, json({ done: 0.5 })),
  event('tool-result', 'call_1', 3, json({ hits: 3 })),
  event('tool-invocation', 'call_2', 4, { server: '!host', tool: 'write', tool_call_id: 'call_2', ...ARGUMENTS }),
  expect.objectContaining(event('tool-failure', 'call_2', 5)),
];
