import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from './run-cli.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'otel-vcon-closing-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A request on a line of its own with one tool call of a trace, larger than what is read at once. */
function line(trace: number, seconds: number): string {
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const span = {
    traceId: `${trace}`.padStart(32, '0'),
    spanId: `${trace * 1000 + seconds}`.padStart(16, '0'),
    name: 'execute_tool search',
    startTimeUnixNano: `${1_790_000_000 + seconds}000000000`,
    endTimeUnixNano: `${1_790_000_000 + seconds}000000500`,
    attributes: [
      text('gen_ai.operation.name', 'execute_tool'),
      text('gen_ai.tool.name', 'search'),
      text('gen_ai.tool.call.id', `call ${trace} at ${seconds}`),
      text('padding', 'x'.repeat(300_000)),
    ],
  };
  return `${JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] })}\n`;
}

function input(...calls: readonly (readonly [trace: number, seconds: number])[]): string {
  const path = join(folder, 'traces.jsonl');
  writeFileSync(path, calls.map(([trace, seconds]) => line(trace, seconds)).join(''));
  return path;
}

function operations(documents: readonly Record<string, unknown>[]): readonly unknown[] {
  return documents.map(({ events }) =>
    (events as { operation_id?: string; type: string }[])
      .filter(({ type }) => type === 'tool-invocation')
      .map(({ operation_id: id }) => id),
  );
}

describe('convert: closing before the end', () => {
  it('keeps all open without an option', async () => {
    const { documents } = await runCommand(['convert', input([1, 1], [2, 2], [1, 3])]);
    expect(operations(documents)).toEqual([['call 1 at 1', 'call 1 at 3'], ['call 2 at 2']]);
  });

  it('writes the conversations that were longest without news (--max-open)', async () => {
    const { documents, code } = await runCommand(['convert', '--max-open', '1', input([1, 1], [2, 2], [1, 3])]);
    expect(operations(documents)).toEqual([['call 1 at 1'], ['call 2 at 2'], ['call 1 at 3']]);
    expect(code).toBe(0);
  });

  it('writes the conversations whose time is over (--close-after)', async () => {
    const file = input([1, 1], [2, 400], [1, 410]);
    expect(operations((await runCommand(['convert', '--close-after', '5m', file])).documents)).toEqual([
      ['call 1 at 1'],
      ['call 2 at 400'],
      ['call 1 at 410'],
    ]);
    expect((await runCommand(['convert', '--close-after', '1h', file])).documents).toHaveLength(2);
  });

  it.each([
    [['--max-open', '0']],
    [['--max-open', 'many']],
    [['--close-after', '10']],
    [['--close-after', '0s']],
    [['--max-open', '5', '--lossless']],
    [['--close-after', '5m', '--lossless']],
  ])('refuses %j', async (options) => {
    expect((await runCommand(['convert', ...options, input([1, 1])])).code).toBe(2);
  });
});
