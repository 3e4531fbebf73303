import { contentHash } from '../vcon/index.js';
import type { ContentStore } from './content-store.js';
import type { ProblemReporter } from './problem.js';
import { untraced } from './untraced.js';

/** Most bytes that wait for the store; content that comes beyond it stays in its vCon. 64 MiB, as for vCons that wait for a sink. */
const MAX_WAITING = 67_108_864;

/** Content on its way to a store. */
export class PendingContent {
  readonly #store: ContentStore;
  readonly #reporter: ProblemReporter;
  readonly #waiting = new Map<string, Uint8Array>();
  #bytes = 0;
  #storing: Promise<void> | undefined;

  constructor(store: ContentStore, reporter: ProblemReporter) {
    this.#store = store;
    this.#reporter = reporter;
  }

  /** Takes content that is large enough. @returns where it will be; `undefined` when it should stay where it is. */
  keep(content: Uint8Array): { readonly url: string; readonly content_hash: string } | undefined {
    if (content.length < this.#store.minBytes) return undefined;
    const hash = contentHash(content);
    if (!this.#waiting.has(hash)) {
      if (this.#bytes + content.length > MAX_WAITING) return undefined;
      this.#waiting.set(hash, content);
      this.#bytes += content.length;
    }
    return { url: this.#store.urlOf(hash), content_hash: hash };
  }

  /** Stores what waits; each once. Never rejects: what could not be stored waits for the next time. */
  async flush(): Promise<void> {
    this.#storing ??= untraced(() => this.#storeAll()).finally(() => {
      this.#storing = undefined;
    });
    await this.#storing;
  }

  /** How many pieces of content wait. */
  get size(): number {
    return this.#waiting.size;
  }

  async #storeAll(): Promise<void> {
    for (const [hash, content] of this.#waiting) {
      try {
        await this.#store.put(hash, content);
        this.#waiting.delete(hash);
        this.#bytes -= content.length;
      } catch (error) {
        this.#reporter.report('store-failed', 'content could not be stored and waits for the next flush', error);
      }
    }
  }
}
