import { describe, expect, it } from 'vitest';
import { runCommand } from './run-cli.js';

const TRACE = new URL('../fixtures/traces/langfuse-sdk.otlp.json', import.meta.url).pathname;
const COMMANDS = ['convert', 'trace', 'replay', 'receipts', 'recover', 'validate', 'inspect', 'explain', 'mappings'];

describe('help', () => {
  it('lists every command, on stdout', async () => {
    const { code, stdout, stderr } = await runCommand(['--help']);
    expect([code, stderr]).toEqual([0, '']);
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
  });

  it.each(COMMANDS)('%s says what it does and what each option means', async (command) => {
    const { code, stdout, stderr } = await runCommand([command, '--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Usage: otel-vcon ${command} `);
    const options = stdout.split('\n').filter((line) => /^ {2}-/.test(line));
    expect(options.filter((line) => !/ {2,}\S/.test(line.trim()))).toEqual([]);
    expect(stdout).not.toMatch(/default: [[{]/);
  });

  it('is what a command line without a command gets, on stderr', async () => {
    const { code, stdout, stderr } = await runCommand([]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Usage: otel-vcon');
  });
});

describe('wrong words', () => {
  it.each([
    ['a command', ['convrt', TRACE], 'convert'],
    ['an option', ['convert', TRACE, '--pritty'], '--pretty'],
    ['an option of another command', ['mappings', '--jsno'], '--json'],
  ])('%s that does not exist: the nearest is named', async (_, args, nearest) => {
    const { code, stdout, stderr } = await runCommand(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`(Did you mean ${nearest}?)`);
    expect(stderr).toContain('(see --help)');
  });

  it.each([
    [['e\u001b[31mvil']],
    [['convert', TRACE, '--e\u001b[31mvil']],
    [['convert', TRACE, '--group-by', 'e\u001b[31mvil']],
    [['convert', TRACE, '--created-at', 'e\u001b[31mvil']],
    [['replay', TRACE, '--header', 'e\u001b[31mvil']],
  ])('are printed without control characters: %j', async (args) => {
    const { code, stderr } = await runCommand(args);
    expect(code).toBe(2);
    expect(stderr).not.toContain('\u001b');
    expect(stderr).toContain('e\\u{1b}[31mvil');
  });

  it.each([
    ['-o with an empty name', ['convert', TRACE, '-o', '']],
    ['--redact without a key', ['convert', TRACE, '--redact', ' , ']],
    ['an empty --domain', ['convert', TRACE, '--domain', '']],
    ['-o onto the input', ['convert', TRACE, '-o', TRACE]],
  ])('%s is wrong usage', async (_, args) => {
    const { code, stdout, stderr } = await runCommand(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error: /);
  });
});

describe('--created-at', () => {
  it.each([
    ['2026-11-30T10:00:00Z', '2026-11-30T10:00:00Z'],
    ['2026-11-30T10:00:00+02:00', '2026-11-30T08:00:00Z'],
    ['2026-11-30T10:00:00.120Z', '2026-11-30T10:00:00.12Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z'],
  ])('takes %s', async (given, written) => {
    const { documents } = await runCommand(['convert', TRACE, '--created-at', given]);
    expect(documents[0]?.['created_at']).toBe(written);
  });

  it.each([
    '',
    'now',
    '2026-11-30',
    '2026-11-30T10:00:00',
    '1796029200',
    '2026-02-30T10:00:00Z',
    '1969-12-31T23:59:59Z',
  ])('refuses "%s"', async (given) => {
    const { code, stdout, stderr } = await runCommand(['convert', TRACE, '--created-at', given]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain("option '--created-at <date>'");
  });
});

describe('SOURCE_DATE_EPOCH', () => {
  it.each(['soon', '-5', '1e9', '1.5', ' 5', '253402300800', 'e\u001b[31m'])('refuses "%s"', async (value) => {
    const { code, stdout, stderr } = await runCommand(['convert', TRACE], { env: { SOURCE_DATE_EPOCH: value } });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('SOURCE_DATE_EPOCH is not a number of seconds');
    expect(stderr).not.toContain('\u001b');
  });

  it('counts for nothing when it is empty, or when --created-at is given', async () => {
    expect((await runCommand(['convert', TRACE], { env: { SOURCE_DATE_EPOCH: '' } })).code).toBe(0);
    const { documents } = await runCommand(['convert', TRACE, '--created-at', '2026-11-30T10:00:00Z'], {
      env: { SOURCE_DATE_EPOCH: 'soon' },
    });
    expect(documents[0]?.['created_at']).toBe('2026-11-30T10:00:00Z');
  });
});
