import { SpanKind } from '@opentelemetry/api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spanKind, toSpanRecord } from '../../src/processor/span-record.js';
import { sdk1Span, sdk2Span, spanContext } from './support/spans.js';

describe('toSpanRecord', () => {
  it('reads a span of SDK 1.x and of SDK 2.x alike (FC-34 c)', () => {
    const record = toSpanRecord(sdk1Span());
    expect(record).toEqual(toSpanRecord(sdk2Span()));
    expect(record).toMatchObject({
      signal: 'span',
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      spanId: '00f067aa0ba902b7',
      parentSpanId: 'aaaaaaaaaaaaaaaa',
      kind: 'internal',
      startTime: [1_700_000_000, 1],
      endTime: [1_700_000_001, 2],
      status: { code: 'unset' },
      scope: { name: 'scope', version: '1.0' },
      resource: { attributes: { 'service.name': 'agents' } },
    });
  });

  it.each([
    [SpanKind.INTERNAL, 'internal'],
    [SpanKind.SERVER, 'server'],
    [SpanKind.CLIENT, 'client'],
    [SpanKind.PRODUCER, 'producer'],
    [SpanKind.CONSUMER, 'consumer'],
    [99, 'unspecified'],
  ])("reads the SDK's span kind %i as %s: OTLP counts from another number", (kind, name) => {
    expect(spanKind(kind)).toBe(name);
  });

  it('reads what SDK 3.x allows in attributes: maps, bytes, null, mixed arrays', () => {
    const attributes = { map: { a: [1, 'b', { c: null }] }, bytes: Uint8Array.of(1, 2), none: null, gone: undefined };
    expect(toSpanRecord(sdk2Span({ attributes }))?.attributes).toEqual({
      map: { a: [1, 'b', { c: null }] },
      bytes: Uint8Array.of(1, 2),
      none: null,
    });
  });

  it('copies arrays, which the application may change later', () => {
    const list = ['a'];
    const record = toSpanRecord(sdk2Span({ attributes: { list } }));
    list.push('b');
    expect(record?.attributes['list']).toEqual(['a']);
  });

  it('has no end when the span has not ended, and no parent when there is none', () => {
    const record = toSpanRecord(sdk2Span({ ended: false, endTime: [0, 0], parentSpanContext: undefined }));
    expect(record?.endTime).toBeUndefined();
    expect(record).not.toHaveProperty('parentSpanId');
  });

  it('reads status, events, links and what was dropped', () => {
    const record = toSpanRecord(
      sdk2Span({
        status: { code: 2, message: 'no' },
        events: [{ name: 'e', time: [1, 1_500_000_000], attributes: { a: 1 }, droppedAttributesCount: 2 }],
        links: [{ context: spanContext('bbbbbbbbbbbbbbbb') }, { context: { traceId: 'x', spanId: 'y' } }],
        droppedAttributesCount: 3,
        droppedEventsCount: 4,
        droppedLinksCount: 5,
      }),
    );
    expect(record).toMatchObject({
      status: { code: 'error', message: 'no' },
      events: [{ name: 'e', time: [2, 500_000_000], attributes: { a: 1 }, droppedAttributesCount: 2 }],
      links: [{ spanId: 'bbbbbbbbbbbbbbbb' }],
      droppedAttributesCount: 3,
      droppedEventsCount: 4,
      droppedLinksCount: 5,
    });
    expect(record?.links).toHaveLength(1);
  });

  it.each([
    ['a zero trace id', sdk2Span({ spanContext: () => ({ ...spanContext(), traceId: '0'.repeat(32) }) })],
    ['a zero span id', sdk2Span({ spanContext: () => spanContext('0'.repeat(16)) })],
    ['a span that does not record (FC-34 f)', { spanContext: () => spanContext(), isRecording: () => false }],
    ['a context that throws', sdk2Span({ spanContext: () => Object.freeze(undefined) })],
    ['nothing', undefined],
  ])('makes nothing of %s', (_, span) => {
    expect(toSpanRecord(span)).toBeUndefined();
  });

  it('never throws, whatever a member is', () => {
    const members = [
      'kind',
      'startTime',
      'endTime',
      'status',
      'attributes',
      'events',
      'links',
      'resource',
      'parentSpanContext',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...members), fc.anything(), (member, value) => {
        expect(() => toSpanRecord(sdk2Span({ [member]: value }))).not.toThrow();
      }),
    );
  });

  it('leaves out resource attributes that are still being detected', () => {
    const pending = {
      asyncAttributesPending: true,
      get attributes(): never {
        throw new Error('not yet');
      },
      getRawAttributes: () => [
        ['service.name', 'agents'],
        ['host.id', Promise.resolve('h')],
      ],
    };
    const span = sdk2Span({ resource: pending });
    expect(toSpanRecord(span)?.resource).toEqual({ attributes: { 'service.name': 'agents' } });
    Object.defineProperty(pending, 'attributes', { value: { 'service.name': 'agents', 'host.id': 'h' } });
    pending.asyncAttributesPending = false;
    expect(toSpanRecord(span)?.resource.attributes).toEqual({ 'service.name': 'agents', 'host.id': 'h' });
  });
});
