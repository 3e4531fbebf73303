// Installs the frameworks that are not installed yet, each with the exact versions of its package-lock.json, and runs the tests with
// them. Without a package registry the tests are skipped, and it says so.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
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
  console.log(`npm ci in test/emitters/${relative(HERE, folder)}`);
  const args = [
    'ci',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--ignore-scripts',
    '--prefer-offline',
    '--fetch-retries=1',
  ];
  const { status, stderr, error } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) return `npm ci failed in ${folder}\n${error?.message ?? stderr}`;
  const { file, content } = stampOf(folder);
  writeFileSync(file, content);
  return undefined;
}

function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'otel-vcon-emitters-'));
  const report = join(folder, 'report.json');
  const args = ['run', '--config', join(HERE, 'vitest.config.ts'), '--reporter=default', '--reporter=json'];
  const { status } = spawnSync(process.execPath, [VITEST, ...args, `--outputFile.json=${report}`], {
    stdio: 'inherit',
  });
  const counts = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  rmSync(folder, { recursive: true });
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = counts;
  // A suite that fails before its tests, such as an agent that could not run, counts as one failure.
  return { passed, failed: status === 0 ? failed : Math.max(failed, 1) };
}

function finish({ passed, failed }) {
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
