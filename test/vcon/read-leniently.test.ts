import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OtelVconError } from '../../src/telemetry/index.js';
import { decodeContent, isToolEvent, readVcon, serializeVcon } from '../../src/vcon/index.js';
import { codes, read, refusal } from './read-support.js';

describe('events (FC-41)', () => {
  const { vcon, notices } = read('FC-41.vcon.json');
  const event = (operation: string, type: string) => {
    const found = vcon.events?.find((each) => each.operation_id === operation && each.type === type);
    if (found === undefined || !isToolEvent(found)) throw new Error(`no ${type} of ${operation}`);
    return found;
  };

  it('derives a missing encoding from the body and keeps a JSON string a string', () => {
    expect(event('o1', 'tool-invocation')).toMatchObject({ encoding: 'json', body: { a: 1 } });
    expect(decodeContent(event('o1', 'tool-result'))).toBe('{"b":2}');
  });

  it('takes the bytes of legacy base64 and writes them without padding', () => {
    for (const operation of ['o2', 'o3']) {
      const result = event(operation, 'tool-result');
      expect(result).toMatchObject({ encoding: 'base64url', body: '-_-_AA' });
      expect(decodeContent(result)).toEqual(new Uint8Array([0xfb, 0xff, 0xbf, 0x00]));
    }
    expect(event('o2', 'tool-result').mediatype).toBe('image/png');
  });

  it('keeps scalars and redacted content as they are', () => {
    expect(decodeContent(event('o9', 'tool-invocation'))).toBe('just a string');
    expect(decodeContent(event('o9', 'tool-result'))).toBe(false);
    expect(event('o8', 'tool-invocation')).toMatchObject({ encoding: 'json', mediatype: 'application/json' });
    expect(decodeContent(event('o8', 'tool-invocation'))).toBeUndefined();
  });

  it('warns of each breach and names the event', () => {
    expect(notices.map((notice) => [notice.code, /"(o\d)"/.exec(notice.message)?.[1]])).toEqual([
      ['event-encoding-missing', 'o1'],
      ['event-base64-old', 'o2'],
      ['event-base64-old', 'o3'],
      ['event-url-without-hash', 'o4'],
      ['event-url-not-https', 'o6'],
      ['event-hash-form', 'o6'],
      ['event-body-and-url', 'o7'],
    ]);
    expect(notices.every((notice) => notice.level === 'warning')).toBe(true);
    expect(notices[1]?.message).toContain('events[3] (tool-result of operation "o2")');
  });
});

