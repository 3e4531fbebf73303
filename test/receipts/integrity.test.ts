import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkIntegrity } from '../../src/receipts/index.js';
import type { JsonObject } from '../../src/telemetry/index.js';
import { convert, receipt, request } from './support.js';

const digest = (text: string, algorithm = 'sha256', encoding: 'hex' | 'base64' | 'base64url' = 'hex') =>
  createHash(algorithm).update(text, 'utf8').digest(encoding);

/** `b` before `a`, a number with two spellings, and characters that some writers escape. */
const ARGUMENTS: JsonObject = { b: 1e21, a: 'é<"', c: [1, { z: null, y: true }] };

const verdictOf = (argumentsHash: string, args: JsonObject = ARGUMENTS) =>
  checkIntegrity(request({ arguments: args, argumentsHash }))?.verdict;

describe('argumentsHash', () => {
  it.each([
    ['RFC 8785', String.raw`{"a":"é<\"","b":1e+21,"c":[1,{"y":true,"z":null}]}`],
    ['JSON.stringify', String.raw`{"b":1e+21,"a":"é<\"","c":[1,{"z":null,"y":true}]}`],
    ['Python json.dumps', String.raw`{"b": 1e+21, "a": "\u00e9<\"", "c": [1, {"z": null, "y": true}]}`],
    ['Python json.dumps, sorted', String.raw`{"a": "\u00e9<\"", "b": 1e+21, "c": [1, {"y": true, "z": null}]}`],
    ['Python, sorted, compact', String.raw`{"a":"\u00e9<\"","b":1e+21,"c":[1,{"y":true,"z":null}]}`],
    ['Go encoding/json', String.raw`{"a":"é\u003c\"","b":1e+21,"c":[1,{"y":true,"z":null}]}`],
    ['.NET System.Text.Json', String.raw`{"b":1e+21,"a":"\u00E9\u003C\u0022","c":[1,{"z":null,"y":true}]}`],
  ])('is verified over the form of %s', (_, text) => {
    expect(verdictOf(digest(text))).toBe('verified');
  });

  const canonical = '{"record":"r-1"}';
  it.each([
    ['hex', digest(canonical)],
    ['upper-case hex', digest(canonical).toUpperCase()],
    ['0x', `0x${digest(canonical)}`],
    ['base64', digest(canonical, 'sha256', 'base64')],
    ['base64url', digest(canonical, 'sha256', 'base64url')],
    ['a prefix with a colon', `sha256:${digest(canonical)}`],
    ['a prefix with a hyphen', `SHA-256:${digest(canonical)}`],
    ['Subresource Integrity', `sha384-${digest(canonical, 'sha384', 'base64')}`],
    ['sha384', digest(canonical, 'sha384')],
    ['sha512', digest(canonical, 'sha512')],
    ['sha512 base64', digest(canonical, 'sha512', 'base64')],
    ['sha3-256', `sha3-256:${digest(canonical, 'sha3-256')}`],
    ['sha3-256, not named', digest(canonical, 'sha3-256')],
    ['blake2b', `blake2b:${digest(canonical, 'blake2b512')}`],
  ])('is verified when written as %s', (_, value) => {
    expect(verdictOf(value, { record: 'r-1' })).toBe('verified');
  });

  it('names the form and the algorithm', () => {
    expect(checkIntegrity(request({ argumentsHash: digest(canonical) }))).toEqual({
      member: 'argumentsHash',
      verdict: 'verified',
      detail: 'sha256 of RFC 8785',
    });
  });

  it('mismatches when the arguments were changed', () => {
    expect(verdictOf(digest(canonical), { record: 'r-2' })).toBe('mismatch');
    expect(verdictOf(`sha512:${digest(canonical, 'sha512')}`, { record: 'r-2' })).toBe('mismatch');
  });

  it('mismatches when the value is right under another algorithm than it names', () => {
    expect(verdictOf(`sha3-256:${digest(canonical)}`, { record: 'r-1' })).toBe('mismatch');
  });

  it.each(['', 'h-ok', 'md5:5d41402abc4b2a76b9719d911017c592', 'hmac-sha256:abc', 'v1', digest(canonical).slice(1)])(
    'is not verifiable when it is %j',
    (value) => {
      expect(verdictOf(value)).toBe('not-verifiable');
    },
  );

  it('keeps every digit of integers beyond 2^53', () => {
    const args = { id: 12345678901234567890n };
    expect(verdictOf(digest('{"id":12345678901234567890}'), args)).toBe('verified');
    expect(verdictOf(digest('{"id":12345678901234567891}'), args)).toBe('mismatch');
  });
});

describe('receiptHash', () => {
  const { receiptHash: _, ...rest } = receipt({ effect: { kind: 'none' } });

  it.each([
    ['without the member', JSON.stringify(rest)],
    ['with the member empty', JSON.stringify({ ...rest, receiptHash: '' })],
    ['with the member null', JSON.stringify({ ...rest, receiptHash: null })],
  ])('is verified over the receipt %s', (_, text) => {
    expect(checkIntegrity({ ...rest, receiptHash: digest(text) })).toMatchObject({
      member: 'receiptHash',
      verdict: 'verified',
    });
  });

  it('mismatches when anything of the receipt was changed', () => {
    const receiptHash = digest(JSON.stringify(rest));
    expect(checkIntegrity({ ...rest, status: 'Failed', receiptHash })?.verdict).toBe('mismatch');
  });
});

describe('notices about hashes', () => {
  it('say verified and not verifiable as information, MISMATCH as a warning', () => {
    const { notices } = convert([
      request({ argumentsHash: digest('{"record":"r-1"}') }),
      receipt({ receiptHash: digest('something else') }),
    ]);
    const hashes = notices.filter(({ code }) => code.startsWith('executor-hash-'));
    expect(hashes.map(({ code, level }) => `${code} ${level}`)).toEqual([
      'executor-hash-verified info',
      'executor-hash-mismatch warning',
    ]);
    expect(hashes[1]?.message).toContain('receiptHash: MISMATCH');
    expect(convert([request(), receipt()]).notices.map(({ code, level }) => `${code} ${level}`)).toEqual([
      'executor-hash-not-verifiable info',
      'executor-hash-not-verifiable info',
    ]);
  });

  it('do not take the missing arguments of a denied call for a change', () => {
    const hashed = request({ argumentsHash: digest('{"record":"r-1"}'), arguments: {}, policyDecision: 'deny' });
    const codesOf = (status: 'Denied' | 'Succeeded') =>
      convert([hashed, receipt({ status })]).notices.map(({ code }) => code);
    expect(codesOf('Denied')).not.toContain('executor-hash-mismatch');
    expect(codesOf('Succeeded')).toContain('executor-hash-mismatch');
  });
});

it('is of no record without a hash', () => {
  for (const value of [undefined, null, 7, [], {}, { argumentsHash: 7 }]) expect(checkIntegrity(value)).toBeUndefined();
});
