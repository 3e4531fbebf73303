import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agent, useTool } from '../processor/support/agent.js';
import { FirstJournal, letProcessEnd } from '../processor/support/journals.js';
import { runCommand } from './run-cli.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'otel-vcon-'));
  const { tracer } = agent({ journal: new FirstJournal({ folder: join(folder, 'journal') }) });
  useTool(tracer, { id: 'call_1' });
  letProcessEnd(join(folder, 'journal'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('otel-vcon recover', () => {
  it('writes what a process left, and removes it', async () => {
    const { code, stderr } = await runCommand(['recover', join(folder, 'journal'), '-o', `${join(folder, 'vcons')}/`]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '1 vCon(s) of 1 ended process(es)\n' });
    const [name = ''] = readdirSync(join(folder, 'vcons'));
    const vcon = JSON.parse(readFileSync(join(folder, 'vcons', name), 'utf8'));
    expect(name).toBe(`${vcon.uuid}.vcon`);
    expect(vcon.events.map(({ type }: { type: string }) => type)).toEqual(['tool-invocation', 'tool-result']);
    expect(readdirSync(join(folder, 'journal'))).toEqual([]);
  });

  it('leaves the journal on request', async () => {
    const { code, stdout } = await runCommand(['recover', join(folder, 'journal'), '--keep']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).events).toHaveLength(2);
    expect(readdirSync(join(folder, 'journal'))).toHaveLength(1);
  });

  it('refuses what is no folder', async () => {
    const { code, stderr } = await runCommand(['recover', join(folder, 'nothing-here')]);
    expect(code).toBe(1);
    expect(stderr).toContain('nothing-here');
  });
});
