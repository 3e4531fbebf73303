import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from './run-cli.js';

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));
const WEATHER = `${FIXTURES}cases/field/13-one-call-three-spans/input.json`;
const MCP = `${FIXTURES}traces/mcp-sdk-traceloop.otlp.json`;
const CUT = `${FIXTURES}cases/field/07-framing/cut-last-line.jsonl`;

let folder = '';
const inFolder = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'otel-vcon-convert-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A span with these attributes, as OTLP/JSON. */
function otlp(attributes: Readonly<Record<string, string>>): string {
  const span = {
    traceId: '5b8efff798038103d269b633813fc60c',
    spanId: 'eee19b7ec3c1b174',
    name: 'a span',
    startTimeUnixNano: '1796029201000000000',
    endTimeUnixNano: '1796029202000000000',
    attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  };
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
}

describe('convert: output', () => {
  it('writes one compact vCon a line to stdout, and nothing else', async () => {
    const { code, stdout, stderr } = await runCommand(['convert', WEATHER]);
    expect(code).toBe(0);
    expect(stdout.split('\n')).toHaveLength(2);
    expect(stdout.endsWith('}\n')).toBe(true);
    expect(stderr).toBe('1 vCon(s) with 1 operation(s), from 6 span(s)\n');
  });

  it('indents for people', async () => {
    const { stdout } = await runCommand(['convert', WEATHER, '--pretty']);
    expect(stdout).toMatch(/^\{\n {2}"vcon": "0\.5\.0",\n/);
  });

  it('writes <uuid>.vcon files into a folder', async () => {
    const target = join(folder, 'vcons/');
    const { code, stdout } = await runCommand(['convert', WEATHER, '-o', target]);
    expect([code, stdout]).toEqual([0, '']);
    const [file = '', ...others] = readdirSync(target);
    expect(others).toEqual([]);
    const vcon = JSON.parse(readFileSync(join(target, file), 'utf8')) as { uuid: string };
    expect(file).toBe(`${vcon.uuid}.vcon`);
  });

  it('reads stdin, gzip too', async () => {
    const plain = await runCommand(['convert', WEATHER]);
    const zipped = await runCommand(['convert', '-'], { stdin: gzipSync(readFileSync(WEATHER)) });
    expect(zipped.stdout).toBe(plain.stdout);
  });

  it('converts all files together', async () => {
    const files = ['otlp', 'logs.otlp'].map((name) => `${FIXTURES}traces/claude-code.${name}.json`);
    const { documents } = await runCommand(['convert', ...files]);
    expect(documents).toHaveLength(1);
  });
});

describe('convert: the same input gives the same bytes', () => {
  it('with --created-at', async () => {
    const args = ['convert', WEATHER, '--created-at', '2026-11-30T10:00:00.25Z'];
    const [first, second] = [await runCommand(args, { env: {} }), await runCommand(args, { env: {} })];
    expect(first.documents[0]?.['created_at']).toBe('2026-11-30T10:00:00.25Z');
    expect(second.stdout).toBe(first.stdout);
  });

  it('with SOURCE_DATE_EPOCH', async () => {
    const { documents } = await runCommand(['convert', WEATHER], { env: { SOURCE_DATE_EPOCH: '1796029200' } });
    expect(documents[0]?.['created_at']).toBe('2026-11-30T09:00:00Z');
  });
});

describe('convert: options', () => {
  it('--no-content leaves content out', async () => {
    const { code, documents } = await runCommand(['convert', WEATHER, '--no-content']);
    const events = documents[0]?.['events'] as Record<string, unknown>[];
    expect(code).toBe(0);
    expect(events.map(({ type }) => type)).toEqual(['tool-invocation', 'tool-result']);
    expect(events.filter((event) => 'body' in event || 'encoding' in event)).toEqual([]);
  });

  it('--attachments takes files out of the content', async () => {
    const file = `${FIXTURES}cases/field/23-bytes-and-size/input.json`;
    expect((await runCommand(['convert', file])).stdout).not.toContain('"attachments"');
    const { documents } = await runCommand(['convert', file, '--attachments']);
    expect(documents[0]?.['attachments']).toMatchObject([{ mediatype: 'image/png', encoding: 'base64url' }]);
  });

  it('--redact takes further keys out', async () => {
    const { stdout } = await runCommand(['convert', WEATHER, '--redact', 'location']);
    expect(stdout).not.toContain('Oslo');
    expect(stdout).toContain('"location"');
  });

  it('takes credentials out unless --no-redact says otherwise', async () => {
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'login',
      'gen_ai.tool.call.arguments': '{"password":"correct horse battery"}',
    };
    const file = inFolder('secret.json', otlp(attributes));
    expect((await runCommand(['convert', file])).stdout).not.toContain('correct horse');
    expect((await runCommand(['convert', file, '--no-redact'])).stdout).toContain('correct horse battery');
  });

  it('--group-by trace makes a vCon for each trace', async () => {
    const file = `${FIXTURES}traces/strands-ts.otlp.json`;
    const byConversation = await runCommand(['convert', file]);
    const byTrace = await runCommand(['convert', file, '--group-by', 'trace']);
    expect(byTrace.documents.length).toBeGreaterThan(byConversation.documents.length);
  });

  it('--mapping adds a mapping of the user', async () => {
    const mapping = {
      id: 'house',
      title: 'A house framework',
      status: 'unconfirmed',
      shows: ['arguments'],
      order: 1,
      match: { 'house.tool': { exists: true } },
      rules: [
        { id: 'call', on: 'span', call: { tool: 'house.tool' }, invocation: { arguments: 'house.input' }, outcome: {} },
      ],
    };
    const file = inFolder('house.json', otlp({ 'house.tool': 'open_door', 'house.input': '{"door":1}' }));
    const args = ['convert', file, '--mapping', inFolder('mapping.json', JSON.stringify(mapping))];
    const { code, documents } = await runCommand(args);
    expect(code).toBe(0);
    const [vcon = {}] = documents;
    expect(vcon['events']).toContainEqual(expect.objectContaining({ tool: 'open_door', body: { door: 1 } }));
  });

  it('--lossless keeps the spans, which trace gives back', async () => {
    const { documents, stdout } = await runCommand(['convert', WEATHER, '--lossless']);
    expect(documents[0]?.['analysis']).toHaveLength(1);
    const back = await runCommand(['trace', '-'], { stdin: stdout });
    expect(spanIds(back.stdout)).toEqual(spanIds(readFileSync(WEATHER, 'utf8')));
  });
});

