import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Finding, readVcon, unwrapVcon, validateVcon } from '../../src/vcon/index.js';
import { SAMPLES, type SampleEvent, vconWith } from './samples.js';

const fixture = (path: string) => readFileSync(new URL(`../fixtures/${path}`, import.meta.url));
const fitsDraftSchema = new Ajv().compile(JSON.parse(fixture('draft/tool-invocation.schema.json').toString('utf8')));

const brief = (findings: readonly Finding[]) => findings.map(({ code, path }) => `${code} ${path}`);
const errorsOf = (vcon: unknown) => brief(validateVcon(vcon).errors);
const warningsOf = (vcon: unknown) => brief(validateVcon(vcon).warnings);

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

const at = (second: number) => `2026-11-30T09:00:${String(second).padStart(2, '0')}Z`;
const json = { mediatype: 'application/json', encoding: 'json', body: {} };
const event = (type: string, second: number, more: SampleEvent = {}): SampleEvent => ({
  type,
  time: at(second),
  sessions: 0,
  party: 0,
  operation_id: 'o1',
  attempt: 1,
  ...(type === 'tool-invocation' ? { server: '!host', tool: 'search' } : {}),
  ...json,
  ...more,
});
const decision = (second: number, more: SampleEvent = {}): SampleEvent => ({
  type: 'policy-decision',
  time: at(second),
  sessions: 0,
  party: 0,
  decision: 'allowed',
  operation: 'tool-invocation',
  server: '!host',
  tool: 'search',
  ...('policy_life' in more ? {} : { policy_life: 'once', operation_id: 'o1', attempt: 1 }),
  ...more,
});

