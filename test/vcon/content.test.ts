import fc from 'fast-check';
import { isSafeNumber, parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import type { AnyValue } from '../../src/telemetry/index.js';
import { contentOf, decodeContent, isJsonType, serializeVcon } from '../../src/vcon/index.js';

const json = (body: unknown, mediatype = 'application/json') => ({ encoding: 'json', mediatype, body });
const plain = (body: string, mediatype = 'text/plain') => ({ encoding: 'none', mediatype, body });

describe('contentOf a text', () => {
  const paris = '{"city":"Paris"}';

  it.each([
    [paris, { city: 'Paris' }],
    [JSON.stringify(paris), { city: 'Paris' }],
    [JSON.stringify(JSON.stringify(paris)), { city: 'Paris' }],
    ['[1,2]', [1, 2]],
    ['{}', {}],
    [' {"a": 1.0,\n"b": [true, null]} ', { a: 1, b: [true, null] }],
    ['{"id":9007199254740993}', { id: 9007199254740993n }],
    ['{"a":0.1,"b":1e3,"c":-2.50}', { a: 0.1, b: 1000, c: -2.5 }],
    ['{"a":"{\\"kept\\":\\"as text\\"}"}', { a: '{"kept":"as text"}' }],
  ])('%s is JSON', (text, body) => {
    expect(contentOf(text)).toEqual(json(body));
  });

  it.each([
    'find me a hotel',
    '42',
    'true',
    'null',
    '"x"',
    '"\\"42\\""',
    '{"city":"Par',
    "{'city': 'Paris'}",
    '{"a":1,"a":2}',
    '{"a":0.12345678901234567890}',
    '{"a":1e999}',
    ' ',
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  ])('%s stays as it is', (text) => {
    expect(contentOf(text)).toEqual(plain(text));
  });

  it('keeps a key that objects inherit', () => {
    expect(
      serializeVcon({ uuid: '', created_at: '', parties: [], x: contentOf('{ "__proto__": {"a": 1} }').body }),
    ).toContain('{"__proto__":{"a":1}}');
  });

  it('follows a media type that the emitter named', () => {
    expect(contentOf(paris, { mediatype: 'text/plain; charset=utf-8' })).toEqual(
      plain(paris, 'text/plain; charset=utf-8'),
    );
    expect(contentOf('# Title', { mediatype: 'text/markdown' })).toEqual(plain('# Title', 'text/markdown'));
    expect(contentOf('{"title":"x"}', { mediatype: 'application/problem+json' })).toEqual(
      json({ title: 'x' }, 'application/problem+json'),
    );
    expect(contentOf('42', { mediatype: 'application/json' })).toEqual(json(42));
    expect(contentOf('not json', { mediatype: 'application/json' })).toEqual(plain('not json'));
  });
});

describe('contentOf other values', () => {
  it.each([[undefined], [null], [''], [new Uint8Array()]])('%j has no parameters', (value) => {
    expect(contentOf(value)).toEqual({});
  });

  it.each<[AnyValue, unknown]>([
    [
      { tags: [], opt: null, flag: false, zero: 0 },
      { tags: [], opt: null, flag: false, zero: 0 },
    ],
    [{ blob: new Uint8Array([0x00, 0xff, 0xfe]) }, { blob: 'AP_-' }],
    [{ id: 9007199254740993n }, { id: 9007199254740993n }],
    [
      [Number.NaN, Infinity, -Infinity, 1.5],
      ['NaN', 'Infinity', '-Infinity', 1.5],
    ],
    [{}, {}],
    [[], []],
    [0, 0],
    [false, false],
  ])('%o is JSON', (value, body) => {
    expect(contentOf(value)).toEqual(json(body));
  });

  it('writes null for a hole and for undefined', () => {
    const holes = [1, undefined, undefined] as unknown as AnyValue;
    expect(contentOf(holes).body).toEqual([1, null, null]);
  });

  it('writes bytes as base64url without padding', () => {
    expect(contentOf(new Uint8Array([0xff, 0xfe, 0x00, 0x01]))).toEqual({
      encoding: 'base64url',
      mediatype: 'application/octet-stream',
      body: '__4AAQ',
    });
    expect(contentOf(new Uint8Array([1]), { mediatype: 'image/png' }).mediatype).toBe('image/png');
  });
});

describe('decodeContent', () => {
  it('gives back what the body says, parsing nothing again', () => {
    expect(decodeContent({ encoding: 'json', body: '{"b":2}' })).toBe('{"b":2}');
    expect(decodeContent({ encoding: 'json', body: false })).toBe(false);
    expect(decodeContent({ encoding: 'json', body: null })).toBeNull();
    expect(decodeContent({ encoding: 'none', body: '[1]' })).toBe('[1]');
    expect(decodeContent({ encoding: 'base64url', body: '-_-_AA' })).toEqual(new Uint8Array([0xfb, 0xff, 0xbf, 0x00]));
    expect(decodeContent({ encoding: 'base64url', body: '%' })).toBe('%');
    expect(decodeContent({ url: 'https://example.com/r', content_hash: 'sha512-AA' })).toBeUndefined();
    expect(decodeContent({})).toBeUndefined();
  });

  const scalar = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double({ noDefaultInfinity: true, noNaN: true }).filter((number) => !Object.is(number, -0)),
    fc.boolean(),
    fc.constant(null),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n }),
  );
  const { structure } = fc.letrec<{ structure: AnyValue; member: AnyValue }>((tie) => ({
    structure: fc.oneof(fc.array(tie('member')), fc.dictionary(fc.string(), tie('member'))),
    member: fc.oneof({ maxDepth: 3 }, scalar, tie('structure')),
  }));

  it('keeps every structured value, text and bytes', () => {
    fc.assert(
      fc.property(structure, (value) => {
        expect(decodeContent(contentOf(value))).toEqual(value);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        expect(decodeContent(contentOf(bytes))).toEqual(bytes);
      }),
    );
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        expect(decodeContent(contentOf(text, { mediatype: 'text/plain' }))).toBe(text);
      }),
    );
  });

  it('gives for JSON text, however often encoded, the value that it is the text of', () => {
    const jsonStructure = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
    fc.assert(
      fc.property(jsonStructure, fc.nat(3), (value, times) => {
        let text = JSON.stringify(value);
        for (let i = 0; i < times; i++) text = JSON.stringify(text);
        expect(JSON.stringify(decodeContent(contentOf(text)))).toBe(JSON.stringify(value));
      }),
    );
  });
});

