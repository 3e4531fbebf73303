import { describe, expect, test } from 'vitest';
import { createRedactor, REDACTED } from '../../../src/bridge/redaction/index.js';
import type { AnyValue } from '../../../src/telemetry/index.js';
import { alnum, PEM_BEGIN } from './made-up.js';

const DEPTH = 100_000;
const SIZE = 1_000_000;

describe('depth and cycles', () => {
  test('a value of 100 000 levels', () => {
    let tree: Record<string, unknown> = { password: 'a1' };
    for (let i = 0; i < DEPTH; i += 1) tree = { a: tree };
    let left = createRedactor().value(tree as AnyValue) as Record<string, unknown>;
    for (let i = 0; i < DEPTH; i += 1) left = left['a'] as Record<string, unknown>;
    expect(left).toEqual({ password: REDACTED });
  });

  test('JSON text of 100 000 levels', () => {
    const around = (inner: string): string => `${'[{"a":'.repeat(DEPTH)}${inner}${'}]'.repeat(DEPTH)}`;
    expect(createRedactor().text(around('{"password":1}'))).toBe(around(`{"password":"${REDACTED}"}`));
  });

  test('text in text in text beyond all use is taken out', () => {
    let text = JSON.stringify({ password: 'a1b2' });
    for (let i = 0; i < 14; i += 1) text = JSON.stringify([text]);
    expect(createRedactor().text(text)).not.toContain('a1b2');
    let url = 'https://a.example/?password=a1b2';
    for (let i = 0; i < 20; i += 1) url = `https://a.example/?next=${encodeURIComponent(url)}`;
    expect(createRedactor().url(url)).not.toContain('a1b2');
  });

  test('a cycle stays a cycle', () => {
    const tree: Record<string, unknown> = { password: 'a1', list: [] };
    tree['self'] = tree;
    (tree['list'] as unknown[]).push(tree);
    const left = createRedactor().value(tree as AnyValue) as Record<string, unknown>;
    expect(left['password']).toBe(REDACTED);
    expect(left['self']).toBe(left);
    expect((left['list'] as unknown[])[0]).toBe(left);
  });

  test('a shared object is read under each of its keys', () => {
    const shared = [alnum(24)];
    expect(createRedactor().value({ note: shared, token: shared })).toEqual({ note: [REDACTED], token: [REDACTED] });
  });

  test('an object that cannot be read is taken out', () => {
    const tree = Object.defineProperty({}, 'a', {
      enumerable: true,
      get() {
        throw new Error('no');
      },
    });
    expect(createRedactor().value(tree as AnyValue)).toBe(REDACTED);
  });

  test('the input is not changed', () => {
    const tree = { password: 'a1', list: [{ token: alnum(24) }] };
    createRedactor().value(tree);
    expect(tree).toEqual({ password: 'a1', list: [{ token: alnum(24) }] });
  });
});

/** Texts that make a careless pattern slow. Each is repeated up to a million signs. */
const ADVERSARIAL: readonly string[] = [
  'a',
  ' ',
  '"',
  "'",
  '\\',
  '\\"',
  '{"',
  '[{"a":',
  '{"a":',
  '[',
  '=',
  ':',
  '://',
  'a://b:c',
  'a://b:c@',
  'http://',
  'password="',
  "password='",
  'password=',
  'password:',
  'password: a ',
  'password: |\n ',
  '"password":{',
  '"password":[',
  '"password":"\\',
  'token ',
  'token is ',
  'token "',
  'Bearer ',
  'Bearer a',
  'bearer=',
  'Authorization: ',
  'Cookie: a=b;',
  'Authorization:\\n',
  PEM_BEGIN,
  'eyJ',
  'eyJa.',
  'eyJ-',
  'sk-',
  'ghp_',
  'xoxb-',
  'A1',
  'a1B2c3D4',
  's:',
  'mysql -p',
  'mysql ',
  'curl -u ',
  '-u a:',
  '--password ',
  '--a',
  'name="a"\n',
  'key="a" ',
  'ENV a b\n',
  '&a=%22',
  '?a=b&',
  '%22',
  '%25',
  '<password>',
  '</',
  'password ',
  'secret key ',
  'login a password b ',
  'machine ',
  'Digest response=',
  'AKIA',
  '/',
  '@',
  '\n',
  '[redacted]',
  'echo a | ',
  'a:b@',
  'a:b@c:1 ',
  'setx a ',
  '<password><![CDATA[',
  'x-password: "',
  'kind: Secret\ndata:\n a: b\n',
  'password->',
  'password=a)',
  'Private-Lines: 1\nAA\n',
  '[{"name":"password","value":"x"},',
  '{"a":"\\u00',
  '\u0001',
  'é',
  '\ud83d',
  'x"password":1,',
  'ab]',
  'password)',
  '$(',
  '${',
  '{{',
  'api key ',
  '- ',
  '0123456789',
  '1234567890:',
  '.',
];

describe('time', () => {
  test.each(ADVERSARIAL)('grows with the text: %j', (part) => {
    const redactor = createRedactor();
    const started = performance.now();
    redactor.text(part.repeat(Math.ceil(SIZE / part.length)));
    // a quadratic pattern takes minutes here; this leaves room for a slow machine
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test('so many credentials that no call could take them as arguments', () => {
    const redactor = createRedactor();
    const count = 300_000;
    expect(redactor.text('password=a1\n'.repeat(count))).toBe(`password=${REDACTED}\n`.repeat(count));
    expect(redactor.count).toBe(count);
  });

  test('text without anything that speaks of a secret returns as it is, quickly', () => {
    const text = 'The quick brown fox jumps over the lazy dog, 12 times. '.repeat(SIZE / 50);
    const redactor = createRedactor();
    const started = performance.now();
    for (let i = 0; i < 5; i += 1) expect(redactor.text(text)).toBe(text);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('options and counting', () => {
  test('counts each credential once', () => {
    const redactor = createRedactor();
    redactor.text('password=a1');
    expect(redactor.count).toBe(1);
    redactor.value({ password: 'a1', list: ['token=a1b2c3d4e5f6g7h8', { api_key: 'x' }] });
    expect(redactor.count).toBe(4);
    redactor.text(JSON.stringify({ note: JSON.stringify({ password: 'a1' }), pin: 1234 }));
    expect(redactor.count).toBe(6);
    redactor.attributes({ 'app.password': 'a1', 'gen_ai.tool.name': 'x' });
    expect(redactor.count).toBe(7);
    redactor.text('nothing here');
    expect(redactor.count).toBe(7);
  });

  test('refuses wrong options', () => {
    expect(() => createRedactor({ keys: [1] as never })).toThrow(/REDACTION|"keys"/);
    expect(() => createRedactor({ patterns: ['a'] as never })).toThrow(/"patterns"/);
  });

  test('a key is a key: __proto__ is kept as one', () => {
    const tree = JSON.parse('{"__proto__": {"password": "a1"}}') as AnyValue;
    expect(JSON.stringify(createRedactor().value(tree))).toBe(`{"__proto__":{"password":"${REDACTED}"}}`);
  });
});
