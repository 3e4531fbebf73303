import { type Edit, wholeMatch } from './edits.js';

/** A token that is known by its shape. Each sign is read a bounded number of times: no shape can be slow. */
interface Shape {
  /** A text in which this is not found has no such token. */
  readonly sign: RegExp;
  readonly pattern: RegExp;
}

/** Before a token stands no letter or digit of its own word; `%3D` and a written `\n` end a word too. */
const WORD_START = String.raw`(?:(?<!\w)|(?<=%[0-9A-Fa-f]{2}|\\[nrt]))`;
/** The same for shapes with hyphens in them, so that every run of signs is read once. */
const RUN_START = String.raw`(?:(?<![\w-])|(?<=%[0-9A-Fa-f]{2}|\\[nrt]))`;

const SHAPES: readonly Shape[] = [
  // Prefixes so telling that they are taken anywhere.
  shape(/gh[pousr]_/, /\w{20,}/), // GitHub
  shape(/github_pat_/, /\w{20,}/),
  shape(/gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-/, /[\w.-]{16,}/), // GitLab
  shape(/xox[a-z][-.]/, /(?:xox[a-z]-)?[\w-]{8,}/), // Slack
  shape(/xapp-/, /\d-[\w-]{8,}/),
  shape(/whsec_/, /[\w+/=]{12,}/), // Stripe webhooks
  shape(/pypi-/, /[\w-]{30,}/),
  shape(/do[opr]_v1_/, /[0-9a-f]{32,}/), // DigitalOcean
  shape(/GOCSPX-/, /[\w-]{16,}/), // Google OAuth client secret
  shape(/AGE-SECRET-KEY-/, /1[0-9A-Z]{20,}/),
  shape(/shp(?:at|ca|pa|ss)_/, /[0-9a-fA-F]{32}/), // Shopify
  shape(/lin_(?:api|oauth)_/, /\w{20,}/), // Linear
  shape(/lsv2_(?:pt|sk)_/, /\w{20,}/), // LangSmith
  shape(/dckr_[po]at_/, /[\w-]{20,}/), // Docker Hub
  shape(/sntry[su]_/, /[\w+/=-]{20,}/), // Sentry
  shape(/rubygems_/, /[0-9a-f]{40,}/),
  shape(/pscale_(?:tkn|oauth|pw)_/, /[\w.-]{20,}/), // PlanetScale
  shape(/sb(?:p|_secret)_/, /\w{20,}/), // Supabase
  shape(/tskey-/, /\w+-[\w-]{16,}/), // Tailscale
  shape(/PMAK-/, /[0-9a-f]{24}-[0-9a-f]{34}/), // Postman
  shape(/NRAK-/, /[0-9A-Z]{27}/), // New Relic
  shape(/figd_/, /[\w-]{30,}/), // Figma
  shape(/sq0(?:csp|atp)-/, /[\w-]{20,}/), // Square
  shape(/ATATT3x/, /[\w=-]{30,}/), // Atlassian
  shape(/\$(?:[156y]|2[abxy]|argon2(?:id?|d))\$/, /[\w./$=,+-]{20,}/), // password hashes: crypt, bcrypt, Argon2
  // Prefixes that could be the middle of a word or of base64.
  shape(/gl(?:sa|c)_/, /\w{20,}/, WORD_START), // Grafana
  shape(/sk-/, /(?:ant|proj|svcacct|admin|or-v1|lf|litellm|service)-[\w-]{8,}/, WORD_START), // Anthropic, OpenAI and others
  shape(/sk-/, /(?=[A-Za-z]*\d)[A-Za-z0-9]{20,}/, WORD_START), // OpenAI, older form
  shape(/[srp]k_(?:live|test)_/, /\w{8,}/, WORD_START), // Stripe
  shape(/A(?:KI|SI|BI|CC)A/, /[0-9A-Z]{16}(?!\w)/, WORD_START), // AWS access key ids
  shape(/AIza/, /[\w-]{35}(?!\w)/, WORD_START), // Google API key
  shape(/ya29\./, /[\w-]{16,}/, WORD_START), // Google access token
  shape(/1\/\/0/, /[\w-]{30,}/, WORD_START), // Google refresh token
  shape(/npm_/, /[A-Za-z0-9]{30,}/, WORD_START),
  shape(/hf_/, /[A-Za-z0-9]{30,}/, WORD_START), // Hugging Face
  shape(/gsk_/, /[A-Za-z0-9]{30,}/, WORD_START), // Groq
  shape(/xai-/, /[A-Za-z0-9]{40,}/, WORD_START),
  shape(/pplx-/, /[A-Za-z0-9]{40,}/, WORD_START), // Perplexity
  shape(/r8_/, /[A-Za-z0-9]{30,}/, WORD_START), // Replicate
  shape(/hv[sbr]\./, /[\w-]{20,}/, WORD_START), // Vault
  shape(/SK[0-9a-f]{8}/, /[0-9a-f]{24}(?!\w)/, WORD_START), // Twilio
  shape(/SG\./, /[\w-]{16,}\.[\w-]{16,}/, WORD_START), // SendGrid
  shape(/key-[0-9a-f]{8}/, /[0-9a-f]{24}(?!\w)/, WORD_START), // Mailgun
  around(/-us\d/, /[0-9a-f]{32}-us\d{1,2}(?!\w)/, WORD_START), // Mailchimp
  shape(/dapi/, /[0-9a-f]{32}/, WORD_START), // Databricks
  shape(/(?:ntn|secret)_/, /[A-Za-z0-9]{40,}/, WORD_START), // Notion
  around(/:AA/, /(?:bot)?\d{8,10}:AA[\w-]{33}(?![\w-])/, WORD_START), // Telegram
  around(/8Q~/, /\w{3}8Q~[\w~.-]{30,}/, WORD_START), // Microsoft Entra client secret
  // Parts joined by dots.
  shape(/eyJ/, /[\w-]{5,}\.[\w-]*\.[\w-]*(?:\.[\w-]*\.[\w-]*)?/, RUN_START), // JWT, JWE, signed cookies (RFC 7519, 7516)
  shape(/\.eJ/, /[\w-]{20,}\.[\w-]{5,8}\.[\w-]{20,}/, RUN_START), // compressed session cookie of Flask
  shape(/s(?::|%3A)[\w-]{12}/, /[\w-]*\.[\w+/%=-]{20,}/, RUN_START), // signed cookie of Express
  shape(/\b[MNO][A-Za-z\d]{23,27}\./, /[\w-]{6}\.[\w-]{27,}/), // Discord
  shape(/pat[A-Za-z0-9]{14}\./, /[0-9a-f]{64}/, RUN_START), // Airtable
  around(/\.atlasv1\./, /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{50,}/, RUN_START), // Terraform Cloud
];

