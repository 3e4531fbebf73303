import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { validateVcon } from '../../src/vcon/index.js';
import { runCommand } from '../cli/run-cli.js';
import { type Case, type CaseRun, readCases } from './case-file.js';
import { compareEvents, compareOperations, eventsOf } from './match.js';

const draftSchema = JSON.parse(
  readFileSync(new URL('../fixtures/draft/tool-invocation.schema.json', import.meta.url), 'utf8'),
);
const fitsDraftSchema = new Ajv({ strict: false }).compile(draftSchema);

for (const group of ['field', 'emitters']) {
  for (const one of readCases(group)) {
    describe(`${group}/${one.name}: ${one.title}`, () => {
      for (const run of one.runs) {
        // A case whose emitter has no mapping yet has to fail: when it passes, the mark in its file goes.
        const test = one.awaits_mapping ? it.fails : it;
        test([...run.inputs.map((path) => basename(path)), ...(run.args ?? [])].join(' '), () => check(one, run));
      }
    });
  }
}

async function check(one: Case, run: CaseRun): Promise<void> {
  const files = run.inputs.map((name) => `${one.folder}${name}`);
  const result = await runCommand(['convert', ...files, ...(run.args ?? [])]);
  expect(result.code, result.stderr).toBe(run.exit ?? 0);
  for (const text of run.stderr ?? []) expect(result.stderr).toContain(text);
  for (const vcon of result.documents) {
    expect(validateVcon(vcon).errors).toEqual([]);
    expect(fitsDraftSchema(vcon), JSON.stringify(fitsDraftSchema.errors)).toBe(true);
  }
  if (run.operations === undefined) return;
  const { operations, standing } = eventsOf(result.documents);
  expect(compareOperations(run.operations, operations)).toEqual([]);
  expect(compareEvents(run.standing ?? [], standing)).toEqual([]);
  if (run.parties !== undefined) expect(partyNames(result.documents)).toEqual([...run.parties].sort());
  for (const text of run.text_present ?? []) expect(result.stdout).toContain(text);
  for (const text of run.text_absent ?? []) expect(result.stdout).not.toContain(text);
  const events = JSON.stringify(result.documents.map((vcon) => vcon['events']));
  for (const text of run.text_absent_in_events ?? []) expect(events).not.toContain(text);
  if (run.any_line_order) await checkLineOrder(files[0] ?? '', result.stdout);
}

async function checkLineOrder(file: string, expected: string): Promise<void> {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  for (const order of permutations(lines)) {
    const result = await runCommand(['convert', '-'], { stdin: order.join('\n') });
    expect(result.stdout).toBe(expected);
  }
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

function partyNames(vcons: readonly Record<string, unknown>[]): unknown[] {
  return vcons.flatMap((vcon) => (vcon['parties'] as { name?: string }[]).map(({ name }) => name)).sort();
}
