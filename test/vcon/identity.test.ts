import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHash, fromBase64, serializeVcon, toBase64url, uuid8 } from '../../src/vcon/index.js';

describe('contentHash', () => {
  it('is the SHA-512 of the bytes as base64url', () => {
    const content = 'Grüße, 世界';
    const expected = `sha512-${createHash('sha512').update(content, 'utf8').digest('base64url')}`;
    expect(contentHash(content)).toBe(expected);
    expect(contentHash(new TextEncoder().encode(content))).toBe(expected);
    expect(contentHash('')).toMatch(/^sha512-[A-Za-z0-9_-]{86}$/);
  });
});

describe('base64', () => {
  it('writes as Node does and reads every form back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(toBase64url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
        expect(fromBase64(toBase64url(bytes))).toEqual(bytes);
        expect(fromBase64(Buffer.from(bytes).toString('base64'))).toEqual(bytes);
      }),
    );
  });

  it('holds for more bytes than a function call takes arguments', () => {
    const bytes = new Uint8Array(300_000).fill(7);
    expect(toBase64url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
  });

  it.each(['%', 'A', 'AA=A', 'A A', 'AAAA====='])('refuses %s', (text) => {
    expect(fromBase64(text)).toBeUndefined();
  });
});

describe('uuid8', () => {
  const source = { createdAt: 1_796_029_200_123, identity: 'conversation conv-1' };

  it('has the time, version 8, the variant and the high 62 bits of the SHA-1 of the domain', () => {
    const uuid = uuid8({ ...source, domain: 'vcon.example.com' });
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const hex = uuid.replaceAll('-', '');
    expect(Number.parseInt(hex.slice(0, 12), 16)).toBe(source.createdAt);
    const digest = createHash('sha1').update('vcon.example.com').digest('hex');
    const high62 = BigInt(`0x${digest}`) >> (160n - 62n);
    expect(BigInt(`0x${hex.slice(16)}`) & (2n ** 62n - 1n)).toBe(high62);
  });

  it('is the same for the same source, and another for another identity or counter', () => {
    for (const domain of [undefined, 'vcon.example.com']) {
      const make = (identity: string, counter: number) =>
        uuid8({ createdAt: 0, identity, counter, ...(domain === undefined ? {} : { domain }) });
      expect(make('a', 0)).toBe(make('a', 0));
      expect(new Set([make('a', 0), make('a', 1), make('a', 2), make('b', 0)])).toHaveProperty('size', 4);
    }
  });

  it('tells thousands of vCons of one millisecond apart when no domain is given', () => {
    const uuids = Array.from({ length: 5000 }, (_, index) => uuid8({ createdAt: 1, identity: `trace ${index}` }));
    expect(new Set(uuids).size).toBe(5000);
  });

  it('counts through all twelve bits before it repeats', () => {
    const uuids = Array.from({ length: 4096 }, (_, counter) => uuid8({ ...source, domain: 'a.example', counter }));
    expect(new Set(uuids).size).toBe(4096);
  });

  it.each([-1, 2 ** 48, Number.NaN])('refuses the time %d', (createdAt) => {
    expect(() => uuid8({ createdAt, identity: '' })).toThrow(expect.objectContaining({ code: 'invalid-created-at' }));
  });
});

describe('serializeVcon', () => {
  const vcon = {
    uuid: 'u',
    created_at: '2026-11-30T09:00:00Z',
    parties: [{ name: 'half \ud83d' }],
    n: 9007199254740993n,
  };

  it('writes digits and valid UTF-8, on one line or indented', () => {
    const text = serializeVcon(vcon);
    expect(text).toBe(
      '{"uuid":"u","created_at":"2026-11-30T09:00:00Z","parties":[{"name":"half \\ud83d"}],"n":9007199254740993}',
    );
    expect(serializeVcon(vcon, { pretty: true })).toContain('\n  "n": 9007199254740993');
  });
});
