import {
  HARMLESS_KEY_KINDS,
  HARMLESS_TOKEN_KINDS,
  PASS_KINDS,
  SECRET_KEY_KINDS,
  SECRET_NAMES,
  SECRET_TOKEN_KINDS,
  SETTING_WORDS,
  TRAILING_WORDS,
  URL_NAMES,
} from './key-names.js';
import { isBasicCredential, isHarmless, isUuid, looksRandom } from './secret-shape.js';

/** A value without parts. */
export type Scalar = string | number | bigint | boolean | null;

/** What a key says about its value. */
export interface KeyRule {
  /** Whether an object or array under the key is taken out as a whole. */
  readonly whole: boolean;
  /** Whether, in text, the value is that of an HTTP header: it runs to the end of the line. */
  readonly header?: true;
  /** Whether the value is taken out. */
  takes(value: Scalar): boolean;
}

/** The key names a credential: everything but switches (true, false, null) and harmless words goes. */
export const SECRET: KeyRule = {
  whole: true,
  takes: (value) => (typeof value === 'string' ? !isHarmless(value) : isNumber(value)),
};
const HEADER: KeyRule = { ...SECRET, header: true };
/** The key may name a credential ("token"): its value goes if it looks like one. */
export const LIKELY: KeyRule = { whole: false, takes: (value) => typeof value === 'string' && looksRandom(value) };
/** Under a plural, numbers count tokens. */
const TOKENS: KeyRule = { ...SECRET, takes: (value) => typeof value === 'string' && SECRET.takes(value) };
/** A cookie header has an equals sign; "chocolate" has none. */
const COOKIE: KeyRule = {
  whole: true,
  header: true,
  takes: (value) => typeof value === 'string' && (/[^=\s]=[^=\s]/.test(value) || looksRandom(value)),
};
/** "auth" names a credential or a way to authenticate ("bearer"). */
const AUTH: KeyRule = {
  whole: false,
  takes: (value) => typeof value === 'string' && (looksRandom(value) || isBasicCredential(value)),
};
/** Test reports count what passed: small numbers under "pass" stay. */
const PASS: KeyRule = {
  ...SECRET,
  whole: false,
  takes: (v) => typeof v === 'string' && !/^\d{1,3}$/.test(v) && SECRET.takes(v),
};
/** PWD is also the working directory. */
const PWD: KeyRule = {
  ...SECRET,
  takes: (v) => SECRET.takes(v) && !(typeof v === 'string' && /^(?:\/|~|[A-Za-z]:\\)/.test(v)),
};
/** One-time codes and PINs have four to ten digits; pins of boards and maps have fewer, or words. */
const DIGITS: KeyRule = { whole: false, takes: (value) => value !== null && /^\d{4,10}$/.test(String(value)) };
/** A session id is a credential in cookies, and the name of a conversation elsewhere: UUIDs stay. */
const SESSION: KeyRule = { whole: false, takes: (value) => LIKELY.takes(value) && !isUuid(String(value)) };
/** A name that the user gave: whatever it holds goes. */
const NAMED: KeyRule = { whole: true, takes: (value) => value !== null && value !== '' && !isHarmless(String(value)) };

/** Not a credential, whatever else the name looks like. */
const KEPT: KeyRule = { whole: false, takes: () => false };

const SECRET_END = new RegExp(`(?:${SECRET_NAMES.map(spaced).join('|')})s?$`);
const COOKIE_END = /cookies?$/;
const SECRET_KEY = ending(SECRET_KEY_KINDS, 'keys?');
const HARMLESS_KEY = ending(HARMLESS_KEY_KINDS, 'keys?');
const SECRET_TOKEN = ending(SECRET_TOKEN_KINDS, 'tokens?');
const HARMLESS_TOKEN = ending(HARMLESS_TOKEN_KINDS, 'tokens?');
const SECRET_PASS = ending(PASS_KINDS, 'pass');
const ONE_TIME = /(?:^| )(?:t?otp|pin|(?:verification|mfa|2fa|t?otp|security|sms|one ?time) ?code)$/;
const SETTING = new RegExp(`^(?:${SETTING_WORDS.join('|')}) .`);
const TRAILING = new RegExp(`(?<=.) (?:${TRAILING_WORDS.join('|')}|\\d+)$`);
const URL_PARAMETERS = new Set(URL_NAMES);
const ENVIRONMENT_NAME = /^(?:[A-Z][A-Z0-9]*_[A-Z0-9_]*|TOKEN)$/;

