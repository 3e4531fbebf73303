// What offline conversion takes, against a straightforward converter and against the least that one thread has to do: the offline rows of
// the speed budgets. Each run has a process of its own, and the contenders take turns, so that what else the machine does falls on all.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lines } from './corpus.mjs';

/** Large enough that the start of the process and of the compiler do not decide. */
const MEGABYTES = Number(process.env.MEGABYTES ?? 60);
const ROUNDS = Number(process.env.ROUNDS ?? 5);

const CONTENDERS = ['straightforward', 'otel-vcon', 'floor'];
const CASES = [
  { title: 'every span a tool call', toolShare: 1, budgets: { straightforward: 2.2, floor: 0.8 } },
  { title: '5 % of spans tool calls', toolShare: 0.05, budgets: { straightforward: 5 } },
];

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

let missed = 0;
const folder = mkdtempSync(join(tmpdir(), 'otel-vcon-bench-'));
try {
  for (const { title, toolShare, budgets } of CASES) {
    const file = join(folder, `${toolShare}.jsonl`);
    writeCorpus(file, toolShare);
    print(title, statSync(file).size, takeTurns(file), budgets);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = missed === 0 ? 0 : 1;

function writeCorpus(path, toolShare) {
  const file = openSync(path, 'w');
  for (const line of lines(MEGABYTES * 1e6, toolShare)) writeSync(file, line);
  closeSync(file);
}

/** Processor time in milliseconds of each round, by contender. */
function takeTurns(file) {
  const times = Object.fromEntries(CONTENDERS.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of CONTENDERS) times[name].push(run(name, file).cpuMillis);
  }
  return times;
}

function run(name, file) {
  const script = fileURLToPath(new URL('contender.mjs', import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, name, file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

function print(title, bytes, times, budgets) {
  process.stdout.write(`\noffline, ${title} (${ROUNDS} rounds of ${(bytes / 1e6).toFixed(0)} MB)\n`);
  for (const [name, all] of Object.entries(times)) {
    const rate = bytes / 1e6 / (median(all) / 1000);
    process.stdout.write(`${name.padEnd(20)}${`${rate.toFixed(1)} MB/s`.padStart(14)}\n`);
  }
  for (const [rival, least] of Object.entries(budgets)) {
    const ratio = median(times[rival].map((time, round) => time / times['otel-vcon'][round]));
    if (ratio < least) missed += 1;
    process.stdout.write(
      `${`x ${rival}`.padEnd(20)}${ratio.toFixed(2).padStart(9)}   budget ${least}: ${ratio < least ? 'missed' : 'met'}\n`,
    );
  }
}