describe('convert: refused and odd input', () => {
  it.each([
    ['a file that does not exist', ['convert', 'no/such/file.json'], 'no/such/file.json: there is no such file'],
    ['an empty input', ['convert', '-'], 'stdin'],
    ['a folder', ['convert', FIXTURES], 'folder'],
  ])('says what is wrong with %s', async (_, args, message) => {
    const { code, stdout, stderr } = await runCommand(args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });

  it('names the keys of JSON that is something else', async () => {
    const { code, stdout, stderr } = await runCommand(['convert', '-'], { stdin: '{"foo":1,"bar":{}}' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.match(/"foo", "bar"/g)).toHaveLength(1);
  });

  it('takes an empty envelope for no input', async () => {
    const { code, stdout, stderr } = await runCommand(['convert', '-'], { stdin: '{"resourceSpans":[]}' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('no span');
  });

  it('recognises a vCon and names the command for it', async () => {
    const { stdout: vcon } = await runCommand(['convert', WEATHER]);
    const { code, stdout, stderr } = await runCommand(['convert', '-'], { stdin: vcon });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('otel-vcon trace');
  });

  it('does the other files when one is bad', async () => {
    const { code, documents, stderr } = await runCommand(['convert', inFolder('bad.json', 'no json'), WEATHER]);
    expect(code).toBe(1);
    expect(documents).toHaveLength(1);
    expect(stderr).toContain('bad.json');
  });

  it('writes nothing, and says what it saw, when no record is about a tool', async () => {
    const file = inFolder('http.json', otlp({ 'http.request.method': 'GET', 'url.path': '/' }));
    const { code, stdout, stderr } = await runCommand(['convert', file, '-o', join(folder, 'none.jsonl')]);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/0 tool spans; saw 1 span\(s\) with http\.\* \(1\), url\.\* \(1\)/);
    expect(readdirSync(folder)).not.toContain('none.jsonl');
    expect((await runCommand(['convert', file, '--strict'])).code).toBe(1);
  });

  it('says each kind of notice once, and each notice with --verbose', async () => {
    const short = await runCommand(['convert', CUT]);
    expect(short.code).toBe(0);
    expect(short.stderr).toContain('line 3');
    const twice = await runCommand(['convert', CUT, CUT]);
    expect(twice.stderr.match(/OTLP_CUT.*1 more/g)).toHaveLength(1);
    const verbose = await runCommand(['convert', CUT, CUT, '--verbose']);
    expect(verbose.stderr.match(/OTLP_CUT/g)).toHaveLength(2);
  });

  it('makes control characters of the input visible', async () => {
    const file = inFolder('evil.json', '{"\\u001b[31mred":1}');
    const { stderr } = await runCommand(['convert', file]);
    expect(stderr).not.toContain('\u001b');
    expect(stderr).toContain('red');
  });

  it.each([
    ['no file', ['convert']],
    ['an unknown option', ['convert', WEATHER, '--frobnicate']],
    ['a wrong choice', ['convert', WEATHER, '--group-by', 'colour']],
    ['a date that is none', ['convert', WEATHER, '--created-at', 'yesterday']],
    ['stdin twice', ['convert', '-', '-']],
    ['options that contradict each other', ['convert', WEATHER, '--lossless', '--no-content']],
    ['an unknown command', ['transmogrify', WEATHER]],
    ['no command', []],
  ])('exits with 2 for wrong usage: %s', async (_, args) => {
    const { code, stdout, stderr } = await runCommand(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).not.toBe('');
  });

  it('exits with 2 when SOURCE_DATE_EPOCH is no number', async () => {
    const { code, stderr } = await runCommand(['convert', MCP], { env: { SOURCE_DATE_EPOCH: 'soon' } });
    expect(code).toBe(2);
    expect(stderr).toContain('SOURCE_DATE_EPOCH');
  });

  it('fails when stdout cannot be written', async () => {
    const { code, stderr } = await runCommand(['convert', WEATHER], { stdoutError: 'ENOSPC' });
    expect([code, stderr]).toEqual([1, 'error: stdout: no space left on the device\n']);
  });

  it('is quiet when the reader of stdout is gone', async () => {
    const { code, stderr } = await runCommand(['convert', WEATHER], { stdoutError: 'EPIPE' });
    expect([code, stderr]).toEqual([0, '']);
  });
});

function spanIds(otlpLines: string): string[] {
  return [...otlpLines.matchAll(/"spanId": ?"([0-9a-f]{16})"/g)].map(([, id = '']) => id).sort();
}
