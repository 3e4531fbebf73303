import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../../src/bridge/redaction/index.js';
import type { JsonValue } from '../../../src/telemetry/index.js';
import { alnum, PEM_BEGIN } from './made-up.js';

const redactor = createRedactor();

/** 20 to 40 letters and digits, of both kinds, as a random token has them. */
const secret = fc
  .stringMatching(/^[A-Za-z0-9]{19,39}$/)
  .map((text) => `${text.slice(0, 9)}x7Q${text.slice(9)}`)
  .filter((text) => text.length >= 20);
const secretKey = fc.constantFrom(
  ...['password', 'api_key', 'clientSecret', 'X-Api-Key', 'ACCESS_TOKEN', 'private-key', 'passphrase', 'dbPassword'],
);
const anyCase = (key: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(key, fc.infiniteStream(fc.boolean()))
    .map(([name, upper]) =>
      [...name].map((sign) => (upper.next().value ? sign.toUpperCase() : sign.toLowerCase())).join(''),
    );
const word = fc.constantFrom('the', 'cat', 'sat', 'on', 'a', 'mat', 'of', 'gold', 'town');

/** Where a secret can stand in a text. */
const texts: readonly ((key: string, value: string) => string)[] = [
  (key, value) => `${key}=${value}`,
  (key, value) => `${key}: ${value}`,
  (key, value) => `${key} = "${value}"`,
  (key, value) => `'${key}': '${value}',`,
  (key, value) => `{"${key}": "${value}"`,
  (key, value) => JSON.stringify({ a: [{ [key]: value }] }),
  (key, value) => JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ [key]: [value] }) }) }),
  (key, value) => JSON.stringify({ a: JSON.stringify({ [key]: value }) }).slice(0, -3),
  (key, value) => `https://a.example/x?b=c&${key}=${value}#d`,
  (key, value) => `https://a.example/x?b=${encodeURIComponent(`${key}=${value}`)}`,
  (_key, value) => `https://bob:${value}@a.example/x`,
  (_key, value) => `Authorization: Bearer ${value}`,
  (_key, value) => `curl -H 'Authorization: Token ${value}' https://a.example`,
  (_key, value) => `curl -u bob:${value} https://a.example`,
  (key, value) => `run --${key} ${value} --verbose`,
  (key, value) => `run --${key}=${value} --verbose`,
  (key, value) => `export ${key.toUpperCase().replace(/[^A-Z]/g, '_')}=${value}`,
  (key, value) => `<${key}>${value}</${key}>`,
  (_key, value) => `Cookie: a=b; sid=${value}`,
  (_key, value) => `gh${'p_'}${value}`,
];

describe('a secret', () => {
  test('does not survive in any text, alone or among words', () => {
    const text = fc.tuple(fc.constantFrom(...texts), anyCase(secretKey), secret, fc.array(word), fc.array(word));
    fc.assert(
      fc.property(text, ([place, key, value, before, after]) => {
        const placed = place(key, value);
        expect(redactor.text(placed)).not.toContain(value);
        expect(redactor.text(`${before.join(' ')}\n${placed}\n${after.join(' ')}`)).not.toContain(value);
        expect(JSON.stringify(redactor.value({ note: [placed] }))).not.toContain(value);
      }),
      { numRuns: 1000 },
    );
  });

  test('does not survive under a secret key at any depth of a value, nor of JSON text', () => {
    const leaf = fc.tuple(anyCase(secretKey), secret);
    const path = fc.array(fc.constantFrom('object', 'array', 'json'), { maxLength: 8 });
    fc.assert(
      fc.property(leaf, path, ([key, value], steps) => {
        let tree: JsonValue = { [key]: value, other: 1 };
        for (const step of steps) {
          tree = step === 'object' ? { a: tree } : step === 'array' ? [0, tree] : JSON.stringify(tree);
        }
        expect(JSON.stringify(redactor.value(tree))).not.toContain(value);
        expect(redactor.text(JSON.stringify(tree))).not.toContain(value);
      }),
    );
  });

  test('does not survive under a key that the user named, nor where a pattern of the user matches', () => {
    const own = createRedactor({ keys: ['Ticket Number', 'geheim'], patterns: [/\bEMP-\d{4}\b/] });
    expect(own.value({ ticketNumber: 12, TICKET_NUMBER: 'abc', geheim: { a: 1 } })).toEqual({
      ticketNumber: '[redacted]',
      TICKET_NUMBER: '[redacted]',
      geheim: '[redacted]',
    });
    expect(own.text('ticket-number: abc, Geheim=x')).toBe('ticket-number: [redacted], Geheim=[redacted]');
    expect(own.text('EMP-1234 left')).toBe('[redacted] left');
    expect(own.value({ a: ['by EMP-1234'] })).toEqual({ a: ['by [redacted]'] });
    expect(redactor.text('ticket-number: abc, EMP-1234')).toBe('ticket-number: abc, EMP-1234');
  });
});

