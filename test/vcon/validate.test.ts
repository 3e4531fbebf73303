import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVcon, unwrapVcon, validateVcon } from '../../src/vcon/index.js';
import { SAMPLES, vconWith } from './samples.js';

const fixture = (path: string) => readFileSync(new URL(`../fixtures/${path}`, import.meta.url));
const fitsDraftSchema = new Ajv().compile(JSON.parse(fixture('draft/tool-invocation.schema.json').toString('utf8')));

describe('single events: prose and schema of the draft', () => {
  it.each(SAMPLES)('$name', ({ event, prose, schema }) => {
    const report = validateVcon(vconWith([event]));
    expect(report.valid, JSON.stringify(report.errors)).toBe(prose);
    expect(fitsDraftSchema({ events: [event] })).toBe(schema);
  });

  it('has findings at the place, in words', () => {
    const event = SAMPLES.find(({ name }) => name === 'tool-result with server')?.event ?? {};
    expect(validateVcon(vconWith([event])).errors).toEqual([
      {
        code: 'not-allowed',
        path: '/events/0/server',
        message: '"server" must not be present in a "tool-result" event',
      },
    ]);
  });
});

describe('whole vCons', () => {
  const read = (name: string): unknown => JSON.parse(fixture(`vcon/${name}`).toString('utf8'));

  it.each(['FC-40a', 'FC-40e'])('%s is in order', (name) => {
    const nothing = { valid: true, errors: [], warnings: [], observations: [] };
    expect(validateVcon(read(`${name}.vcon.json`))).toEqual(nothing);
  });

  it('finds each breach of FC-41, and that lenient reading repairs the encodings', () => {
    const places = ['0', '3/encoding', '5/body', '7', '11/content_hash', '11/url', '13/url'].map(
      (place) => `/events/${place}`,
    );
    const errors = validateVcon(read('FC-41.vcon.json')).errors.map(({ path }) => path);
    expect(errors).toEqual(expect.arrayContaining(places));
    expect(errors.filter((path) => !path.startsWith('/events/13/')).sort()).toEqual(places.slice(0, 6).sort());
    const repaired = validateVcon(readVcon(read('FC-41.vcon.json')).vcon).errors.map(({ path }) => path);
    expect(repaired.filter((path) => /^\/events\/[035]\b/.test(path))).toEqual([]);
  });

  it('are checked as they were written, out of the gzip and the signed form', async () => {
    for (const name of ['FC-40f.vcon.json', 'FC-40j.vcon.gz']) {
      const { value } = await unwrapVcon(new Uint8Array(fixture(`vcon/${name}`)));
      expect(validateVcon(value).valid).toBe(true);
    }
  });

  it('never throws, whatever the value', () => {
    const any = fc.anything({ withBigInt: true });
    const list = fc.oneof(any, fc.array(fc.oneof(any, fc.dictionary(fc.string(), any))));
    const names = [
      'uuid',
      'parties',
      'sessions',
      'events',
      'dialog',
      'attachments',
      'analysis',
      'critical',
      'extensions',
    ];
    const shape = Object.fromEntries(names.map((name) => [name, list]));
    fc.assert(
      fc.property(fc.oneof(any, fc.record(shape, { requiredKeys: [] })), (value) => {
        expect(() => validateVcon(value)).not.toThrow();
      }),
    );
  });
});
