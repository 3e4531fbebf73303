import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeError } from '../../src/cli/system-error.js';
import { runCommand } from './run-cli.js';

const TRACE = new URL('../fixtures/traces/langfuse-sdk.otlp.json', import.meta.url).pathname;
/** Commands that read files. */
const OTLP_COMMANDS = ['convert', 'explain', 'receipts'];
const VCON_COMMANDS = ['validate', 'inspect', 'trace'];
const COMMANDS = [...OTLP_COMMANDS, ...VCON_COMMANDS];

let folder = '';
let server: Server | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'otel-vcon-inputs-'));
  writeFileSync(join(folder, 'binary'), Buffer.from('00ff10807f0341c3280a', 'hex'));
  writeFileSync(join(folder, 'empty'), '');
  server = createServer().listen(join(folder, 'socket'));
  await new Promise((resolve) => server?.once('listening', resolve));
});

afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(COMMANDS)('%s: what is no input', (command) => {
  it.each([
    ['a file that does not exist', 'missing', 'there is no such file or folder'],
    ['a folder', '.', 'it is a folder; name the files in it'],
    ['a file in a file', 'empty/x', 'a part of the path is not a folder'],
    ['a file that cannot be opened', 'socket', 'it is a socket or device that cannot be opened'],
    ['an empty file', 'empty', 'empty'],
    ['a file of arbitrary bytes', 'binary', command === 'convert' ? 'binary' : ''],
  ])('%s is named, with exit code 1', async (_, name, message) => {
    const file = join(folder, name);
    const { code, stdout, stderr } = await runCommand([command, file]);
    const said = command === 'validate' ? stdout + stderr : stderr;
    expect(code).toBe(1);
    expect(said).toContain(file);
    expect(said).toContain(message);
    if (command !== 'validate') expect(stdout).toBe('');
  });

  it('a file that cannot be read is named', async () => {
    // Reading the start of the address space of a process fails with EIO on Linux.
    if (process.platform !== 'linux') return;
    const { code, stderr, stdout } = await runCommand([command, '/proc/self/mem']);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain('/proc/self/mem');
    expect(stdout + stderr).not.toContain('internal error');
  });

  it('empty stdin is named', async () => {
    const { code, stdout, stderr } = await runCommand([command, '-']);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain('stdin');
  });

  it('an empty name is wrong usage', async () => {
    const { code, stderr } = await runCommand([command, '']);
    expect([code, stderr]).toEqual([2, 'error: the name of a file is empty\n']);
  });
});

describe('names of files', () => {
  const EVIL = 'e\u001b[31mvil\n\u202e';

  it.each(COMMANDS)('%s makes control characters in them visible', async (command) => {
    const { stderr } = await runCommand([command, join(folder, EVIL)]);
    expect(stderr).toContain('e\\u{1b}[31mvil\\u{a}\\u{202e}: there is no such file');
    expect(stderr.split('\n')).toHaveLength(command === 'trace' || command === 'receipts' ? 3 : 2);
  });

  it('with control characters are read and written all the same', async () => {
    const path = join(folder, EVIL);
    const { stdout } = await runCommand(['convert', TRACE]);
    expect((await runCommand(['convert', TRACE, '-o', path])).code).toBe(0);
    const validated = await runCommand(['validate', path]);
    expect(validated.code).toBe(0);
    expect(validated.stdout).not.toContain('\u001b');
    expect((await runCommand(['trace', path])).stdout).toBe(
      (await runCommand(['trace', '-'], { stdin: stdout })).stdout,
    );
  });
});

describe('many inputs', () => {
  it('the same one twice gives what it gives once', async () => {
    const once = await runCommand(['convert', TRACE]);
    const twice = await runCommand(['convert', TRACE, TRACE]);
    expect(twice.stdout).toBe(once.stdout);
  });

  it('thousands of files are read in turn', async () => {
    const files = Array.from({ length: 2500 }, (_, index) => join(folder, `t${index}.json`));
    const span = (index: number) => ({
      traceId: (4096 + index).toString(16).padStart(32, '0'),
      spanId: (4096 + index).toString(16).padStart(16, '0'),
      name: 'execute_tool ls',
      startTimeUnixNano: '1796029201000000000',
      endTimeUnixNano: '1796029202000000000',
      attributes: [
        { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
        { key: 'gen_ai.tool.name', value: { stringValue: 'ls' } },
      ],
    });
    for (const [index, file] of files.entries())
      writeFileSync(file, JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span(index)] }] }] }));
    const { code, documents } = await runCommand(['convert', ...files]);
    expect(code).toBe(0);
    expect(documents).toHaveLength(2500);
  }, 30_000);
});

describe('describeError', () => {
  it.each(['EACCES', 'EPERM'])('says %s in words', (code) => {
    expect(describeError(Object.assign(new Error('x'), { code }))).toBe('no permission');
  });
});
