import { isPlainObject } from '../../telemetry/index.js';
import type { KeyRules } from './key-rules.js';

/** Deeper values are walked in full, cyclic ones among them. */
const MAX_DEPTH = 50;
/** Kinds of keys are few; the limit only bounds what a stranger's keys can fill. */
const MAX_KEYS = 4096;
/** What the name of a page's element may say that no other sign is in (see tree-secrets.ts). */
const ONE_TIME = /one.?time/i;
const SHORTEST_ONE_TIME = 'onetime'.length;

/** Tells values in which nothing speaks of a credential, as nearly all are, so that they need not be walked and built again. */
export class QuickLook {
  readonly #rules: KeyRules;
  readonly #speaks: (text: string) => boolean;
  readonly #silentKeys = new Set<string>();

  /** `speaks` says whether anything in a text speaks of a credential. */
  constructor(rules: KeyRules, speaks: (text: string) => boolean) {
    this.#rules = rules;
    this.#speaks = speaks;
  }

  /** Whether neither a key nor a text in the value speaks of a credential. */
  isSilent(value: unknown, depth = 0): boolean {
    if (typeof value === 'string')
      return !this.#speaks(value) && (value.length < SHORTEST_ONE_TIME || !ONE_TIME.test(value));
    if (typeof value !== 'object' || value === null) return true;
    if (depth > MAX_DEPTH) return false;
    if (!Array.isArray(value)) return this.#isSilentObject(value, depth);
    for (const item of value) if (!this.isSilent(item, depth + 1)) return false;
    return true;
  }

  #isSilentObject(value: object, depth: number): boolean {
    if (!isPlainObject(value)) return false;
    for (const key in value) {
      if (!this.#isSilentKey(key)) return false;
      if (!this.isSilent((value as Readonly<Record<string, unknown>>)[key], depth + 1)) return false;
    }
    return true;
  }

  #isSilentKey(key: string): boolean {
    if (this.#silentKeys.has(key)) return true;
    if (this.#rules.of(key) !== undefined || this.#speaks(key)) return false;
    if (this.#silentKeys.size >= MAX_KEYS) this.#silentKeys.clear();
    this.#silentKeys.add(key);
    return true;
  }
}
