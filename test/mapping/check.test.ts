import { describe, expect, it } from 'vitest';
import { compileMappings, MappingError } from '../../src/mapping/index.js';
import { OtelVconError } from '../../src/telemetry/index.js';

const valid = {
  id: 'acme',
  title: 'Acme',
  status: 'observed',
  shows: [],
  order: 5,
  match: { 'acme.kind': 'tool' },
  rules: [{ id: 'tool', on: 'span', call: { tool: 'acme.tool' }, invocation: {} }],
};

function errorOf(file: unknown): MappingError {
  try {
    compileMappings([file], ['acme.json']);
  } catch (error) {
    if (error instanceof MappingError) return error;
    throw error;
  }
  throw new Error('The mapping was taken');
}

describe('a mapping file that cannot be used', () => {
  it.each([
    ['no mapping at all', 'text', ''],
    ['a member missing', { ...valid, match: undefined }, ''],
    ['an unknown member', { ...valid, rules: [{ ...valid.rules[0], emits: [] }] }, '/rules/0'],
    [
      'a wrong kind of signal',
      { ...valid, rules: [{ id: 'r', on: 'span', emit: [{ kind: 'ended' }] }] },
      '/rules/0/emit/0/kind',
    ],
    [
      'a decision without a table',
      { ...valid, rules: [{ id: 'r', on: 'log', emit: [{ kind: 'decision' }] }] },
      '/rules/0/emit/0',
    ],
    ['an outcome without a call', { ...valid, rules: [{ id: 'r', on: 'span', outcome: {} }] }, '/rules/0'],
    ['a rule id twice', { ...valid, rules: [valid.rules[0], valid.rules[0]] }, '/rules'],
    ['a root that does not exist', { ...valid, match: { '@nmae': 'x' } }, '/match/@nmae'],
    [
      'such a root in a source',
      { ...valid, rules: [{ id: 'r', on: 'span', call: { tool: ['a', '@naem#/x'] } }] },
      '/rules/0/call/tool/1',
    ],
  ])('%s', (_, file, pointer) => {
    const error = errorOf(JSON.parse(JSON.stringify(file)));
    expect(error).toBeInstanceOf(OtelVconError);
    expect(error.code).toBe('invalid-mapping');
    expect(error.file).toBe('acme.json');
    expect(error.pointer).toBe(pointer);
    expect(error.message).toContain('acme.json');
    expect(error.advice).toMatch(/mappings\/README\.md|own id/);
  });

  it('takes a literal that looks like a root as a literal', () => {
    expect(() => compileMappings([{ ...valid, match: { '@scope': '@acme/otel' } }])).not.toThrow();
  });
});
