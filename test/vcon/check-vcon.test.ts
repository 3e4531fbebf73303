import { describe, expect, it } from 'vitest';
import { validateVcon } from '../../src/vcon/index.js';
import { at, brief, errorsOf, event } from './events.js';
import { type SampleEvent, vconWith } from './samples.js';

const warningsOf = (vcon: unknown) => brief(validateVcon(vcon).warnings);

describe('rules over the whole vCon', () => {
  it.each<[string, unknown, string]>([
    ['no vCon', [], 'not-a-vcon '],
    ['other JSON', { version: '1', parties: [] }, 'not-a-vcon '],
    ['the signed form', { payload: '', signatures: [] }, 'not-a-vcon '],
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
    [
      'a letter that is no byte',
      vconWith([event('tool-result', 0, { encoding: 'base64url', body: 'AAAAA' })]),
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
    ['a list that is null', vconWith([], { dialog: null }), 'null /dialog'],
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

function url(address: string): SampleEvent {
  return { mediatype: undefined, encoding: undefined, body: undefined, url: address, content_hash: 'sha512-AA' };
}
