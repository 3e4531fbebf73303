import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileJournal, FileSink } from '../../src/processor/node/index.js';
import type { Vcon } from '../../src/vcon/index.js';
import { type CompiledPackage, compilePackage } from './support/compiled.js';

/** How many processes are killed. */
const KILLS = 200;
const AT_ONCE = 4;
/** Longest time between the first call and the end, in milliseconds. */
const LONGEST = 250;

const AGENT = join(import.meta.dirname, 'support/killed-agent.mjs');

let compiled: CompiledPackage;

beforeAll(async () => {
  compiled = await compilePackage();
}, 60_000);

afterAll(() => {
  compiled.remove();
});

/** Runs the agent until it is killed at a random moment. @returns what it said it had done. */
function runUntilKilled(folder: string, journal: string, seed: number): Promise<string[]> {
  const args = [AGENT, pathToFileURL(compiled.folder).href, folder, journal, String(seed)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      if (text === '') setTimeout(() => child.kill('SIGKILL'), Math.random() * LONGEST);
      text += chunk;
    });
    child.on('error', reject);
    // The last line may be cut: what it told of is not known to have been accepted.
    child.on('close', () => resolve(text.split('\n').slice(0, -1)));
  });
}

/** Completes what the agent left. */
async function recover(folder: string, journal: string): Promise<void> {
  const sink = new FileSink({ folder });
  for await (const { vcons, done } of new FileJournal({ folder: journal }).recover()) {
    for (const built of vcons) await sink.write(built);
    await done();
  }
}

function countEvents(folder: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.vcon'))) {
    const vcon: Vcon = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    for (const event of vcon.events ?? []) {
      const id = `${event.type} ${event['operation_id']}`;
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return counts;
}

async function killOnce(seed: number): Promise<{ readonly said: number; readonly wrong: readonly string[] }> {
  const root = mkdtempSync(join(tmpdir(), 'otel-vcon-'));
  const [folder, journal] = [join(root, 'vcons'), join(root, 'journal')];
  mkdirSync(folder);
  try {
    const said = await runUntilKilled(folder, journal, seed);
    await recover(folder, journal);
    const counts = countEvents(folder);
    const expected = said.map((line) => line.replace('started', 'tool-invocation').replace('ended', 'tool-result'));
    const missing = expected.filter((id) => counts.get(id) === undefined).map((id) => `missing: ${id}`);
    const doubled = [...counts].filter(([, count]) => count > 1).map(([id, count]) => `${count} times: ${id}`);
    const left = readdirSync(journal).map((name) => `left: ${name}`);
    return { said: said.length, wrong: [...missing, ...doubled, ...left].map((text) => `seed ${seed}: ${text}`) };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

describe('the journal', () => {
  it(`loses and doubles no event in ${KILLS} processes that are killed`, { timeout: 600_000 }, async () => {
    const seeds = Array.from({ length: KILLS }, (_, index) => index + 1);
    const wrong: string[] = [];
    let said = 0;
    const worker = async () => {
      for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) {
        const result = await killOnce(seed);
        said += result.said;
        wrong.push(...result.wrong);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    expect(wrong).toEqual([]);
    expect(said).toBeGreaterThan(KILLS * 2);
  });
});
