import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ExporterSettings } from './settings.js';

/** The answer to one request. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends one OTLP/JSON request. Rejects when no answer came, with a `PermanentFailure` when none will come. */
export type Post = (body: string) => Promise<Answer>;

/** What is wrong with the connection and stays so: to try again is no use. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}

/** OTLP asks clients to bound the answers they read: 4 MiB. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** Codes of Node for certificates that are not trusted, not valid, or another host's. */
const CERTIFICATE = /CERT|^ERR_TLS_|SELF_SIGNED/;

const compress = promisify(gzip);

/** Posts to the endpoint of the settings, over one connection that stays open. Redirects are not followed. */
export function httpPost(settings: ExporterSettings): Post {
  const { url, compression, timeout, tls } = settings;
  const isTls = url.protocol === 'https:';
  const agent = isTls ? new HttpsAgent({ keepAlive: true, ...tls }) : new HttpAgent({ keepAlive: true });
  const request = isTls ? httpsRequest : httpRequest;
  return async (body) => {
    const isGzip = compression === 'gzip';
    const bytes = isGzip ? await compress(body) : Buffer.from(body);
    const headers = {
      'user-agent': 'otel-vcon',
      ...settings.headers,
      'content-type': 'application/json',
      'content-length': bytes.length,
      ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
    };
    return new Promise((resolve, reject) => {
      const outgoing = request(url, { method: 'POST', headers, agent, signal: AbortSignal.timeout(timeout) });
      const fail = (error: Error) => reject(failureOf(error, timeout));
      outgoing.on('error', fail);
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = [];
        let size = 0;
        const answer = (body: string) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body });
        incoming.on('error', fail);
        incoming.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size <= MAX_ANSWER_BYTES) chunks.push(chunk);
          else {
            answer('');
            incoming.destroy();
          }
        });
        incoming.on('end', () => answer(Buffer.concat(chunks).toString('utf8')));
      });
      outgoing.end(bytes);
    });
  };
}

/** Why no answer came, in words; for TLS also what can be done. */
function failureOf(error: Error, timeout: number): Error {
  const { name, message, cause } = error;
  if (name === 'TimeoutError' || name === 'AbortError') return new Error(`no answer within ${timeout} ms`, { cause });
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'EPROTO') return new PermanentFailure('it does not speak TLS: try http://', { cause: error });
  if (!CERTIFICATE.test(code)) return error;
  return new PermanentFailure(`${message}: name the CA's certificate in OTEL_EXPORTER_OTLP_CERTIFICATE`, {
    cause: error,
  });
}