/** Longer keys are not names; their end decides. */
const MAX_KEY = 120;
/** Kinds of keys in telemetry are few; the limit only bounds what a stranger's keys can fill. */
const MAX_CACHE = 4096;

/** Says what keys mean: by the built-in names and by the user's. */
export class KeyRules {
  readonly #named: ReadonlySet<string>;
  readonly #cache = new Map<string, KeyRule | undefined>();

  /** `names` are further keys whose values are taken out, compared without regard to case and separators. */
  constructor(names: readonly string[] = []) {
    this.#named = new Set(names.map(compact).filter((name) => name !== ''));
  }

  /**
   * The rule of a key, or `undefined` when the key says nothing. A key that begins with `--` is a command's flag: there a
   * token is a credential, whatever it looks like.
   */
  of(key: string): KeyRule | undefined {
    const name = key.length > MAX_KEY ? key.slice(-MAX_KEY) : key;
    if (this.#cache.has(name)) return this.#cache.get(name);
    const rule = this.#isNamed(name) ? NAMED : builtInRule(name, key.startsWith('--'));
    if (this.#cache.size >= MAX_CACHE) this.#cache.clear();
    this.#cache.set(name, rule);
    return rule;
  }

  /** The rule of a URL parameter: as that of a flag, and more names are credentials ("sig", "code", "key"). */
  ofUrlParameter(name: string): KeyRule | undefined {
    return this.of(`--${name}`) ?? (URL_PARAMETERS.has(compact(name)) ? LIKELY : undefined);
  }

  #isNamed(key: string): boolean {
    if (this.#named.size === 0) return false;
    return this.#named.has(compact(key)) || this.#named.has(compact(key.slice(key.lastIndexOf('.') + 1)));
  }
}

/** Case separates words (`hasToken`), but not in keys of random case (`aPi_KeY`): the second reading is by separators alone. */
function builtInRule(key: string, isFlag: boolean): KeyRule | undefined {
  const byCase = key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  const style = { isEnvironment: ENVIRONMENT_NAME.test(key), isFlag };
  const rule = nameRule(words(byCase), style) ?? nameRule(words(key), style);
  return rule === KEPT ? undefined : rule;
}

/** How a key is written: as an environment variable (FOO_KEY), as a flag (--key). */
interface KeyStyle {
  readonly isEnvironment: boolean;
  readonly isFlag: boolean;
}

/** The rule of lower-case words with a space between: "x api key". */
function nameRule(spacedName: string, { isEnvironment, isFlag }: KeyStyle): KeyRule | undefined {
  if (SETTING.test(spacedName)) return KEPT;
  const name = withoutTrailing(spacedName);
  if (name === 'pwd' || name === 'oldpwd') return PWD;
  if (name === 'nopasswd' || HARMLESS_KEY.test(name) || HARMLESS_TOKEN.test(name)) return KEPT;
  if (name.endsWith('authorization')) return HEADER;
  if (COOKIE_END.test(name)) return COOKIE;
  if (SECRET_TOKEN.test(name) && name.endsWith('s')) return TOKENS;
  if (SECRET_END.test(name) || SECRET_KEY.test(name) || SECRET_TOKEN.test(name)) return SECRET;
  if (/tokens?$/.test(name)) return (isEnvironment || isFlag) && !name.endsWith('s') ? SECRET : LIKELY;
  if (/ keys?$/.test(name)) return isEnvironment ? LIKELY : undefined;
  if (name === 'pass' || SECRET_PASS.test(name) || (isEnvironment && name.endsWith(' pass'))) return PASS;
  if (ONE_TIME.test(name)) return DIGITS;
  if (/(?:^| )(?:basic)?auth$/.test(name)) return AUTH;
  return name === 'sessionid' ? SESSION : undefined;
}

function withoutTrailing(spacedName: string): string {
  let name = spacedName.replace(/(?<=[a-z])\d$/, '');
  while (TRAILING.test(name)) name = name.replace(TRAILING, '');
  return name;
}

/** Names of which a whole word, or the run before the ending ("openaiapikey"), is one of the kinds. */
function ending(kinds: readonly string[], end: string): RegExp {
  const kind = kinds.map(spaced).join('|');
  return new RegExp(`(?:(?:^| )(?:${kind}) |(?:${kind}))${end}$`);
}

/** `pass phrase` and `service_role` are one word or two: a space in the list's name may be absent. */
function spaced(name: string): string {
  return name.replaceAll(' ', ' ?');
}

function isNumber(value: Scalar): boolean {
  return typeof value === 'number' || typeof value === 'bigint';
}

function words(key: string): string {
  return key
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function compact(key: string): string {
  return words(key).replaceAll(' ', '');
}
