import { type Edit, lastGroup, REDACTED } from './edits.js';
import { isBasicCredential, isUuid, looksRandom } from './secret-shape.js';

const SCHEME = /(?<![\w-])(bearer|basic|negotiate|ntlm|token|apikey)[ \t]+([\w.~+/-]{6,}={0,2})/gi;
const DIGEST_RESPONSE = /\bresponse=\\*["']?([0-9a-f]{32,128})/gi;
const SIGV4 = /\bSignature=([0-9a-f]{64})/g;
const WEBHOOK =
  /(?:hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/\d{1,25}\/)([\w/-]{8,})/g;
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const PUTTY_KEY = /Private-Lines: \d+\r?\n((?:[A-Za-z0-9+/=]+\r?\n)*[A-Za-z0-9+/=]+)(?![^\r\n])/g;

/** Credentials that are known by the words around them: `Bearer x`, signatures, webhooks, private keys. */
export function authEdits(text: string): Edit[] {
  return [
    Array.from(text.matchAll(SCHEME))
      .filter((match) => isSchemeToken(match, text))
      .map(lastGroup),
    /digest/i.test(text) ? lastGroups(text, DIGEST_RESPONSE) : [],
    text.includes('AWS4-HMAC') ? lastGroups(text, SIGV4) : [],
    text.includes('hooks') ? lastGroups(text, WEBHOOK) : [],
    text.includes('PRIVATE KEY') ? privateKeyEdits(text) : [],
    text.includes('Private-Lines') ? lastGroups(text, PUTTY_KEY) : [],
  ].flat();
}

function lastGroups(text: string, pattern: RegExp): Edit[] {
  return Array.from(text.matchAll(pattern), lastGroup);
}

/** "Bearer x" is a credential, "Bearer authentication" and the challenge `Bearer realm="x"` (RFC 6750, 3) are not. */
function isSchemeToken(match: RegExpExecArray, text: string): boolean {
  const [found, scheme = '', token = ''] = match;
  const next = text[match.index + found.length];
  if (next === '=' || next === ':' || (token.endsWith('=') && /["'\\]/.test(next ?? ''))) return false;
  switch (scheme.toLowerCase()) {
    case 'basic':
      return isBasicCredential(token);
    case 'negotiate':
    case 'ntlm':
      return token.length >= 24 || /^(?:YII|TlRM|oY|oR)/.test(token);
    case 'bearer':
      return /\d/.test(token) || (token.length >= 20 && /[a-z][A-Z]/.test(token));
    default:
      return token.length >= 16 && looksRandom(token) && !token.includes('/') && !isUuid(token);
  }
}

/** The lines between BEGIN and END (RFC 7468) go; without an END everything after BEGIN does. */
function privateKeyEdits(text: string): Edit[] {
  const edits: Edit[] = [];
  let end = 0;
  for (const match of text.matchAll(PRIVATE_KEY)) {
    const start = match.index + match[0].length;
    if (start < end) continue;
    const next = text.indexOf('-----END', start);
    end = next === -1 ? text.length : next;
    if (text.slice(start, end).replaceAll(REDACTED, '').trim() !== '') edits.push({ start, end });
  }
  return edits;
}
