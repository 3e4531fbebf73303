import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exporterSettings } from '../../../src/replay/sending/index.js';
import type { Notice } from '../../../src/telemetry/index.js';

const url = (environment: Record<string, string>, endpoint?: string) =>
  exporterSettings(environment, endpoint === undefined ? {} : { endpoint }).url.href;

describe('the endpoint', () => {
  it('is the local receiver by default', () => {
    expect(url({})).toBe('http://localhost:4318/v1/traces');
    expect(url({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toBe('http://localhost:4318/v1/traces');
  });

  it('gets the path of traces, unless it is for traces alone', () => {
    expect(url({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://a.example/otel' })).toBe('https://a.example/otel/v1/traces');
    expect(url({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://a.example/' })).toBe('https://a.example/v1/traces');
    const own = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://a.example',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://b.example/in?k=1',
    };
    expect(url(own)).toBe('https://b.example/in?k=1');
    expect(url(own, 'http://c.example:4318')).toBe('http://c.example:4318/v1/traces');
    expect(url({}, 'http://c.example/v1/traces')).toBe('http://c.example/v1/traces');
  });

  it.each(['localhost:4318', 'grpc://a.example', '', 'x y'])('must be a URL of HTTP, not %j', (endpoint) => {
    expect(() => url({}, endpoint)).toThrow(expect.objectContaining({ code: 'invalid-endpoint' }));
  });

  it('shows no password in messages', () => {
    expect(() => url({}, 'ftp://me:secret@a.example/x')).toThrow(/ftp:\/\/a\.example\/x/);
    expect(() => url({}, 'ftp://me:secret@a.example/x')).not.toThrow(/secret/);
  });
});

describe('headers', () => {
  it('come from the environment, percent-decoded, and from the caller, who wins', () => {
    const environment = {
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20eDp5%3D, x-one=1,',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-one=2,x-two=a=b',
    };
    const { headers } = exporterSettings(environment, { headers: { 'X-Two': 'c' }, tenant: 'a|b'.replace('|', '-') });
    expect(headers).toEqual({ authorization: 'Basic eDp5=', 'x-one': '2', 'x-two': 'c', 'x-scope-orgid': 'a-b' });
  });

  it('must be headers', () => {
    for (const headers of [{ 'x y': 'secret' }, { x: 'secret\r\nevil: 1' }]) {
      expect(() => exporterSettings({}, { headers })).toThrow(expect.objectContaining({ code: 'invalid-header' }));
      expect(() => exporterSettings({}, { headers })).not.toThrow(/secret/);
    }
    expect(() => exporterSettings({ OTEL_EXPORTER_OTLP_HEADERS: 'secret' })).toThrow(
      /entry 1 of OTEL_EXPORTER_OTLP_HEADERS/,
    );
    expect(() => exporterSettings({ OTEL_EXPORTER_OTLP_HEADERS: 'secret' })).not.toThrow(/secret/);
  });

  it.each(['', '.', '..', 'a/b', 'a b', 'x'.repeat(151)])('name a tenant that Tempo takes, not %j', (tenant) => {
    expect(() => exporterSettings({}, { tenant })).toThrow(expect.objectContaining({ code: 'invalid-tenant' }));
  });
});

describe('other settings', () => {
  it('have the defaults of the specification', () => {
    expect(exporterSettings({})).toMatchObject({
      compression: 'none',
      timeout: 10_000,
      tls: {},
      requestBytes: 4 * 1024 * 1024,
    });
  });

  it('come from the environment, the variable for traces first', () => {
    const environment = {
      OTEL_EXPORTER_OTLP_COMPRESSION: 'none',
      OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: 'gzip',
      OTEL_EXPORTER_OTLP_TIMEOUT: '2500',
    };
    expect(exporterSettings(environment)).toMatchObject({ compression: 'gzip', timeout: 2500 });
    expect(exporterSettings(environment, { compression: 'none', timeout: 5 })).toMatchObject({
      compression: 'none',
      timeout: 5,
    });
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_COMPRESSION: 'zstd' }, 'invalid-compression'],
    [{ OTEL_EXPORTER_OTLP_TIMEOUT: '10s' }, 'invalid-timeout'],
    [{ OTEL_EXPORTER_OTLP_TIMEOUT: '0' }, 'invalid-timeout'],
    [{ OTEL_EXPORTER_OTLP_CERTIFICATE: '/nowhere/ca.pem' }, 'certificate-unreadable'],
  ])('are refused when they are wrong: %o', (environment, code) => {
    expect(() => exporterSettings(environment)).toThrow(expect.objectContaining({ code }));
  });

  it('read certificates', () => {
    const folder = mkdtempSync(join(tmpdir(), 'otel-vcon-'));
    try {
      for (const name of ['ca', 'key', 'cert']) writeFileSync(join(folder, name), `PEM of ${name}`);
      const { tls } = exporterSettings({
        OTEL_EXPORTER_OTLP_CERTIFICATE: join(folder, 'ca'),
        OTEL_EXPORTER_OTLP_CLIENT_KEY: join(folder, 'key'),
        OTEL_EXPORTER_OTLP_TRACES_CLIENT_CERTIFICATE: join(folder, 'cert'),
      });
      expect(tls).toEqual({ ca: 'PEM of ca', key: 'PEM of key', cert: 'PEM of cert' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('say that JSON is sent whatever protocol is asked for', () => {
    const notices: Notice[] = [];
    exporterSettings({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, {}, (notice) => void notices.push(notice));
    expect(notices).toMatchObject([{ code: 'protocol', level: 'info' }]);
    exporterSettings({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, {}, () => expect.unreachable());
  });
});
