import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReplayedReader } from '../../src/bridge/replayed/index.js';
import { decodeOtlp, tracesData } from '../../src/otlp/index.js';
import { shiftTrace, vconToTelemetry } from '../../src/replay/index.js';
import { type Notice, parseJson, type SpanRecord, stringifyJson } from '../../src/telemetry/index.js';
import type { Vcon } from '../../src/vcon/index.js';
import { arbitraryVcon } from './arbitrary-vcon.js';
import { event, fixture, flaws, invocation, lawful, vconOf } from './vcons.js';

const RUNS = 1000;

/** Spans after a way over the wire. */
function overTheWire(spans: readonly SpanRecord[]): SpanRecord[] {
  return decodeOtlp(parseJson(JSON.stringify(tracesData(spans)))).filter((record) => record.signal === 'span');
}

function readBack(spans: readonly SpanRecord[]): { readonly vcons: Vcon[]; readonly notices: Notice[] } {
  const notices: Notice[] = [];
  const reader = new ReplayedReader((notice) => void notices.push(notice));
  const complete = spans.flatMap((span) => reader.add(span) ?? []);
  return { vcons: [...complete, ...reader.finish()], notices };
}

function hasToolEvents(vcon: Vcon): boolean {
  return vconToTelemetry(vcon).spans.length > 0;
}

