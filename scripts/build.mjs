// Builds dist/esm and dist/cjs, both with types.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

run('scripts/generate.mjs');
rmSync(`${root}dist`, { recursive: true, force: true });
run(tsc, '-p', 'tsconfig.json');
run(tsc, '-p', 'tsconfig.cjs.json');
writeFileSync(`${root}dist/cjs/package.json`, '{ "type": "commonjs" }\n');
const main = `${root}dist/esm/cli/main.js`;
if (existsSync(main)) chmodSync(main, 0o755);
