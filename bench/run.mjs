// npm run bench: measures what the speed budgets speak of and says which are met. Exit code 1 when one is not. Wants an idle machine: the
// ratios are of runs by turns, so that other load falls on all contenders alike, but it makes them vary.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PARTS = ['offline/measure.mjs', 'offline/memory.mjs', 'processor/measure.mjs'];

let missed = 0;
for (const part of PARTS.map((path) => fileURLToPath(new URL(path, import.meta.url))).filter(existsSync)) {
  const { status } = spawnSync(process.execPath, [part], { stdio: 'inherit' });
  if (status !== 0) missed += 1;
}
process.exitCode = missed === 0 ? 0 : 1;
