import { type Edit, REDACTED } from './edits.js';
import type { KeyRules } from './key-rules.js';
import { isHarmless, looksRandom } from './secret-shape.js';

const AUTHORITY_END = /[\s/?#"'<>`\\|]/g;
const LOOSE_END = /[\s"'<>`\\]|:\/\//g;
/** `user:password@host:port`; the port tells it from `mailto:bob@host`. */
const WITHOUT_SCHEME = /(?<![\w+./:-])[\w+.-]{1,64}:([^\s:@/"'<>[\]]{1,200})@(?=[A-Za-z0-9.-]{1,100}:\d{2,5}(?!\w))/g;
const PARAMETER = /(^|[?&#;\s"'])([\w.~%$[\]-]{1,80})=([^&#\s"'<>`\\]*)/g;

/**
 * The credentials in the URLs of a text: the password of the user information (and a user that is itself a token), and
 * secret parameters of query and fragment. `hidesSecret` looks into values that are percent-encoded.
 */
export function urlEdits(text: string, rules: KeyRules, hidesSecret: (decoded: string) => boolean): Edit[] {
  const edits: Edit[] = [];
  if (text.includes('://')) addUserInfo(text, edits);
  for (const match of text.matchAll(WITHOUT_SCHEME)) {
    const end = match.index + match[0].length - 1;
    const password = match[1] ?? '';
    if (!isHarmless(password)) edits.push({ start: end - password.length, end });
  }
  if (!text.includes('=')) return edits;
  for (const match of text.matchAll(PARAMETER)) {
    const [found, before = '', name = '', value = ''] = match;
    if (value === '' || value.startsWith(REDACTED)) continue;
    const isParameter = before === '?' || before === '&' || before === '#';
    const decoded = decode(value);
    const key = decode(name);
    const rule = isParameter ? rules.ofUrlParameter(key) : undefined;
    if (!rule?.takes(value) && !rule?.takes(decoded) && !(value.includes('%') && hidesSecret(decoded))) continue;
    const end = (match.index ?? 0) + found.length;
    edits.push({ start: end - value.length, end });
  }
  return edits;
}

function addUserInfo(text: string, edits: Edit[]): void {
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    const start = at + 3;
    const end = userInfoEnd(text, start);
    if (end === undefined) continue;
    const userInfo = text.slice(start, end);
    const colon = userInfo.indexOf(':');
    const user = colon === -1 ? userInfo : userInfo.slice(0, colon);
    const password = colon === -1 ? '' : userInfo.slice(colon + 1);
    if (looksRandom(user)) edits.push({ start, end: start + user.length });
    if (password !== REDACTED && !isHarmless(password)) edits.push({ start: start + colon + 1, end });
  }
}

/**
 * Where the user information ends: at the last "@" of the authority (RFC 3986, 3.2). A password with an unescaped "/" or "?"
 * breaks the authority off at `user:pa`, which is told from `host:port` by its not being digits.
 */
function userInfoEnd(text: string, start: number): number | undefined {
  const authority = text.slice(start, nextMatch(AUTHORITY_END, text, start));
  const at = authority.lastIndexOf('@');
  if (at !== -1) return start + at;
  if (!/^[^:[]*:(?!\d*$)/.test(authority)) return undefined;
  const loose = text.slice(start, nextMatch(LOOSE_END, text, start)).lastIndexOf('@');
  return loose === -1 ? undefined : start + loose;
}

function nextMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

function decode(value: string): string {
  if (!value.includes('%') && !value.includes('+')) return value;
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}
