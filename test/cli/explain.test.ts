import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { GITHUB } from '../bridge/redaction/made-up.js';
import { readCases } from '../cases/case-file.js';
import { runCommand } from './run-cli.js';

const CASES = fileURLToPath(new URL('../fixtures/cases/', import.meta.url));
const MCP = `${CASES}../traces/mcp-sdk-traceloop.otlp.json`;

describe('explain', () => {
  it('says which mapping and rule took a record, and which operation it went into', async () => {
    const { code, documents } = await runCommand(['explain', MCP, '--json']);
    expect(code).toBe(0);
    expect(documents).toHaveLength(10);
    expect(documents.find(({ name }) => name === 'elicitation/create.mcp')).toMatchObject({
      record: 'span',
      mapping: 'traceloop-mcp',
      rules: ['elicitation'],
      tells: ['input', 'input-response'],
      operations: [{ tool: 'book_table' }],
      leftOut: [],
    });
  });

  it('says why a record makes no event', async () => {
    const { documents } = await runCommand(['explain', MCP, '--json']);
    const list = documents.find(({ name }) => name === 'tools/list.mcp');
    expect(list).toMatchObject({ operations: [], leftOut: [expect.stringContaining('context only')] });
  });

  it('names the signal that belongs to no operation', async () => {
    const { documents } = await runCommand(['explain', `${CASES}field/20-stops/input.json`, '--json']);
    const stray = documents.filter(({ name }) => name === 'notifications/progress');
    expect(stray.map(({ operations }) => (operations as unknown[]).length)).toEqual([0, 1]);
    expect(stray[0]).toMatchObject({
      leftOut: expect.arrayContaining([expect.stringContaining('no known operation')]),
    });
  });

  it('tells log records on one span apart', async () => {
    const { documents } = await runCommand(['explain', `${CASES}field/19-decisions/input.jsonl`, '--json']);
    const operations = documents.filter(({ record }) => record === 'log').map((one) => one['operations']);
    expect(operations).toEqual(
      ['tu1', 'tu2', 'tu3', 'tu4', 'tu5'].map((id) => [expect.objectContaining({ operationId: id })]),
    );
  });

  it('shows no credential of a name', async () => {
    const attributes = [
      { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
      { key: 'gen_ai.tool.name', value: { stringValue: `push ${GITHUB}` } },
    ];
    const span = {
      traceId: '5b8efff798038103d269b633813fc60c',
      spanId: 'eee19b7ec3c1b174',
      name: `push ${GITHUB}`,
      startTimeUnixNano: '1796029201000000000',
      endTimeUnixNano: '1796029202000000000',
      attributes,
    };
    const stdin = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
    const { stdout, stderr, documents } = await runCommand(['explain', '-', '--json'], { stdin });
    expect(documents).toMatchObject([{ name: 'push [redacted]', operations: [{ tool: 'push [redacted]' }] }]);
    expect(stdout + stderr).not.toContain(GITHUB);
  });

  it('prints a table for people, on one line a record', async () => {
    const { stdout } = await runCommand(['explain', MCP]);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(2 + 10);
    expect(lines[0]).toMatch(/^where +record +mapping +rules +operation +left out, and why$/);
  });

  it.each(readCases('emitters'))('accounts for every record of $name', async ({ folder, runs }) => {
    const inputs = runs.flatMap((run) => run.inputs.map((name) => `${folder}${name}`));
    const { code, documents } = await runCommand(['explain', ...inputs, '--json']);
    expect(code).toBe(0);
    expect(documents.length).toBeGreaterThan(0);
    const silent = documents.filter(
      ({ operations, leftOut }) => (operations as unknown[]).length === 0 && (leftOut as unknown[]).length === 0,
    );
    expect(silent).toEqual([]);
  });
});
