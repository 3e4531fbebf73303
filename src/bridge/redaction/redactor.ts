import { type AnyValue, type Attributes, type JsonValue, OtelVconError } from '../../telemetry/index.js';
import { REDACTED } from './edits.js';
import { KeyRules } from './key-rules.js';
import { QuickLook } from './quick-look.js';
import { TextRedactor } from './text-redactor.js';
import { nodesOf, rebuild } from './value-nodes.js';

/** Options of {@link createRedactor}. */
export interface RedactorOptions {
  /** Names of further keys whose values are taken out, compared without regard to case and separators. */
  readonly keys?: readonly string[];
  /** Further patterns: what they match in any text is taken out. They are the user's to keep fast. */
  readonly patterns?: readonly RegExp[];
}

/**
 * Takes credentials out (tool-invocation draft, section 10): in place of each stands the text {@link REDACTED}. No method
 * throws (what cannot be read is taken out); each takes time in proportion to its input, gives the same output for the same
 * input, and changes nothing in its own output.
 *
 * Taken out by key: everything under a name such as `password` or `api_key`, but for true, false, null, words such as
 * "required", masks and references (`$TOKEN`); under `token` and `auth` only what looks random; under `pin` and `otp` four
 * to ten digits. Taken out by value: tokens of known shapes, private keys, `Bearer x`, passwords in URLs and commands.
 * What neither a key nor a shape tells (a password in a table's column, a card number) is for the user's own `redact` hook.
 */
export interface Redactor {
  /** How many credentials were taken out so far. */
  readonly count: number;
  /** A text without its credentials; the rest stays sign for sign. JSON text stays JSON text. */
  text(text: string): string;
  /** The same for names of tools, servers, spans and agents, which come again and again: those without a credential are remembered. */
  name(name: string): string;
  /** A value without its credentials (under secret keys, in texts, in text in bytes): a copy, or itself when it has none. */
  value(value: JsonValue): JsonValue;
  value(value: AnyValue): AnyValue;
  /** A URL without the password of its user information and without secrets in query and fragment. */
  url(url: string): string;
  /** Attributes without their credentials. */
  attributes(attributes: Attributes): Attributes;
}

/**
 * Makes a redactor.
 *
 * @throws OtelVconError `REDACTION_OPTIONS` when `keys` are not strings or `patterns` not regular expressions.
 */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const { keys = [], patterns = [] } = options;
  if (!keys.every((key) => typeof key === 'string')) throw wrongOptions('keys', 'strings');
  if (!patterns.every((pattern) => pattern instanceof RegExp)) throw wrongOptions('patterns', 'regular expressions');
  const rules = new KeyRules(keys);
  const texts = new TextRedactor({
    rules,
    trigger: triggerOf(keys),
    patterns: patterns.map((pattern) => new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`)),
  });
  const look = new QuickLook(rules, (source) => texts.speaks(source));
  const text = (source: string): string => failingClosed(() => texts.redact(source), REDACTED);
  const value = <T>(source: T): T =>
    failingClosed(() => {
      if (look.isSilent(source)) return source;
      const root = nodesOf(source);
      texts.mark(root, 0);
      return rebuild(root) as T;
    }, REDACTED as T);
  return {
    get count() {
      return texts.count;
    },
    text,
    name: remembering(text),
    url: text,
    value,
    attributes: (attributes) => value(attributes),
  };
}

/** Kinds of names are few; the limit only bounds what a stranger's names can fill. */
const MAX_NAMES = 1024;
const MAX_NAME = 200;

function remembering(clean: (name: string) => string): (name: string) => string {
  const silent = new Set<string>();
  return (name) => {
    if (silent.has(name)) return name;
    const left = clean(name);
    if (left !== name || name.length > MAX_NAME) return left;
    if (silent.size >= MAX_NAMES) silent.clear();
    silent.add(name);
    return name;
  };
}

/** The user's keys as they may be written in a text: anything but letters and digits may stand between. */
function triggerOf(keys: readonly string[]): RegExp | undefined {
  const names = keys
    .map((key) => key.match(/[\p{L}\p{N}]/gu)?.join('[^\\p{L}\\p{N}]?'))
    .filter((name) => name !== undefined);
  return names.length === 0 ? undefined : new RegExp(names.join('|'), 'iu');
}

/** What cannot be read (an object whose properties throw) is not let through. */
function failingClosed<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

function wrongOptions(name: string, kind: string): OtelVconError {
  return new OtelVconError('REDACTION_OPTIONS', `the option "${name}" of the redactor must be a list of ${kind}`);
}
