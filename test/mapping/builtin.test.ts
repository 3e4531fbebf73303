import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkMappingFile } from '../../src/mapping/check.js';
import { builtinMapper } from '../../src/mapping/index.js';

const folder = new URL('../../mappings/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'mapping.schema.json');

describe('built-in mappings', () => {
  it.each(files)('%s is valid and named after its id', (name) => {
    const mapping = checkMappingFile(JSON.parse(readFileSync(new URL(name, folder), 'utf8')), name);
    expect(`${mapping.id}.json`).toBe(name);
  });

  it('are tried in an order without ties', () => {
    const orders = builtinMapper()
      .list()
      .map(({ order }) => order);
    expect(new Set(orders).size).toBe(orders.length);
    expect(orders).toHaveLength(files.length);
  });
});