describe('lenient reading', () => {
  const minimal = { uuid: 'u', created_at: '2026-11-30T09:00:00Z' };
  const readEvent = (event: object) => {
    const result = readVcon({ ...minimal, events: [{ type: 'tool-result', operation_id: 'o', attempt: 1, ...event }] });
    return { event: result.vcon.events?.[0], codes: codes(result) };
  };

  it.each([
    [
      { body: '{"a":1}', mediatype: 'application/json' },
      { encoding: 'json', body: { a: 1 } },
    ],
    [
      { body: '{"a":1', mediatype: 'application/json' },
      { encoding: 'none', body: '{"a":1' },
    ],
    [
      { body: '{"a":1}', mediatype: 'text/plain' },
      { encoding: 'none', body: '{"a":1}' },
    ],
    [{ body: 'plain' }, { encoding: 'none', body: 'plain', mediatype: 'text/plain' }],
    [
      { body: '+/+/AA==', mediatype: 'image/png' },
      { encoding: 'base64url', body: '-_-_AA' },
    ],
    [{ body: { a: 1 } }, { encoding: 'json', body: { a: 1 }, mediatype: 'application/json' }],
  ])('derives the encoding of %j', (content, expected) => {
    const { event, codes } = readEvent(content);
    expect(event).toMatchObject(expected);
    expect(codes).toContain('event-encoding-missing');
  });

  it.each([
    [{ body: 'x', encoding: 'text' }, 'event-encoding-old', { encoding: 'none', body: 'x' }],
    [{ body: { a: 1 }, encoding: 'none' }, 'event-encoding-wrong', { encoding: 'json', body: { a: 1 } }],
    [{ body: 'ff', encoding: 'hex' }, 'event-encoding-unknown', { encoding: 'hex', body: 'ff' }],
    [{ body: '%', encoding: 'base64url' }, 'event-base64-wrong', { encoding: 'base64url', body: '%' }],
  ])('reads %j with %s', (content, code, expected) => {
    const { event, codes } = readEvent({ mediatype: 'text/plain', ...content });
    expect(codes).toEqual([code]);
    expect(event).toMatchObject(expected);
  });

  it('takes "session" of earlier drafts for "sessions"', () => {
    const { event, codes } = readEvent({ session: 2 });
    expect(event).toMatchObject({ sessions: 2 });
    expect(event).not.toHaveProperty('session');
    expect(codes).toEqual(['event-session-old']);
  });

  it('loses only the events that are none', () => {
    const result = readVcon({ ...minimal, events: [7, { time: 'x' }, {}, { type: 'keydown' }] });
    expect(result.vcon.events).toEqual([{ type: 'keydown' }]);
    expect(codes(result)).toEqual(['event-without-type', 'event-without-type']);
  });

  it('takes an index among the sessions of a session for a reference, and empty placeholders for parties', () => {
    const { vcon } = readVcon({
      ...minimal,
      sessions: [{ sessions: [1, { session: 2, type: 'child' }] }],
      parties: [null],
    });
    expect(vcon.sessions).toEqual([{ sessions: [{ session: 1 }, { session: 2, type: 'child' }] }]);
    expect(vcon.parties).toEqual([{}]);
  });

  it('keeps every digit of an integer', () => {
    const text = '{"uuid":"u","created_at":"2026-11-30T09:00:00Z","parties":[],"x":9007199254740993}';
    expect(serializeVcon(readVcon(text).vcon)).toContain('9007199254740993');
  });

  it('takes the earliest time for a missing created_at, and derives a missing uuid, the same each time', () => {
    const input = {
      vcon: '0.0.2',
      dialog: [{ start: '2024-01-02T03:04:05.000+00:00' }, { start: '2024-02-02T03:04:05Z' }],
    };
    const result = readVcon(input);
    expect(result.vcon.created_at).toBe('2024-01-02T03:04:05Z');
    expect(result.vcon.uuid).toMatch(/^018cc820-d888-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(readVcon(input).vcon.uuid).toBe(result.vcon.uuid);
    expect(codes(result)).toEqual(['vcon-old-syntax', 'vcon-created-at-missing', 'vcon-uuid-missing']);
  });

  it('throws nothing but errors of its own, whatever the value', () => {
    const any = fc.anything({ withBigInt: true });
    const event = fc.record(
      {
        type: fc.constantFrom('tool-result', 'policy-decision', 'x'),
        body: any,
        encoding: fc.oneof(any, fc.constantFrom('json', 'none', 'base64', 'base64url')),
        mediatype: fc.oneof(any, fc.constantFrom('application/json', 'image/png')),
        url: any,
        content_hash: any,
        session: any,
      },
      { requiredKeys: ['type'] },
    );
    const list = fc.oneof(any, fc.array(fc.oneof(event, any)));
    const shape = { vcon: any, uuid: any, created_at: any, critical: any, events: list, sessions: list, parties: list };
    fc.assert(
      fc.property(fc.oneof(any, fc.record(shape, { requiredKeys: [] })), event, (value, one) => {
        for (const input of [value, { ...minimal, events: [one, value] }]) {
          try {
            readVcon(input);
          } catch (error) {
            expect(error).toBeInstanceOf(OtelVconError);
          }
        }
      }),
    );
  });

  it('refuses JSON that is nested without end', () => {
    const deep = `{"uuid":"u","created_at":"2026-11-30T09:00:00Z","x":${'['.repeat(2000)}${']'.repeat(2000)}}`;
    expect(refusal(deep).code).toBe('vcon-too-deep');
  });

  it('leaves out a list that is none and says so', () => {
    const result = readVcon({ ...minimal, events: {}, parties: 'x' });
    expect(result.vcon.parties).toEqual([]);
    expect(result.vcon).not.toHaveProperty('events');
    expect(codes(result)).toEqual(['vcon-no-list', 'vcon-no-list']);
  });
});
