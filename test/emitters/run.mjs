// Installs the frameworks that are not installed yet, each with the exact versions of its package-lock.json, and runs the tests with
// them. Without a package registry the tests are skipped, and it says so.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT/;

const packages = ['.', ...readdirSync(HERE)].map((name) => join(HERE, name)).filter(hasLock);
for (const folder of packages.filter(isMissing)) {
  const failure = install(folder);
  if (failure === undefined) continue;
  if (OFFLINE.test(failure)) {
    console.log('skipped: the frameworks are not installed, and the package registry cannot be reached');
    finish({ passed: 0, failed: 0 });
  }
  console.error(failure);
  finish({ passed: 0, failed: 1 });
}
finish(runTests());

function hasLock(folder) {
  return existsSync(join(folder, 'package-lock.json'));
}

/** What is installed, by the content of the lock file that it was installed from. */
function stampOf(folder) {
  return {
    file: join(folder, 'node_modules/.installed-from'),
    content: createHash('sha256')
      .update(readFileSync(join(folder, 'package-lock.json')))
      .digest('hex'),
  };
}

function isMissing(folder) {
  const { file, content } = stampOf(folder);
  return !existsSync(file) || readFileSync(file, 'utf8') !== content;
}

/** Gives what npm said when it failed. */
function install(folder) {
  console.log(`npm ci in ${folder}`);
  const args = ['ci', '--no-audit', '--no-fund', '--no-progress', '--ignore-scripts', '--prefer-offline'];
  const { status, stderr, error } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) return `npm ci failed in ${folder}\n${error?.message ?? stderr}`;
  const { file, content } = stampOf(folder);
  writeFileSync(file, content);
  return undefined;
}

function runTests() {
  const config = join(HERE, 'vitest.config.ts');
  const { status, stdout } = spawnSync(process.execPath, [VITEST, 'run', '--config', config], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.stdout.write(stdout);
  const [summary = ''] = /^ *Tests {2}.*$/m.exec(stdout) ?? [];
  const count = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(summary)?.[1] ?? 0);
  const failed = count('failed');
  // A suite that fails before its tests, such as an agent that could not run, counts as one failure.
  return { passed: count('passed'), failed: status === 0 ? failed : Math.max(failed, 1) };
}

function finish({ passed, failed }) {
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
