import { retryAfter } from '../../http/index.js';

/** How a request ended: taken, to be tried again (not before `afterMillis`), or refused for good. */
export type Posted =
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'retry'; readonly reason: string; readonly afterMillis?: number }
  | { readonly outcome: 'refused'; readonly reason: string };

/** Where and how to send. */
export interface PostOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMillis: number;
}

/** Statuses by which a server says that this very content will never do (RFC 9110 section 15.5). Any other may be put right on its side. */
const REFUSALS: ReadonlySet<number> = new Set([400, 409, 413, 415, 422]);

/** Posts one vCon (media type application/vcon). Never throws. Redirects are not followed: the headers may hold a credential. */
export async function post(text: string, options: PostOptions): Promise<Posted> {
  const { url, headers, timeoutMillis } = options;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/vcon', ...headers },
      body: text,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMillis),
    });
    await response.body?.cancel();
    if (response.ok) return { outcome: 'taken' };
    const reason = `the server answered with status ${response.status}`;
    if (REFUSALS.has(response.status)) return { outcome: 'refused', reason };
    const afterMillis = retryAfter(response.headers.get('retry-after'), Date.now());
    return { outcome: 'retry', reason, ...(afterMillis !== undefined && { afterMillis }) };
  } catch (error) {
    return { outcome: 'retry', reason: error instanceof Error ? error.message : String(error) };
  }
}
