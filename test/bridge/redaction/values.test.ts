import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../../src/bridge/redaction/index.js';
import { alnum, BASIC, JWT, PASSWORD as P, PEM } from './made-up.js';

const T = alnum(32);

/** [what it is, the value, the value without its credentials] */
const VALUES: readonly (readonly [what: string, input: object, output: object])[] = [
  ['a password', { user: 'bob', password: P }, { user: 'bob', password: '[redacted]' }],
  ['a number', { password: 1234, secret: 12n }, { password: '[redacted]', secret: '[redacted]' }],
  ['an object', { credentials: { a: 1 }, b: 1 }, { credentials: '[redacted]', b: 1 }],
  ['an array', { api_keys: ['a', 'b'] }, { api_keys: '[redacted]' }],
  ['bytes', { privateKey: new Uint8Array([1, 2]) }, { privateKey: '[redacted]' }],
  [
    'headers',
    { headers: { Authorization: `Bearer ${T}`, Accept: '*/*' } },
    { headers: { Authorization: '[redacted]', Accept: '*/*' } },
  ],
  [
    'an attribute',
    { 'http.request.header.authorization': ['Bearer x'] },
    { 'http.request.header.authorization': '[redacted]' },
  ],
  [
    'pairs',
    {
      h: [
        ['Cookie', 'a=b'],
        ['Accept', 'x'],
      ],
    },
    {
      h: [
        ['Cookie', '[redacted]'],
        ['Accept', 'x'],
      ],
    },
  ],
  [
    'raw headers',
    { rawHeaders: ['Host', 'x', 'X-Api-Key', 'k'] },
    { rawHeaders: ['Host', 'x', 'X-Api-Key', '[redacted]'] },
  ],
  ['name and value', [{ name: 'X-Api-Key', value: 'k' }], [{ name: 'X-Api-Key', value: '[redacted]' }]],
  ['key and value, value first', [{ value: 'k', key: 'DB_PASSWORD' }], [{ value: '[redacted]', key: 'DB_PASSWORD' }]],
  ['OTLP', [{ key: 'password', value: { stringValue: 'x' } }], [{ key: 'password', value: '[redacted]' }]],
  [
    'a form field',
    { element: 'Password textbox', ref: 'e1', text: P },
    { element: 'Password textbox', ref: 'e1', text: '[redacted]' },
  ],
  ['a selector', { selector: '#password', value: P }, { selector: '#password', value: '[redacted]' }],
  ['arguments', { args: ['--password', P, '--n', '1'] }, { args: ['--password', '[redacted]', '--n', '1'] }],
  [
    'arguments of curl',
    ['curl', '-u', `bob:${P}`, '-H', `X-Api-Key: ${T}`],
    ['curl', '-u', 'bob:[redacted]', '-H', 'X-Api-Key: [redacted]'],
  ],
  ['Docker', { auths: { 'r.example': { auth: BASIC } } }, { auths: { 'r.example': { auth: '[redacted]' } } }],
  ['a Kubernetes secret', { kind: 'Secret', data: { a: 'eA==' } }, { kind: 'Secret', data: '[redacted]' }],
  [
    'a service account',
    { type: 'service_account', private_key: PEM },
    { type: 'service_account', private_key: '[redacted]' },
  ],
  ['token that looks like one', { token: T, tokens: [JWT] }, { token: '[redacted]', tokens: ['[redacted]'] }],
  ['one-time code', { otp: '123456', pin: 1234 }, { otp: '[redacted]', pin: '[redacted]' }],
  [
    'any case',
    { APIKEY: 'a', 'api-key': 'b', aPi_KeY: 'c', 'x api key': 'd' },
    { APIKEY: '[redacted]', 'api-key': '[redacted]', aPi_KeY: '[redacted]', 'x api key': '[redacted]' },
  ],
  [
    'many names',
    {
      accessToken: 'a',
      refresh_token: 'b',
      clientSecret: 'c',
      passwd: 'd',
      pwd: 'e',
      passphrase: 'f',
      sessionToken: 'g',
      bearer: 'h',
      password2: 'i',
      SecretString: 'j',
    },
    Object.fromEntries(
      [
        'accessToken',
        'refresh_token',
        'clientSecret',
        'passwd',
        'pwd',
        'passphrase',
        'sessionToken',
        'bearer',
        'password2',
        'SecretString',
      ].map((key) => [key, '[redacted]']),
    ),
  ],
  [
    'the default in a schema',
    { properties: { password: { type: 'string', default: 'x1' } } },
    { properties: { password: { type: 'string', default: '[redacted]' } } },
  ],
  [
    'text in bytes',
    { file: new TextEncoder().encode('password=a1') },
    { file: new TextEncoder().encode('password=[redacted]') },
  ],
];

describe('credentials in values', () => {
  const { value, text } = createRedactor();

  test.each(VALUES)('%s', (_what, input, output) => {
    expect(value(input as never)).toEqual(output);
    expect(value(output as never)).toEqual(output);
    if (/bytes|number/.test(_what)) return;
    expect(JSON.parse(text(JSON.stringify(input)))).toEqual(output);
    expect(JSON.parse(JSON.parse(text(JSON.stringify(JSON.stringify(input)))))).toEqual(output);
  });
});
