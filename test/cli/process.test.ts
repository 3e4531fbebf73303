import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** The built command, as people run it (`npm run build` makes it). */
const COMMAND = fileURLToPath(new URL('../../dist/esm/cli/main.js', import.meta.url));
const TRACE = fileURLToPath(new URL('../fixtures/traces/langfuse-sdk.otlp.json', import.meta.url));

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a shell line in which $CLI is the command and $TRACE a trace. */
function shell(line: string, env: Readonly<Record<string, string>> = {}): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-o', 'pipefail', '-c', line], {
      env: { ...process.env, CLI: `${process.execPath} ${COMMAND}`, TRACE, ...env },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk);
    });
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.end();
  });
}

describe.skipIf(!existsSync(COMMAND))('the command as a process', () => {
  it('reads and writes pipes', async () => {
    const { code, stdout } = await shell('$CLI convert "$TRACE" | $CLI trace - | $CLI convert - | $CLI validate -');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^stdin: valid/);
  });

  it.each(['convert --verbose', 'explain', 'mappings', '--help'])(
    '%s ends quietly when its reader does',
    async (args) => {
      const file = args.startsWith('-') || args === 'mappings' ? '' : '"$TRACE"';
      // With pipefail the exit code is that of the command, not that of the reader.
      const { code, stderr } = await shell(`$CLI ${args} ${file} 2> >(grep -i -e error -e epipe >&2) | true`);
      expect([code, stderr]).toEqual([0, '']);
    },
  );

  it('writes no escape sequence when it is not on a terminal', async () => {
    const { code, stdout, stderr } = await shell('$CLI convert "$TRACE"', { FORCE_COLOR: '1', TERM: 'xterm' });
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain('\u001b');
  });

  it('says so when the disk is full', async () => {
    if (!existsSync('/dev/full')) return;
    const { code, stderr } = await shell('$CLI convert "$TRACE" > /dev/full');
    expect([code, stderr]).toEqual([1, 'error: stdout: no space left on the device\n']);
  });

  it('takes /dev/null and a process for a target', async () => {
    const { code, stdout } = await shell(
      '$CLI convert "$TRACE" -o /dev/null && $CLI convert "$TRACE" -o >(cat) && sleep 0.2',
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\{"vcon":"0\.5\.0"/);
  });

  it('reads a process for an input', async () => {
    const { code, stdout } = await shell('$CLI convert <(cat "$TRACE") --created-at 2026-11-30T10:00:00Z');
    const direct = await shell('$CLI convert "$TRACE" --created-at 2026-11-30T10:00:00Z');
    expect([code, stdout]).toEqual([0, direct.stdout]);
  });

  it('is executable by its own name', () => {
    expect(readFileSync(COMMAND, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });
});