describe('isJsonType', () => {
  it('knows JSON with suffix and parameters', () => {
    for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/problem+json']) {
      expect(isJsonType(type)).toBe(true);
    }
    for (const type of ['text/plain', 'application/jsonl', 'text/plain; note=application/json', undefined]) {
      expect(isJsonType(type)).toBe(false);
    }
  });
});

/** JSON text as strangers write it: keys that come twice, blanks, escapes, colons in texts, numbers of any length. */
const writtenJson = fc
  .letrec<{ value: string }>((tie) => {
    const blank = fc.constantFrom('', '', '', ' ', '\n\t');
    const number = fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.constantFrom('0', '7', '20', '9007199254740993', '123456789012345', '1234567890123456'),
        fc.constantFrom('', '', '.5', '.0', '.25000000000', '.12345678901234567'),
        fc.constantFrom('', '', '', 'e3', 'E-2', 'e400'),
      )
      .map((parts) => parts.join(''));
    const text = fc.constantFrom(
      '"a"',
      '"b:"',
      '":"',
      '"\\":1"',
      '"\\u0061"',
      '"1e5"',
      '"12345678901234567890"',
      '"__proto__"',
    );
    const between = (parts: fc.Arbitrary<string[]>, open: string, close: string) =>
      fc.tuple(parts, blank).map(([items, space]) => `${open}${space}${items.join(`,${space}`)}${space}${close}`);
    const member = fc.tuple(text, blank, tie('value')).map(([key, space, value]) => `${key}${space}:${space}${value}`);
    return {
      value: fc.oneof(
        { maxDepth: 3 },
        number,
        text,
        fc.constantFrom('true', 'null'),
        between(fc.array(tie('value'), { maxLength: 3 }), '[', ']'),
        between(fc.array(member, { maxLength: 4 }), '{', '}'),
      ),
    };
  })
  .value.map((value) => `[${value}]`);

/** What a parser keeps that looks at each digit and each key; undefined when something would be lost. */
function parsedExactly(text: string): unknown {
  try {
    return parse(text, undefined, (digits) => {
      if (isSafeNumber(digits)) return Number(digits);
      if (/^-?\d+$/.test(digits)) return BigInt(digits);
      throw new RangeError(digits);
    });
  } catch {
    return undefined;
  }
}

describe('JSON text', () => {
  it('becomes JSON when and only when nothing of it is lost', () => {
    fc.assert(
      fc.property(writtenJson, (text) => {
        // The parser that this is compared with makes a prototype of such a key.
        fc.pre(!text.includes('__proto__'));
        const expected = parsedExactly(text);
        const { encoding, body } = contentOf(text);
        expect(encoding).toBe(expected === undefined ? 'none' : 'json');
        expect(body).toEqual(expected ?? text);
      }),
      { numRuns: 5000 },
    );
  });

  it('keeps a key named __proto__', () => {
    expect(serializeVcon({ body: contentOf('{"__proto__":{"a":1}}').body } as never)).toBe(
      '{"body":{"__proto__":{"a":1}}}',
    );
  });
});