describe('law L1: vCon, trace, vCon', () => {
  it(`holds for generated vCons (${RUNS})`, () => {
    fc.assert(
      fc.property(arbitraryVcon.filter(hasToolEvents), (vcon) => {
        const { spans } = vconToTelemetry(vcon);
        const { vcons, notices } = readBack(overTheWire(spans));
        expect(vcons).toHaveLength(1);
        expect(lawful(vcons[0] ?? vcon)).toEqual(lawful(vcon));
        expect(notices).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('gives traces that no backend has to mend', () => {
    fc.assert(
      fc.property(arbitraryVcon, (vcon) => {
        expect(flaws(vconToTelemetry(vcon).spans)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('holds for spans in any order, sent twice, and shifted', () => {
    const vcon = arbitraryVcon.filter(hasToolEvents);
    fc.assert(
      fc.property(vcon, fc.infiniteStream(fc.nat()), (one, numbers) => {
        const spans = shiftTrace(vconToTelemetry(one).spans, [1_900_000_000, 5]);
        const mixed = [...spans, ...spans]
          .map((span) => ({ span, key: numbers.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ span }) => span);
        const { vcons } = readBack(overTheWire(mixed));
        expect(vcons).toHaveLength(1);
        expect(lawful(vcons[0] ?? one)).toEqual(lawful(one));
      }),
      { numRuns: RUNS / 4 },
    );
  });

  it('holds for the old vCon', () => {
    const vcon = fixture('replay/out-of-order.vcon.json');
    expect(lawful(readBack(overTheWire(vconToTelemetry(vcon).spans)).vcons[0] ?? vconOf([]))).toEqual(lawful(vcon));
  });

  it('keeps apart vCons whose spans come mixed', () => {
    const one = vconOf([invocation(1), event('tool-result', 2)]);
    const two = { ...vconOf([invocation(3)]), uuid: '0193791e-7a00-8abc-8def-0123456789ac' };
    const [a, b] = [vconToTelemetry(one).spans, vconToTelemetry(two).spans];
    const { vcons } = readBack([...a.slice(0, 1), ...b.slice(0, 1), ...a.slice(1), ...b.slice(1)]);
    expect(vcons.map(lawful)).toEqual([lawful(one), lawful(two)]);
  });
});

describe('what law L1 leaves out', () => {
  const back = (vcon: Vcon) => readBack(overTheWire(vconToTelemetry(vcon).spans));

  it('is content that must not be written: it is left out or put right, and said', () => {
    const { vcons, notices } = back(fixture('vcon/FC-41.vcon.json'));
    const results = vcons[0]?.events?.filter(({ type }) => type === 'tool-result') ?? [];
    expect(results.map(({ url, content_hash }) => [url, content_hash !== undefined])).toEqual([
      [undefined, false],
      [undefined, false],
      [undefined, false],
      [undefined, false],
      ['https://store.example.com/r5.json', true],
      [undefined, false],
      [undefined, false],
      [undefined, false],
      [undefined, false],
    ]);
    expect(results[1]).toMatchObject({ encoding: 'base64url', body: '-_-_AA' });
    expect(results[6]).toMatchObject({ encoding: 'json', body: {} });
    expect(new Set(notices.map(({ code }) => code))).toEqual(
      new Set(['content-url', 'content-hash', 'content-body-and-url']),
    );
  });

  it('is what redaction left of content: an encoding without a body, a hash without a url', () => {
    const { vcons, notices } = back(
      vconOf([
        invocation(1, { encoding: 'json', mediatype: 'application/json' }),
        event('tool-result', 2, { content_hash: 'sha512-AAAA', mediatype: 'text/plain' }),
      ]),
    );
    expect(vcons[0]?.events).toMatchObject([{ mediatype: 'application/json' }, { mediatype: 'text/plain' }]);
    expect(vcons[0]?.events?.[0]).not.toHaveProperty('encoding');
    expect(vcons[0]?.events?.[1]).not.toHaveProperty('content_hash');
    expect(notices.map(({ code }) => code)).toEqual(['content-hash']);
  });

  it('is references to what does not exist, and a missing time', () => {
    const { vcons, notices } = back(
      vconOf(
        [
          invocation(1, { sessions: [], party: 7, attachment: [0, 3] }),
          event('tool-pending', 2, { sessions: [0, 9], party: undefined, attachment: 5 }),
          event('tool-result', 3, { sessions: 4, time: 'later' }),
          { type: 'x-other', time: '2026-11-30T09:00:04Z', sessions: 42, party: 99 },
        ],
        { attachments: [{ party: 0 }] },
      ),
    );
    expect(vcons[0]?.parties).toEqual([{ name: 'Alice Example' }, { name: 'planner', type: 'bot' }, {}]);
    expect(vcons[0]?.events).toMatchObject([
      { sessions: 0, party: 2, attachment: [0] },
      { sessions: [0], party: 2 },
      { sessions: 0, party: 1, time: '2026-11-30T09:00:00Z' },
      { sessions: 42, party: 99 },
    ]);
    expect(vcons[0]?.events?.[1]).not.toHaveProperty('attachment');
    expect(new Set(notices.map(({ code }) => code))).toEqual(
      new Set(['event-time', 'event-session', 'event-party', 'event-attachment']),
    );
  });

  it('is a server with a reserved name', () => {
    const { vcons, notices } = back(
      vconOf([invocation(1, { server: '!other' }), invocation(2, { operation_id: 'op-2' })]),
    );
    expect(vcons[0]?.events).toMatchObject([{ server: '%21other' }, { server: '!host' }]);
    expect(notices.map(({ code }) => code)).toEqual(['event-server']);
  });

  it('is the absence of sessions: events need one', () => {
    const old = vconOf([invocation(1, { sessions: undefined })], { sessions: undefined });
    expect(back(old).vcons[0]).toMatchObject({ sessions: [{}], events: [{ sessions: 0 }] });
    expect(back({ ...old, sessions: [] }).vcons[0]).toMatchObject({ sessions: [{}], events: [{ sessions: 0 }] });
  });

  it('is how a date was written', () => {
    const { vcons } = back(vconOf([invocation(1, { time: '2026-11-30t10:00:01.000+01:00' })]));
    expect(vcons[0]?.events?.[0]?.['time']).toBe('2026-11-30T09:00:01Z');
  });

  it('is the content of dialog and attachments, and analysis; indices still hold', () => {
    const vcon = vconOf([invocation(1, { attachment: 0 })], {
      dialog: [
        { type: 'text', start: '2026-11-30T09:00:00Z', mediatype: 'text/plain', encoding: 'none', body: 'hello' },
      ],
      attachments: [
        { start: '2026-11-30T09:00:00Z', party: 0, dialog: 0, filename: 'a.txt', encoding: 'none', body: 'x' },
      ],
      analysis: [{ type: 'summary', vendor: 'Example', body: 'short', encoding: 'none' }],
    });
    const { vcons } = back(vcon);
    expect(vcons[0]).toMatchObject({
      dialog: [{ type: 'text', start: '2026-11-30T09:00:00Z', mediatype: 'text/plain' }],
      attachments: [{ start: '2026-11-30T09:00:00Z', party: 0, dialog: 0, filename: 'a.txt' }],
    });
    expect(JSON.stringify(vconToTelemetry(vcon).spans)).not.toContain('hello');
    expect(vcons[0]).not.toHaveProperty('analysis');
  });

  it('is `critical`', () => {
    expect(back(vconOf([invocation(1)], { critical: ['tool-invocation'] })).vcons[0]).not.toHaveProperty('critical');
  });
});

describe('a trace of which something is missing', () => {
  const vcon = vconOf([invocation(1), event('tool-result', 2), invocation(3, { operation_id: 'op-2' })]);
  const { spans } = vconToTelemetry(vcon);

  it('gives what is there, and says so', () => {
    const { vcons, notices } = readBack(spans.filter(({ attributes }) => attributes['vcon.operation_id'] !== 'op-2'));
    expect(vcons[0]?.events).toHaveLength(2);
    expect(vcons[0]?.parties).toEqual(vcon.parties);
    expect(notices).toMatchObject([{ code: 'replayed-incomplete', level: 'warning' }]);
    expect(notices[0]?.message).toContain('2 of 3 events');
  });

  it('gives empty parties and sessions when the span that tells of them is missing', () => {
    const { vcons, notices } = readBack(spans.slice(1));
    expect(vcons[0]).toMatchObject({
      uuid: vcon.uuid,
      created_at: '2026-11-30T09:00:01Z',
      parties: [{}, {}],
      sessions: [{}],
    });
    expect(vcons[0]?.events).toHaveLength(3);
    expect(notices[0]?.message).toContain('parties and sessions are missing');
  });

  it('does not take a cut attribute for the whole', () => {
    const cut = spans.map((span) => ({
      ...span,
      attributes: Object.fromEntries(
        Object.entries(span.attributes).map(([key, value]) => [
          key,
          typeof value === 'string' ? value.slice(0, 40) : value,
        ]),
      ),
    }));
    const { notices } = readBack(cut);
    expect(notices.map(({ code }) => code)).toEqual(['replayed-incomplete']);
  });

  it('gives nothing for spans that are not of a vCon', () => {
    expect(readBack(spans.map((span) => ({ ...span, attributes: {} })))).toEqual({ vcons: [], notices: [] });
  });
});

it('keeps numbers of any size', () => {
  const body = parseJson('{"big":123456789012345678901234567890,"small":1e-7}');
  const vcon = vconOf([invocation(1, { encoding: 'json', mediatype: 'application/json', body, x_big: body })]);
  const { vcons } = readBack(overTheWire(vconToTelemetry(vcon).spans));
  expect(stringifyJson(vcons[0]?.events?.[0]?.['x_big'])).toBe('{"big":123456789012345678901234567890,"small":1e-7}');
});
