import { type Edit, REDACTED } from './edits.js';
import { isBasicCredential } from './secret-shape.js';

/** Before a token stands no letter or digit of its own word; `%3D` and a written `\n` end a word too. */
const START = String.raw`(?:(?<!\w)|(?<=%[0-9A-Fa-f]{2}|\\[nrt]))`;
/** The same for shapes that may hold a hyphen, so that every run of signs is read once. */
const RUN_START = String.raw`(?:(?<![\w-])|(?<=%[0-9A-Fa-f]{2}|\\[nrt]))`;

/** Tokens whose prefix is so telling that it is taken anywhere. Each part is read once: no shape can be slow. */
const PREFIXED = [
  /gh[pousr]_\w{20,}/, // GitHub
  /github_pat_\w{20,}/,
  /gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-[\w.-]{16,}/, // GitLab
  /xox[a-z](?:\.xox[a-z])?-[\w-]{8,}/, // Slack
  /xapp-\d-[\w-]{8,}/,
  /whsec_[\w+/=]{12,}/,
  /pypi-[\w-]{30,}/,
  /do[opr]_v1_[0-9a-f]{32,}/, // DigitalOcean
  /GOCSPX-[\w-]{16,}/, // Google OAuth client secret
  /AGE-SECRET-KEY-1[0-9A-Z]{20,}/,
  /shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/, // Shopify
  /lin_(?:api|oauth)_\w{20,}/, // Linear
  /lsv2_(?:pt|sk)_\w{20,}/, // LangSmith
  /dckr_(?:pat|oat)_[\w-]{20,}/, // Docker Hub
  /sntry[su]_[\w+/=-]{20,}/, // Sentry
  /rubygems_[0-9a-f]{40,}/,
  /pscale_(?:tkn|oauth|pw)_[\w.-]{20,}/, // PlanetScale
  /sb(?:p|_secret)_\w{20,}/, // Supabase
  /tskey-\w+-[\w-]{16,}/, // Tailscale
  /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/, // Postman
  /NRAK-[0-9A-Z]{27}/, // New Relic
  /figd_[\w-]{30,}/, // Figma
  /sq0(?:csp|atp)-[\w-]{20,}/, // Square
  /ATATT3x[\w=-]{30,}/, // Atlassian
];

/** Tokens whose prefix could also be the middle of a word. */
const AT_WORD_START = [
  /gl(?:sa|c)_\w{20,}/, // Grafana
  /sk-(?:ant|proj|svcacct|admin|or-v1|lf|litellm|service)-[\w-]{8,}/, // Anthropic, OpenAI, OpenRouter, Langfuse
  /[srp]k_(?:live|test)_\w{8,}/, // Stripe
  /sk-(?=[A-Za-z]*\d)[A-Za-z0-9]{20,}/, // OpenAI, older form
  /(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}(?!\w)/, // AWS access key ids
  /AIza[\w-]{35}(?!\w)/, // Google API key
  /ya29\.[\w-]{16,}/, // Google access token
  /1\/\/0[\w-]{30,}/, // Google refresh token
  /npm_[A-Za-z0-9]{30,}/,
  /hf_[A-Za-z0-9]{30,}/, // Hugging Face
  /gsk_[A-Za-z0-9]{30,}/, // Groq
  /xai-[A-Za-z0-9]{40,}/,
  /pplx-[A-Za-z0-9]{40,}/, // Perplexity
  /r8_[A-Za-z0-9]{30,}/, // Replicate
  /hv[sbr]\.[\w-]{20,}/, // Vault
  /SK[0-9a-f]{32}(?!\w)/, // Twilio
  /SG\.[\w-]{16,}\.[\w-]{16,}/, // SendGrid
  /key-[0-9a-f]{32}(?!\w)/, // Mailgun
  /[0-9a-f]{32}-us\d{1,2}(?!\w)/, // Mailchimp
  /dapi[0-9a-f]{32}/, // Databricks
  /(?:ntn|secret)_[A-Za-z0-9]{40,}/, // Notion
  /(?:bot)?\d{8,10}:[\w-]{35}(?![\w-])/, // Telegram
  /\w{3}8Q~[\w~.-]{30,}/, // Microsoft Entra client secret
  /\$(?:1|5|6|y|2[abxy]|argon2(?:id?|d))\$[\w./$=,+-]{20,}/, // password hashes: crypt, bcrypt, Argon2
];

/** Tokens of parts joined by dots. */
const DOTTED = [
  /eyJ[\w-]{5,}\.[\w-]*\.[\w-]*(?:\.[\w-]*\.[\w-]*)?/, // JWT, JWE and signed cookies (RFC 7519, 7516)
  /\.?eJ[\w-]{20,}\.[\w-]{5,8}\.[\w-]{20,}/, // compressed session cookie of Flask
  /s(?::|%3A)[\w-]{12,}\.[\w+/%=-]{20,}/, // signed cookie of Express
  /[MNO][A-Za-z\d]{23,27}\.[\w-]{6}\.[\w-]{27,}/, // Discord
  /pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/, // Airtable
  /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{50,}/, // Terraform Cloud
];