describe('rules over the whole vCon', () => {
  it.each<[string, unknown, string]>([
    ['no vCon', [], 'not-a-vcon '],
    ['other JSON', { version: '1', parties: [] }, 'not-a-vcon '],
    ['the signed form', { payload: '', signatures: [] }, 'not-unsigned '],
    ['no uuid', vconWith([], { uuid: undefined }), 'missing '],
    ['no created_at', vconWith([], { created_at: undefined }), 'missing '],
    ['a zero fraction', vconWith([], { created_at: '2026-11-30T09:00:00.000Z' }), 'wrong-form /created_at'],
    ['a lower case z', vconWith([], { updated_at: '2026-11-30T09:00:00z' }), 'wrong-form /updated_at'],
    [
      '30 February',
      vconWith([event('tool-invocation', 0, { time: '2026-02-30T09:00:00Z' })]),
      'no-date /events/0/time',
    ],
    ['an unknown critical extension', vconWith([], { critical: ['x-a'] }), 'critical-unknown /critical'],
    ['two ancestors', vconWith([], { redacted_from: { type: 'x' }, amended_from: {} }), 'not-allowed /amended_from'],
    ['an http url', vconWith([event('tool-result', 0, { ...url('http://a.example/x') })]), 'wrong-form /events/0/url'],
    [
      'padding',
      vconWith([event('tool-result', 0, { encoding: 'base64url', body: 'AA==' })]),
      'wrong-form /events/0/body',
    ],
    ['no such party', vconWith([event('tool-invocation', 0, { party: 1 })]), 'no-such-index /events/0/party'],
    [
      'no such session',
      vconWith([event('tool-invocation', 0, { sessions: [0, 3] })]),
      'no-such-index /events/0/sessions/1',
    ],
    [
      'no such attachment',
      vconWith([event('tool-invocation', 0, { attachment: 2 })]),
      'no-such-index /events/0/attachment',
    ],
    ['no session at all', vconWith([event('tool-invocation', 0, { sessions: [] })]), 'empty-list /events/0/sessions'],
    [
      'attempt above 2^53-1',
      vconWith([event('tool-invocation', 0, { attempt: 2 ** 53 })]),
      'out-of-range /events/0/attempt',
    ],
    [
      'a session of itself',
      vconWith([], { sessions: [{ sessions: [{ session: 0 }] }] }),
      'session-of-itself /sessions/0/sessions/0/session',
    ],
    [
      'no such child session',
      vconWith([], { sessions: [{ sessions: [{ session: 4 }] }] }),
      'no-such-index /sessions/0/sessions/0/session',
    ],
    ['an analysis without vendor', vconWith([], { analysis: [{ type: 'report' }] }), 'missing /analysis/0'],
    [
      'a dialog body without encoding',
      vconWith([], { dialog: [{ type: 'text', mediatype: 'text/plain', body: 'hi' }] }),
      'missing /dialog/0',
    ],
    [
      'no such speaker',
      vconWith([], { dialog: [{ type: 'text', parties: [[0, 7], null] }] }),
      'no-such-index /dialog/0/parties/0/1',
    ],
  ])('%s is an error', (_, vcon, error) => {
    expect(errorsOf(JSON.parse(JSON.stringify(vcon)))).toContain(error);
  });

  it.each<[string, Record<string, unknown>, string]>([
    [
      'tool-invocation not in extensions',
      vconWith([event('tool-invocation', 0)], { extensions: [] }),
      'extension-not-listed /extensions',
    ],
    ['critical not in extensions', vconWith([], { critical: ['otel-trace'] }), 'critical-not-listed /critical/0'],
    ['another syntax', vconWith([], { vcon: '0.3.0' }), 'old-syntax /vcon'],
    ['session', vconWith([{ ...event('tool-invocation', 0), session: 0 }]), 'old-syntax /events/0/session'],
    ['an old dialog', vconWith([], { dialog: [{ type: 'transfer' }] }), 'old-syntax /dialog/0/type'],
    ['an empty tool', vconWith([event('tool-invocation', 0, { tool: '' })]), 'empty /events/0/tool'],
    ['content removed', vconWith([event('tool-invocation', 0, { body: undefined })]), 'content-removed /events/0'],
    ['a core event without party', vconWith([{ type: 'join', time: at(0), sessions: 0 }]), 'missing /events/0'],
    ['unknown event, no such party', vconWith([{ type: 'x', time: at(0), party: 9 }]), 'no-such-index /events/0/party'],
    ['none of the four lists', { uuid: vconWith([]).uuid, created_at: at(0) }, 'no-form '],
    ['dialog without sessions', vconWith([], { sessions: [], dialog: [{ type: 'text' }] }), 'no-session '],
  ])('%s is a warning only', (_, vcon, warning) => {
    const value: unknown = JSON.parse(JSON.stringify(vcon));
    expect(errorsOf(value)).toEqual([]);
    expect(warningsOf(value)).toContain(warning);
  });

  it('checks otel-trace when it is listed, and leaves these names to others when it is not', () => {
    const events = [event('tool-invocation', 0, { trace_id: '0'.repeat(32), span_id: 'B7AD6B7169203331' })];
    expect(errorsOf(vconWith(events))).toEqual([]);
    expect(errorsOf(vconWith(events, { extensions: ['tool-invocation', 'otel-trace'] }))).toEqual([
      'wrong-form /events/0/trace_id',
      'wrong-form /events/0/span_id',
    ]);
  });

  it('passes the empty placeholders of a redacted vCon', () => {
    const lists = { events: [{}], dialog: [{}], analysis: [{}], attachments: [{}] };
    expect(errorsOf(vconWith([], { ...lists, redacted_from: { type: 'redaction' } }))).toEqual([]);
    expect(errorsOf(vconWith([], lists))).toEqual(
      expect.arrayContaining([
        'missing /events/0',
        'missing /dialog/0',
        'missing /analysis/0',
        'missing /attachments/0',
      ]),
    );
  });
});

describe('rules over the events of an operation', () => {
  it.each<[string, SampleEvent[], string[]]>([
    [
      'attempts from 1 in steps of one',
      [event('tool-invocation', 0), event('tool-error', 1), event('tool-invocation', 2, { attempt: 2 })],
      [],
    ],
    ['the first attempt is not 1', [event('tool-invocation', 0, { attempt: 2 })], ['attempt-step /events/0/attempt']],
    [
      'a missing attempt',
      [event('tool-invocation', 0), event('tool-error', 1, { attempt: 3 })],
      ['attempt-step /events/1/attempt'],
    ],
    [
      'two requests of one attempt',
      [event('tool-invocation', 0), event('tool-invocation', 1)],
      ['attempt-repeated /events/1'],
    ],
    [
      'another tool in the same attempt',
      [decision(0, { tool: 'delete' }), event('tool-invocation', 1)],
      ['operation-id-reused /events/1'],
    ],
    [
      'another server in the same attempt',
      [decision(0, { server: 'files' }), event('tool-invocation', 1)],
      ['operation-id-reused /events/1'],
    ],
    [
      'another kind of operation',
      [decision(0, { operation: 'delegation' }), event('tool-result', 1)],
      ['operation-id-reused /events/1'],
    ],
  ])('%s', (_, events, errors) => {
    expect(errorsOf(vconWith(events))).toEqual(errors);
  });

  it('only observes missing attempts in a redacted vCon', () => {
    const report = validateVcon(
      vconWith([event('tool-invocation', 0, { attempt: 2 })], { redacted_from: { type: 'x' } }),
    );
    expect(report.valid).toBe(true);
    expect(brief(report.observations)).toContain('attempt-step /events/0/attempt');
  });
});

