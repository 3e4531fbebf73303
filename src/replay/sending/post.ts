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

/** Sends one OTLP/JSON request. Rejects when no answer came. */
export type Post = (body: string) => Promise<Answer>;

/** OTLP asks clients to bound the answers they read: 4 MiB. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

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
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = [];
        let size = 0;
        incoming.on('error', reject);
        incoming.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size <= MAX_ANSWER_BYTES) chunks.push(chunk);
          else incoming.destroy(new Error('the answer is larger than 4 MiB'));
        });
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text });
        });
      });
      outgoing.end(bytes);
    });
  };
}