describe('laws', () => {
  const fragments = fc.array(
    fc.oneof(
      fc.constantFrom(
        ...[
          'password',
          'token',
          '=',
          ':',
          ' ',
          '"',
          "'",
          '\\',
          '{',
          '}',
          '[',
          ']',
          ',',
          ';',
          '&',
          '?',
          '\n',
          '@',
          '://',
        ],
        ...[
          'http',
          'Authorization',
          'Bearer ',
          'Cookie',
          '<',
          '>',
          '--',
          '-u ',
          'curl ',
          '[redacted]',
          '|',
          'is',
          'api key',
        ],
        ...['\\n', '\\"', PEM_BEGIN, '-----END', `ghp_${alnum(30)}`, '%22', '#', '(', ')'],
      ),
      fc.string({ maxLength: 5 }),
      secret,
    ),
    { maxLength: 24 },
  );

  test('redacting twice changes nothing, in texts', () => {
    fc.assert(
      fc.property(fragments, (parts) => {
        const once = redactor.text(parts.join(''));
        expect(redactor.text(once)).toBe(once);
      }),
      { numRuns: 20_000 },
    );
  });

  test('redacting twice changes nothing, in values', () => {
    fc.assert(
      fc.property(
        fc.object({ key: fc.oneof(secretKey, fc.string()), values: [fragments.map((p) => p.join('')), fc.integer()] }),
        (tree) => {
          const once = redactor.value(tree as JsonValue);
          expect(redactor.value(once)).toEqual(once);
        },
      ),
    );
  });

  test('JSON text stays JSON text', () => {
    const key = fc.oneof(secretKey, fc.string());
    fc.assert(
      fc.property(fc.object({ key, values: [fragments.map((p) => p.join('')), fc.double(), fc.boolean()] }), (tree) => {
        const left = redactor.text(JSON.stringify(tree, undefined, 1));
        expect(JSON.parse(left)).toEqual(JSON.parse(JSON.stringify(redactor.value(JSON.parse(JSON.stringify(tree))))));
      }),
      { numRuns: 500 },
    );
  });

  test('words, numbers and their order are unchanged', () => {
    const plain = fc.oneof(
      word,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.uuid(),
      fc.date({ noInvalidDate: true }).map((d) => d.toISOString()),
    );
    fc.assert(
      fc.property(
        fc.dictionary(fc.oneof(word, fc.constantFrom('id', 'max_tokens', 'key')), fc.array(plain)),
        (tree) => {
          expect(redactor.value(tree as JsonValue)).toEqual(tree);
          expect(redactor.text(JSON.stringify(tree))).toBe(JSON.stringify(tree));
          expect(redactor.text(Object.values(tree).flat().join(' '))).toBe(Object.values(tree).flat().join(' '));
        },
      ),
    );
  });

  test('any string is survived', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(typeof redactor.text(text)).toBe('string');
      }),
    );
  });
});
