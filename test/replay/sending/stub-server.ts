import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { ExporterSettings } from '../../../src/replay/sending/index.js';
import { exporterSettings, type SendOptions } from '../../../src/replay/sending/index.js';

/** A request as the stub got it. */
export interface Seen {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Bytes after decompression. */
  readonly bytes: number;
  readonly spans: readonly { readonly name: string; readonly traceId: string; readonly startTimeUnixNano: string }[];
}

/** What the stub answers. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Break the connection instead of answering. */
  readonly hangUp?: true;
  /** Never answer. */
  readonly silent?: true;
}

const OK: Reply = { status: 200, body: '{}' };

/** A receiver of OTLP/HTTP that answers as it is told and remembers what it got. */
export class StubServer {
  readonly seen: Seen[] = [];
  readonly #server: Server;

  constructor(reply: (seen: Seen, count: number) => Reply = () => OK) {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const raw = Buffer.concat(chunks);
        const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
        const seen = { path: request.url ?? '', headers: request.headers, bytes: body.length, spans: spansIn(body) };
        this.seen.push(seen);
        const { status, headers = {}, body: answer = '', hangUp, silent } = reply(seen, this.seen.length);
        if (hangUp) request.socket.destroy();
        else if (!silent) response.writeHead(status, headers).end(answer);
      });
    });
  }

  /** Listens, runs, and closes again. */
  async run<T>(use: (endpoint: string) => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    try {
      return await use(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`);
    } finally {
      this.#server.closeAllConnections();
      await new Promise((resolve) => this.#server.close(resolve));
    }
  }

  get spans(): readonly string[] {
    return this.seen.flatMap(({ spans }) => spans.map(({ name }) => name));
  }
}

/** Settings for an endpoint, without what the environment of the test says. */
export function settingsFor(endpoint: string, options: object = {}): ExporterSettings {
  return exporterSettings({}, { endpoint, ...options });
}

/** A clock that waits in no time and notes how long it was asked to. */
export function fastClock(): { readonly clock: NonNullable<SendOptions['clock']>; readonly waits: number[] } {
  const waits: number[] = [];
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  return { waits, clock: { now: () => Date.parse('2026-11-30T09:00:00Z'), wait, random: () => 0.5 } };
}

function spansIn(body: Buffer): Seen['spans'] {
  const { resourceSpans } = JSON.parse(body.toString('utf8')) as {
    resourceSpans: { scopeSpans: { spans: Seen['spans'] }[] }[];
  };
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}