const SHAPES = new RegExp(
  `${anyOf(PREFIXED)}|${START}(?:${anyOf(AT_WORD_START)})|${RUN_START}(?:${anyOf(DOTTED)})`,
  'g',
);
const WEBHOOK =
  /(?:hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/\d{1,25}\/)([\w/-]{8,})/g;
const AWS_KEY_ID = /(?:AKIA|ASIA)[0-9A-Z]{16}/;
const AWS_SECRET =
  /(?<![A-Za-z0-9+/])(?=[A-Za-z0-9+/]{0,39}[a-z])(?=[A-Za-z0-9+/]{0,39}[A-Z])(?=[A-Za-z0-9+/]{0,39}\d)[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/g;
const SCHEME = /(?<![\w-])(bearer|basic|negotiate|ntlm|token|apikey)[ \t]+([\w.~+/-]{6,}={0,2})/gi;
const DIGEST_RESPONSE = /\bresponse=\\*["']?([0-9a-f]{32,128})/gi;
const SIGV4 = /\bSignature=([0-9a-f]{64})/g;
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const PUTTY_KEY = /Private-Lines: \d+\r?\n((?:[A-Za-z0-9+/=]+\r?\n)*[A-Za-z0-9+/=]+)(?![^\r\n])/g;

/** Whether a text may hold a credential with a shape of its own. Quick: one pass. */
export function hasShape(text: string): boolean {
  return text.search(SHAPES) !== -1;
}

/** The credentials in a text that are recognised by their own shape, whatever stands around them. */
export function shapeEdits(text: string): Edit[] {
  const edits: Edit[] = [];
  for (const match of text.matchAll(SHAPES)) edits.push(whole(match));
  for (const match of text.matchAll(SCHEME)) if (isSchemeToken(match, text)) edits.push(lastGroup(match));
  if (text.includes('/')) for (const match of text.matchAll(WEBHOOK)) edits.push(lastGroup(match));
  if (AWS_KEY_ID.test(text)) for (const match of text.matchAll(AWS_SECRET)) edits.push(whole(match));
  if (text.includes('AWS4-HMAC')) for (const match of text.matchAll(SIGV4)) edits.push(lastGroup(match));
  if (/digest/i.test(text)) for (const match of text.matchAll(DIGEST_RESPONSE)) edits.push(lastGroup(match));
  if (text.includes('PRIVATE KEY')) addPrivateKeys(text, edits);
  if (text.includes('Private-Lines')) for (const match of text.matchAll(PUTTY_KEY)) edits.push(lastGroup(match));
  return edits;
}

/** "Bearer x" is a credential, "Bearer authentication" and the challenge `Bearer realm="x"` are not. */
function isSchemeToken(match: RegExpMatchArray, text: string): boolean {
  const [found, scheme = '', token = ''] = match;
  const next = text[(match.index ?? 0) + found.length];
  if (token.endsWith('=') && (next === '"' || next === '\\' || next === "'")) return false;
  if (next === '=' || next === ':') return false;
  switch (scheme.toLowerCase()) {
    case 'basic':
      return isBasicCredential(token);
    case 'negotiate':
    case 'ntlm':
      return token.length >= 24 || /^(?:YII|TlRM|oY|oR)/.test(token);
    case 'bearer':
      return /\d/.test(token) || (token.length >= 20 && /[a-z][A-Z]/.test(token));
    default:
      return (
        token.length >= 16 && /\d/.test(token) && /[A-Za-z]/.test(token) && !token.includes('/') && !isNamed(token)
      );
  }
}

/** `token gpt-4-turbo-2024-04-09` and a UUID are names. */
function isNamed(token: string): boolean {
  return (
    /^[A-Za-z]*(?:[-_.](?:[A-Za-z]+|\d+))*$/.test(token) || /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(token)
  );
}

/** The lines between BEGIN and END (RFC 7468) go; without an END everything after BEGIN does. */
function addPrivateKeys(text: string, edits: Edit[]): void {
  let end = 0;
  for (const match of text.matchAll(PRIVATE_KEY)) {
    const start = (match.index ?? 0) + match[0].length;
    if (start < end) continue;
    const next = text.indexOf('-----END', start);
    end = next === -1 ? text.length : next;
    if (text.slice(start, end).replaceAll(REDACTED, '').trim() !== '') edits.push({ start, end });
  }
}

function whole(match: RegExpMatchArray): Edit {
  const start = match.index ?? 0;
  return { start, end: start + match[0].length };
}

/** The last group of these patterns ends where the match ends. */
function lastGroup(match: RegExpMatchArray): Edit {
  const end = (match.index ?? 0) + match[0].length;
  return { start: end - (match.at(-1)?.length ?? 0), end };
}

function anyOf(patterns: readonly RegExp[]): string {
  return patterns.map(({ source }) => source).join('|');
}