/** All signs at once: one quick pass tells texts that have none. */
const ANY_SIGN = new RegExp(SHAPES.map(({ sign }) => sign.source).join('|'));
/** An AWS secret access key has no shape of its own; next to a key id, 40 signs of base64 with all kinds of letters are one. */
const AWS_KEY_ID = /A[KS]IA[0-9A-Z]{16}/;
const AWS_SECRET =
  /(?<![A-Za-z0-9+/])(?=[A-Za-z0-9+/]{0,39}[a-z])(?=[A-Za-z0-9+/]{0,39}[A-Z])(?=[A-Za-z0-9+/]{0,39}\d)[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/g;

/** Nearly all tokens have one of these signs before another; without, only a few shapes are left. Most words and sentences have neither. */
const SEPARATED = /[-_.:/$~%][\w/$.~+=-]|A(?:TATT3x|(?:KI|SI|BI|CC)A|Iza)|SK[0-9a-f]{8}|dapi/;
/** The shortest token of all shapes: a JWT of "eyJ", five more signs and two dots. */
const SHORTEST_TOKEN = 10;

/** Whether a text holds a credential with a shape of its own. */
export function hasShape(text: string): boolean {
  if (text.length < SHORTEST_TOKEN || !SEPARATED.test(text)) return false;
  return ANY_SIGN.test(text) && SHAPES.some(({ sign, pattern }) => sign.test(text) && text.search(pattern) !== -1);
}

/** The tokens in a text that are recognised by their own shape, whatever stands around them. */
export function shapeEdits(text: string): Edit[] {
  if (!ANY_SIGN.test(text)) return [];
  const patterns = SHAPES.filter(({ sign }) => sign.test(text)).map(({ pattern }) => pattern);
  if (AWS_KEY_ID.test(text)) patterns.push(AWS_SECRET);
  return patterns.flatMap((pattern) => Array.from(text.matchAll(pattern), wholeMatch));
}

/** A token that begins with its sign. */
function shape(sign: RegExp, rest: RegExp, start = ''): Shape {
  return around(sign, new RegExp(`${sign.source}${rest.source}`), start);
}

/** A token with its sign somewhere in it. */
function around(sign: RegExp, pattern: RegExp, start: string): Shape {
  return { sign, pattern: new RegExp(`${start}${pattern.source}`, 'g') };
}