describe('observations', () => {
  const observed = (events: readonly SampleEvent[]) => {
    const report = validateVcon(vconWith(events));
    expect(report.errors).toEqual([]);
    return brief(report.observations);
  };
  const standing = (second: number, more: SampleEvent = {}) => decision(second, { policy_life: 'standing', ...more });

  it.each<[string, SampleEvent[], string[]]>([
    [
      'a late response after a timeout',
      [event('tool-invocation', 0), event('tool-timeout', 1), event('tool-cancel', 2), event('tool-result', 3)],
      [],
    ],
    ['any order in the array', [event('tool-result', 3), event('tool-invocation', 0), event('tool-pending', 1)], []],
    ['permission granted', [decision(0, { decision: 'permission-required' }), event('tool-invocation', 1)], []],
    ['permission not granted', [decision(0, { decision: 'permission-required' })], []],
    ['a result without a request', [event('tool-result', 0)], ['out-of-model /events/0']],
    [
      'a result after the end',
      [event('tool-invocation', 0), event('tool-failure', 1), event('tool-result', 2)],
      ['out-of-model /events/2'],
    ],
    [
      'performed though disallowed',
      [decision(0, { decision: 'disallowed' }), event('tool-invocation', 1)],
      ['performed-though-disallowed /events/1'],
    ],
    [
      'performed though disallowed for the server',
      [standing(0, { decision: 'disallowed', tool: undefined }), event('tool-invocation', 1)],
      ['performed-though-disallowed /events/1'],
    ],
    [
      'a decision for the tool before one for the server',
      [standing(0, { decision: 'disallowed', tool: undefined }), standing(1), event('tool-invocation', 2)],
      [],
    ],
    [
      'a standing decision that was replaced',
      [standing(0, { decision: 'disallowed' }), standing(1), event('tool-invocation', 2)],
      [],
    ],
    [
      'a standing decision for another tool',
      [standing(0, { decision: 'disallowed', tool: 'delete' }), event('tool-invocation', 2)],
      [],
    ],
    [
      'a decision although covered',
      [standing(0), decision(1), event('tool-invocation', 2)],
      ['decision-covered /events/1'],
    ],
    [
      'asked, then granted for always',
      [decision(0, { decision: 'permission-required' }), standing(1), event('tool-invocation', 2)],
      [],
    ],
    ['a late decision', [event('tool-invocation', 0), decision(1)], ['decision-late /events/1']],
    [
      'a retry after an end',
      [event('tool-invocation', 0), event('tool-denied', 1), event('tool-invocation', 2, { attempt: 2 })],
      [],
    ],
    [
      'a retry before the end',
      [
        event('tool-invocation', 0),
        event('tool-timeout', 1),
        event('tool-invocation', 2, { attempt: 2 }),
        event('tool-result', 3),
      ],
      ['attempt-early /events/2'],
    ],
    [
      'no content',
      [event('tool-invocation', 0, { mediatype: undefined, encoding: undefined, body: undefined })],
      ['no-content /events/0'],
    ],
  ])('%s', (_, events, observations) => {
    expect(observed(JSON.parse(JSON.stringify(events)) as SampleEvent[])).toEqual(observations);
  });

  it('are made of another version of UUID', () => {
    const report = validateVcon(vconWith([], { uuid: '6ba7b810-9dad-41d1-80b4-00c04fd430c8' }));
    expect(report).toMatchObject({
      valid: true,
      warnings: [],
      observations: [{ code: 'uuid-version', path: '/uuid' }],
    });
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

function url(address: string): SampleEvent {
  return { mediatype: undefined, encoding: undefined, body: undefined, url: address, content_hash: 'sha512-AA' };
}
