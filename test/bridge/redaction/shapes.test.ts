import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../../src/bridge/redaction/index.js';
import { AWS_ID, alnum, GITHUB, hex, JWT, PEM, PEM_BEGIN, PEM_END } from './made-up.js';

/** Tokens as their makers document them; each stands in a sentence, in a list, in a URL path and alone. */
const TOKENS: readonly (readonly [maker: string, token: string])[] = [
  ['GitHub ghp_', GITHUB],
  ['GitHub gho_', `gho_${alnum(36)}`],
  ['GitHub ghu_', `ghu_${alnum(36)}`],
  ['GitHub ghs_', `ghs_${alnum(36)}`],
  ['GitHub ghr_', `ghr_${alnum(36)}`],
  ['GitHub fine-grained', `github_pat_${alnum(22)}_${alnum(59)}`],
  ['GitLab', `glpat-${alnum(20)}`],
  ['OpenAI', `sk-${alnum(48)}`],
  ['OpenAI project', `sk-proj-${alnum(40)}-_${alnum(20)}`],
  ['Anthropic', `sk-ant-api03-${alnum(60)}-AA`],
  ['OpenRouter', `sk-or-v1-${hex(64)}`],
  ['Slack bot', `xoxb-123456789012-123456789012-${alnum(24)}`],
  ['Slack user', `xoxp-123456789012-${alnum(24)}`],
  ['Slack app', `xapp-1-A0123456789-1234567890-${hex(64)}`],
  ['AWS key id', AWS_ID],
  ['AWS temporary key id', ['AS', 'IA', 'EXAMPLE123456789'].join('')],
  ['Google API key', `AIza${alnum(35)}`],
  ['Google access token', `ya29.${alnum(60)}`],
  ['Google client secret', `GOCSPX-${alnum(28)}`],
  ['Stripe secret', `sk_live_${alnum(24)}`],
  ['Stripe restricted', `rk_live_${alnum(24)}`],
  ['Stripe webhook', `whsec_${alnum(32)}`],
  ['npm', `npm_${alnum(36)}`],
  ['PyPI', `pypi-AgEIcHlwaS5vcmc${alnum(60)}`],
  ['Hugging Face', `hf_${alnum(34)}`],
  ['DigitalOcean', `dop_v1_${hex(64)}`],
  ['Twilio', `SK${hex(32)}`],
  ['SendGrid', `SG.${alnum(22)}.${alnum(43)}`],
  ['Mailgun', `key-${hex(32)}`],
  ['Mailchimp', `${hex(32)}-us12`],
  ['Telegram', `1234567890:AA${alnum(33)}`],
  ['Discord', `M${alnum(23)}.${alnum(6)}.${alnum(27)}`],
  ['Databricks', `dapi${hex(32)}`],
  ['Vault', `hvs.${alnum(24)}`],
  ['Shopify', `shpat_${hex(32)}`],
  ['Linear', `lin_api_${alnum(40)}`],
  ['LangSmith', `lsv2_pt_${hex(32)}_${hex(10)}`],
  ['Groq', `gsk_${alnum(52)}`],
  ['Docker Hub', `dckr_pat_${alnum(27)}`],
  ['Grafana', `glsa_${alnum(32)}_${hex(8)}`],
  ['Tailscale', `tskey-auth-${alnum(16)}-${alnum(16)}`],
  ['Airtable', `pat${alnum(14)}.${hex(64)}`],
  ['Entra client secret', `abc8Q~${alnum(34)}`],
  ['JWT', JWT],
  ['JWE', ['eyJhbGciOiJSU0EifQ', alnum(40), alnum(16), alnum(20), alnum(22)].join('.')],
  ['signed cookie of Express', `s%3A${alnum(32)}.${alnum(43)}`],
  ['age', `AGE-SECRET-KEY-1${alnum(58).toUpperCase()}`],
  ['bcrypt', `$2b$12$${alnum(53)}`],
];

describe('tokens that are known by their shape', () => {
  const { text, value } = createRedactor();

  test.each(TOKENS)('%s', (_maker, token) => {
    expect(text(token)).toBe('[redacted]');
    expect(text(`the server said ${token} is wrong`)).toBe('the server said [redacted] is wrong');
    expect(text(`(${token}),`)).toBe('([redacted]),');
    expect(text(`https://api.example.com/v1/x?page=2&q=${token}#top`)).toBe(
      'https://api.example.com/v1/x?page=2&q=[redacted]#top',
    );
    expect(value({ note: [`see ${token}`] })).toEqual({ note: ['see [redacted]'] });
    expect(value({ [token]: 1 })).toEqual({ '[redacted]': 1 });
    expect(text(JSON.stringify(JSON.stringify({ note: token })))).toBe(
      JSON.stringify(JSON.stringify({ note: '[redacted]' })),
    );
  });

  test('keys that become alike stay apart', () => {
    expect(value({ [GITHUB]: 1, [`${GITHUB}x`]: 2 })).toEqual({ '[redacted]': 1, '[redacted] 2': 2 });
  });

  test('a private key loses what is between its lines', () => {
    const expected = `${PEM_BEGIN}[redacted]${PEM_END}`;
    expect(text(PEM)).toBe(expected);
    expect(text(`a\n${PEM}\nb`)).toBe(`a\n${expected}\nb`);
    expect(value({ file: PEM })).toEqual({ file: expected });
    expect(text(PEM.slice(0, 80))).toBe(`${PEM_BEGIN}[redacted]`);
  });

  test('webhooks lose their secret path', () => {
    expect(text(`https://hooks.slack.com/services/T00000000/B00000000/${alnum(24)}`)).toBe(
      'https://hooks.slack.com/services/[redacted]',
    );
    expect(text(`https://discord.com/api/webhooks/123456789012345678/${alnum(60)}`)).toBe(
      'https://discord.com/api/webhooks/123456789012345678/[redacted]',
    );
  });

  test('the shortest token is seen', () => {
    expect(text('eyJabcde..')).toBe('[redacted]');
  });

  test('a name is looked at once, one with a token each time', () => {
    const redactor = createRedactor();
    for (const _ of [1, 2]) {
      expect(redactor.name('search_orders')).toBe('search_orders');
      expect(redactor.name(`run ${GITHUB}`)).toBe('run [redacted]');
    }
    expect(redactor.count).toBe(2);
  });
});
