import fc from 'fast-check';
import { toVconDate, type Vcon } from '../../src/vcon/index.js';

const NANOS_A_DAY = 86_400_000_000_000n;
const FROM = BigInt(Date.parse('2019-01-01T00:00:00Z')) * 1_000_000n;

/** A date of some day, often the same few, to the nanosecond. */
const date = fc
  .oneof(fc.bigInt(0n, 5n * 1_000_000_000n), fc.bigInt(0n, NANOS_A_DAY))
  .map((nanos) => FROM + nanos)
  .map((nanos) => toVconDate([Number(nanos / 1_000_000_000n), Number(nanos % 1_000_000_000n)]) ?? '');

/** Text that UTF-8 can hold, odd keys and names among it. */
const text = fc.oneof(
  fc.constantFrom('', '{"a":1}', '__proto__', 'toString', 'ü ☃ 𝔘', '\u0000\n\u001b[31m', 'null', '5'),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const name = text.filter((value) => value !== '');

/** JSON as a vCon's parser gives it: no negative zero, integers beyond 2^53 as bigint. */
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Number.isInteger(value) ? 0.5 : value)),
    fc.boolean(),
    fc.constant(null),
    fc.bigInt(2n ** 53n, 2n ** 80n),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  ),
})).value;

const hash = fc.constantFrom('sha512-AAAA', 'sha256-b_-9');

const content = fc.oneof(
  fc.constant({}),
  json.map((body) => ({ mediatype: 'application/json', encoding: 'json', body })),
  text.map((body) => ({ mediatype: 'text/plain', encoding: 'none', body })),
  fc.uint8Array({ maxLength: 9 }).map((bytes) => ({
    mediatype: 'image/png',
    encoding: 'base64url',
    body: Buffer.from(bytes).toString('base64url'),
  })),
  fc.record({
    url: fc.constantFrom('https://store.example/1'),
    content_hash: fc.oneof(hash, fc.array(hash, { minLength: 1 })),
  }),
  fc.constant({ mediatype: 'text/plain' }),
);

/** Parameters of other extensions, one with the name of a parameter of the draft that means something else there. */
const further = fc.dictionary(fc.oneof(fc.constantFrom('x_cost', 'dialog', 'a.b', '__proto__'), name), json, {
  maxKeys: 2,
});

const place = fc.record({
  sessions: fc.oneof(fc.nat(2), fc.array(fc.nat(2), { minLength: 1, maxLength: 3 })),
  party: fc.nat(3),
});
const target = fc.record({
  server: fc.constantFrom('!host', 'github', 'https://mcp.example.com/mcp', 'http://[::1]:3000/x'),
  tool: name,
});
const traceIds = fc.constantFrom(
  {},
  { trace_id: '0af7651916cd43dd8448eb211c80319c' },
  { trace_id: '0af7651916cd43dd8448eb211c80319c', span_id: 'b7ad6b7169203331' },
  { trace_id: '1af7651916cd43dd8448eb211c80319d', span_id: 'b7ad6b7169203331' },
  { trace_id: '0af7651916cd43dd8448eb211c80319c', span_id: 'c7ad6b7169203332' },
);
const otelSpan = fc.record(
  {
    name,
    kind: fc.constantFrom('internal', 'client'),
    status: fc.constantFrom('ok', 'error'),
    parent_span_id: fc.constantFrom('00f067aa0ba902b7', '11f067aa0ba902b8', 'b7ad6b7169203331'),
    start: date,
    end: date,
  },
  { requiredKeys: ['name', 'kind'] },
);
const call = fc.record({
  operation_id: fc.oneof(fc.constantFrom('op-1', 'op-2', 'op-3'), name),
  attempt: fc.integer({ min: 1, max: 3 }),
});
const decision = fc.record({
  decision: fc.constantFrom('allowed', 'permission-required', 'disallowed'),
  operation: fc.constant('tool-invocation'),
});

const event = fc.oneof(
  merged(
    fc.constant({ type: 'tool-invocation' }),
    place,
    call,
    target,
    content,
    traceIds,
    fc.oneof(
      fc.constant({}),
      otelSpan.map((otel_span) => ({ otel_span })),
    ),
  ),
  merged(
    fc.record({
      type: fc.constantFrom(
        'tool-pending',
        'tool-progress',
        'tool-input',
        'tool-input-response',
        'tool-result',
        'tool-result',
        'tool-failure',
        'tool-error',
        'tool-denied',
        'tool-timeout',
        'tool-cancel',
      ),
    }),
    place,
    call,
    content,
    traceIds,
    fc.oneof(fc.constant({}), fc.record({ attachment: fc.oneof(fc.nat(4), fc.array(fc.nat(4), { minLength: 1 })) })),
  ),
  merged(fc.constant({ type: 'policy-decision', policy_life: 'once' }), place, call, target, decision, traceIds),
  merged(
    fc.constant({ type: 'policy-decision', policy_life: 'standing', server: '!host' }),
    place,
    decision,
    fc.record({ reason: text, tool: name }, { requiredKeys: [] }),
  ),
  merged(
    fc.record({ type: fc.oneof(fc.constantFrom('keydown', 'x-unknown', 'hold'), name) }),
    json.map((thing) => ({ attempt: 0, thing })),
  ),
);

/**
 * A vCon of the form that is written: all event types, orphans, several attempts, late answers, standing decisions, external and
 * redacted content, unknown types and parameters, several sessions and parties. Its events come in any order.
 */
export const arbitraryVcon: fc.Arbitrary<Vcon> = fc
  .record({
    uuid: fc.uuid({ version: 8 }),
    created_at: date,
    subject: text,
    parties: fc.array(
      merged(fc.record({ name, type: fc.constantFrom('bot', 'person'), uuid: name }, { requiredKeys: [] }), further),
      { minLength: 4, maxLength: 4 },
    ),
    sessions: fc.array(session(), { minLength: 3, maxLength: 3 }),
    attachments: fc.constant([{ party: 0 }, { party: 1 }, {}, {}, {}]),
    events: fc.array(merged(fc.record({ time: date }), further, event), { minLength: 1, maxLength: 12 }),
  })
  .map((vcon) => ({ vcon: '0.5.0', extensions: ['tool-invocation', 'x-other'], ...vcon }) as unknown as Vcon);

function session(): fc.Arbitrary<object> {
  return fc.record(
    {
      start: date,
      duration: fc.oneof(fc.nat(100_000), fc.double({ min: 0.001, max: 9999.5, noNaN: true })),
      parties: fc.array(fc.nat(3)),
      sessions: fc.array(fc.record({ session: fc.nat(2), type: fc.constantFrom('child', 'peer') }), { maxLength: 2 }),
      conversation_id: name,
      x_more: json,
    },
    { requiredKeys: [] },
  );
}

/** Objects put together; later ones win. A key like `__proto__` is a key. */
function merged(...parts: fc.Arbitrary<object>[]): fc.Arbitrary<Record<string, unknown>> {
  return fc.tuple(...parts).map((all) => {
    const whole = Object.create(null) as Record<string, unknown>;
    for (const part of all) for (const [key, value] of Object.entries(part)) whole[key] = value;
    return whole;
  });
}
