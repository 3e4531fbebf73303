import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { vconToTelemetry } from '../../src/replay/index.js';
import { readVcon, serializeVcon, type Vcon } from '../../src/vcon/index.js';
import { flaws, lawful } from '../replay/vcons.js';
import { findPython, pythonWith } from './build.js';
import { fixtureVcons, type NamedVcon } from './fixtures.js';

const SCRIPT = fileURLToPath(new URL('./vcons.py', import.meta.url));
/** 1.0 knows sessions and events; 0.10 is the last one before, and has to let them through. */
const PACKAGES = ['vcon>=1,<2', 'vcon==0.10.0'];

const own = installed();

function installed(): string | undefined {
  const python = findPython();
  if (python === undefined) {
    console.warn('skipped: there is no Python 3.12 or later');
    return undefined;
  }
  for (const requirement of PACKAGES) {
    try {
      return pythonWith(python, requirement);
    } catch {
      console.warn(`${requirement} cannot be installed`);
    }
  }
  console.warn('skipped: the Python package vcon cannot be installed');
  return undefined;
}

/** What the package makes of vCons. */
function throughPython(vcons: readonly Vcon[], ...args: readonly string[]): Vcon[] {
  const input = vcons.map((vcon) => `${serializeVcon(vcon)}\n`).join('');
  const { status, stdout, stderr } = spawnSync(own ?? '', [SCRIPT, ...args], {
    input,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  expect(status, stderr).toBe(0);
  return stdout
    .trim()
    .split('\n')
    .map((line) => readVcon(line).vcon);
}

/** The package writes `created_at` in a form of its own. */
function withoutDate(vcon: Vcon): unknown {
  return lawful({ ...vcon, created_at: '' });
}

describe.skipIf(own === undefined)('the Python package vcon', () => {
  let vcons: NamedVcon[] = [];

  beforeAll(async () => {
    vcons = await fixtureVcons();
  });

  it('loads our vCons and writes the same events, parties and sessions', () => {
    const written = throughPython(vcons.map(({ vcon }) => vcon));
    expect(written.map(withoutDate)).toEqual(vcons.map(({ vcon }) => withoutDate(vcon)));
  });

  it('makes vCons that become traces', () => {
    const given = vcons
      .map(({ vcon }) => vcon)
      .filter(({ sessions = [], events = [] }) => sessions.length + events.length > 1);
    const made = throughPython(given, 'new');
    expect(made).toHaveLength(given.length);
    for (const [index, vcon] of made.entries()) {
      const { spans } = vconToTelemetry(vcon);
      expect(flaws(spans)).toEqual([]);
      expect(spans.map(({ name }) => name)).toEqual(
        vconToTelemetry(given[index] ?? vcon).spans.map(({ name }) => name),
      );
    }
  });
});
