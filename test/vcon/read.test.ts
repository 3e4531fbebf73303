import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isToolEvent, readVcon, readVconBytes, serializeVcon } from '../../src/vcon/index.js';
import { bytesOf, codes, read, refusal } from './read-support.js';

describe('forms and versions (FC-40)', () => {
  it.each(['FC-40a', 'FC-40c', 'FC-40e'])('%s is read without a warning', (name) => {
    const result = read(`${name}.vcon.json`);
    expect(result.notices).toEqual([]);
    expect(result.vcon.events?.filter(isToolEvent)).toHaveLength(2);
    expect(result.vcon.parties[1]).toEqual({ name: 'planner', type: 'bot' });
  });

  it('reads an older syntax as 0.5.0 and says which it was', () => {
    const result = read('FC-40b.vcon.json');
    expect(result.syntax).toBe('0.0.1');
    expect(result.vcon.vcon).toBe('0.5.0');
    expect(result.notices).toMatchObject([
      { code: 'vcon-old-syntax', level: 'info', origin: { source: 'FC-40b.vcon.json' } },
    ]);
  });

  it('does not invent the vcon parameter', () => {
    expect(read('FC-40a.vcon.json').vcon).not.toHaveProperty('vcon');
  });

  it('keeps unknown events and parameters, and gives old parameters their new names', () => {
    const { vcon } = read('FC-40c.vcon.json');
    expect(vcon.events?.[2]).toEqual({ type: 'vendor-thing', time: '2026-11-30T09:00:02Z', party: 99, sessions: 42 });
    expect(vcon).toMatchObject({ critical: [], amended_from: { uuid: 'x' } });
  });

  it('refuses a critical extension that it does not know, by name', () => {
    const error = refusal(bytesOf('FC-40d.vcon.json'));
    expect(error.code).toBe('vcon-critical');
    expect(error.message).toContain('x-secret-sharing');
    expect(refusal({ vcon: '0.3.0', uuid: 'u', must_support: ['x-old'] }).message).toContain('x-old');
  });

  it.each(['tool-invocation', 'otel-trace', 'governed-executor'])(
    'processes a vCon to which %s is critical',
    (name) => {
      const vcon = { uuid: 'u', created_at: '2026-11-30T09:00:00Z', parties: [], critical: [name] };
      expect(readVcon(vcon).vcon.critical).toEqual([name]);
    },
  );

  it.each([
    ['a wrapper', { vcon: { uuid: 'u' } }, 'in its member "vcon"'],
    ['a signed form in a signed form', { payload: 'e30', signatures: [] }, 'the signed form'],
    ['an encrypted form in a signed form', { ciphertext: 'AAAA', recipients: [] }, 'the encrypted form'],
  ])('says what %s is', (_, inner, message) => {
    const payload = Buffer.from(JSON.stringify(inner)).toString('base64url');
    expect(refusal({ payload, signatures: [{}] }).message).toContain(message);
  });

  it('reads an unsigned vCon that has a member named like one of the signed form', () => {
    const vcon = { uuid: 'u', created_at: '2026-11-30T09:00:00Z', parties: [], payload: 'x' };
    expect(readVcon(vcon)).toMatchObject({ form: 'unsigned', vcon: { payload: 'x' } });
  });

  it('reads the signed form and says that nobody checked the signature', () => {
    const result = read('FC-40f.vcon.json');
    expect(result.form).toBe('signed');
    expect(codes(result)).toEqual(['vcon-signature-unchecked']);
    expect(result.vcon).toEqual({ ...read('FC-40a.vcon.json').vcon, vcon: '0.5.0' });
  });

  it('reads the flattened and the compact serialisation of the signed form', () => {
    const { payload } = JSON.parse(new TextDecoder().decode(bytesOf('FC-40f.vcon.json'))) as { payload: string };
    const expected = read('FC-40f.vcon.json').vcon;
    expect(readVcon({ payload, protected: 'e30', signature: 'AAAA' }).vcon).toEqual(expected);
    expect(readVcon(`e30.${payload}.AAAA\n`).vcon).toEqual(expected);
  });

  it('refuses the encrypted form', () => {
    for (const input of [bytesOf('FC-40g.vcon.json'), 'e30.AAAA.AAAA.AAAA.AAAA', { iv: 'AA', ciphertext: 'AA' }]) {
      const error = refusal(input);
      expect(error.code).toBe('vcon-encrypted');
      expect(error.message).toContain('encrypted');
    }
  });

  it.each([
    [{ version: '1', parties: [] }, 'neither "uuid" nor "vcon"'],
    [{ uuid: 'u', name: 'x' }, 'none of created_at'],
    [[], 'an array'],
    ['"text"', 'no object'],
    [{ resourceSpans: [] }, 'OTLP'],
    ['{"uuid": ', 'not JSON'],
    [new Uint8Array([0xff, 0xc0, 0x00]), 'neither UTF-8'],
    [{ payload: '%', signatures: [] }, 'payload'],
    [{ uuid: 'u', parties: [] }, 'date'],
  ])('refuses %j as not a vCon', (input, reason) => {
    const error = refusal(input);
    expect(error.message).toContain('not a vCon');
    expect(error.message).toContain(reason);
  });

  it('says where text stops being JSON', () => {
    expect(refusal('{"uuid": "a" "b"}').message).toContain('at character 13');
  });

  it('reads gzip, alone and inside the signed form', async () => {
    const { vcon } = read('FC-40a.vcon.json');
    expect((await readVconBytes(bytesOf('FC-40j.vcon.gz'))).vcon.events).toEqual(vcon.events);
    const payload = gzipSync(serializeVcon(vcon)).toString('base64url');
    const signed = new TextEncoder().encode(JSON.stringify({ payload, signatures: [] }));
    expect(await readVconBytes(signed)).toMatchObject({ vcon, form: 'signed' });
    expect(refusal(bytesOf('FC-40j.vcon.gz')).code).toBe('vcon-compressed');
    await expect(readVconBytes(new Uint8Array([0x1f, 0x8b, 1, 2]))).rejects.toMatchObject({ code: 'vcon-gzip' });
  });

  it('reads UTF-16 and a byte order mark', () => {
    const text = new TextDecoder().decode(bytesOf('FC-40a.vcon.json'));
    const expected = read('FC-40a.vcon.json').vcon;
    expect(readVcon(new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf8'))).vcon).toEqual(expected);
    expect(readVcon(new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))).vcon).toEqual(expected);
  });
});
