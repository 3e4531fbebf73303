import { readFileSync } from 'node:fs';
import { checkedHeaders, parseHeaders } from '../../http/index.js';
import { type NoticeSink, OtelVconError } from '../../telemetry/index.js';
import { tenantHeader } from './tenant.js';

/** Where and how traces are sent. */
export interface ExporterSettings {
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly compression: 'gzip' | 'none';
  /** Milliseconds that one request may take. */
  readonly timeout: number;
  /** PEM texts for TLS. */
  readonly tls: { readonly ca?: string; readonly key?: string; readonly cert?: string };
  /** Bytes of one request before compression. A single span above it is sent alone. */
  readonly requestBytes: number;
}

/** What a caller can set beside the environment; it wins. */
export interface ExporterOptions {
  /** A base URL, to which `v1/traces` is added, or a URL that already ends with it. */
  readonly endpoint?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Value of Tempo's `X-Scope-OrgID`. */
  readonly tenant?: string;
  readonly compression?: 'gzip' | 'none';
  readonly timeout?: number;
  /** Default 4 MiB: what gateways and gRPC receivers commonly take; Collector and Jaeger take 20 MiB over HTTP. */
  readonly requestBytes?: number;
}

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A span above it is never sent: the request size that OTLP recommends as a limit for clients and servers. */
export const MAX_SPAN_BYTES = 64 * 1024 * 1024;
const DEFAULT_REQUEST_BYTES = 4 * 1024 * 1024;
/** Defaults of the OTLP exporter specification. */
const DEFAULT_ENDPOINT = 'http://localhost:4318';
const DEFAULT_TIMEOUT = 10_000;
const TRACES_PATH = 'v1/traces';

/**
 * The settings from options and from the standard variables OTEL_EXPORTER_OTLP_TRACES_* and OTEL_EXPORTER_OTLP_*
 * (specification/protocol/exporter.md): ENDPOINT, HEADERS, COMPRESSION, TIMEOUT, CERTIFICATE, CLIENT_KEY, CLIENT_CERTIFICATE.
 * Empty variables count as unset.
 *
 * @throws OtelVconError `invalid-endpoint`, `invalid-header`, `invalid-tenant`, `invalid-timeout`, `invalid-compression`,
 * `invalid-request-size`, `certificate-unreadable`. No message shows a header's value.
 */
export function exporterSettings(
  environment: Environment,
  options: ExporterOptions = {},
  onNotice: NoticeSink = () => {},
): ExporterSettings {
  const protocol = variable(environment, 'PROTOCOL');
  if (protocol !== undefined && protocol.value !== 'http/json') {
    const message = `${protocol.name} asks for ${JSON.stringify(protocol.value)}: OTLP/HTTP with JSON is sent`;
    onNotice({ code: 'protocol', level: 'info', message });
  }
  return {
    url: endpointUrl(environment, options.endpoint),
    headers: {
      ...headersIn(environment, 'OTEL_EXPORTER_OTLP_HEADERS'),
      ...headersIn(environment, 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'),
      ...checkedHeaders(options.headers ?? {}),
      ...tenantHeader(options.tenant),
    },
    compression: options.compression ?? compressionOf(environment),
    timeout: positive('timeout', options.timeout ?? variable(environment, 'TIMEOUT')?.value ?? DEFAULT_TIMEOUT),
    tls: {
      ...pem(environment, 'ca', 'CERTIFICATE'),
      ...pem(environment, 'key', 'CLIENT_KEY'),
      ...pem(environment, 'cert', 'CLIENT_CERTIFICATE'),
    },
    requestBytes: positive('request-size', options.requestBytes ?? DEFAULT_REQUEST_BYTES),
  };
}

/** A URL for messages: without user info and query. */
export function shownUrl(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

function headersIn(environment: Environment, variable: string): Record<string, string> {
  return parseHeaders(variable, environment[variable]);
}

function endpointUrl(environment: Environment, option: string | undefined): URL {
  const own = option === undefined ? unlessEmpty(environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) : undefined;
  if (own !== undefined) return httpUrl(own);
  const url = httpUrl(option ?? unlessEmpty(environment.OTEL_EXPORTER_OTLP_ENDPOINT) ?? DEFAULT_ENDPOINT);
  if (!url.pathname.endsWith(`/${TRACES_PATH}`)) url.pathname = `${url.pathname.replace(/\/$/, '')}/${TRACES_PATH}`;
  return url;
}

function httpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  const shown = url === undefined ? JSON.stringify(text.slice(0, 100)) : shownUrl(url);
  throw new OtelVconError('invalid-endpoint', `${shown} is no endpoint of OTLP/HTTP`, {
    advice: 'Give an http:// or https:// URL, such as http://localhost:4318',
  });
}

function compressionOf(environment: Environment): 'gzip' | 'none' {
  const given = variable(environment, 'COMPRESSION');
  if (given === undefined || given.value === 'none') return 'none';
  if (given.value === 'gzip') return 'gzip';
  throw new OtelVconError('invalid-compression', `${given.name} is ${JSON.stringify(given.value)}`, {
    advice: 'Use gzip or none',
  });
}

function positive(what: string, value: string | number): number {
  const number = Number(value);
  if (Number.isFinite(number) && number > 0) return number;
  throw new OtelVconError(`invalid-${what}`, `The ${what} ${JSON.stringify(value)} is no positive number`, {
    advice: 'Give a number above 0',
  });
}

function pem<Name extends string>(environment: Environment, name: Name, suffix: string): { [key in Name]?: string } {
  const file = variable(environment, suffix);
  if (file === undefined) return {};
  try {
    return { [name]: readFileSync(file.value, 'utf8') } as { [key in Name]?: string };
  } catch (cause) {
    throw new OtelVconError('certificate-unreadable', `The file ${file.value} that ${file.name} names cannot be read`, {
      cause,
      advice: 'Give the path of a PEM file that this process may read',
    });
  }
}

/** The variable for traces, else the one for all signals. */
function variable(
  environment: Environment,
  suffix: string,
): { readonly name: string; readonly value: string } | undefined {
  for (const name of [`OTEL_EXPORTER_OTLP_TRACES_${suffix}`, `OTEL_EXPORTER_OTLP_${suffix}`]) {
    const value = unlessEmpty(environment[name]);
    if (value !== undefined) return { name, value };
  }
  return undefined;
}

function unlessEmpty(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
}
