import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../../src/bridge/redaction/index.js';
import { hex } from './made-up.js';

const UUID = '0e984725-c51c-4bf4-9960-e1c80e27aba0';

/** Texts without a credential, however much they speak of one. */
const TEXTS: readonly string[] = [
  'the secret of good pasta',
  'The secret is salt',
  'His secretary: Bob',
  'password: must be at least 8 characters',
  'Password is required',
  'your password was changed yesterday',
  'token is expired',
  'Invalid token: expected "," but got "}"',
  'error: password: field is missing',
  'Original token count: 1',
  'usage: login --password <password>',
  'use --password to set the password',
  'run with --token-file ./x and --password-stdin',
  'password=$PASSWORD',
  `password=$\{DB_PASSWORD}`,
  `"Authorization": \`Bearer $\{token}\``,
  'API_KEY={{ api_key }}',
  'const password = req.body.password;',
  'const token = getToken();',
  'api_key=os.environ["API_KEY"]',
  'apiKey: process.env.API_KEY,',
  'connect(user=user, password=password)',
  'interface Login { user: string; password: string; token?: string }',
  'def login(user: str, password: str = None) -> Token:',
  'if (password === "") throw new Error("no password")',
  'token = tokenizer.decode(ids)',
  'for (const token of tokens) count += token.length;',
  'cat: /etc/passwd: Permission denied',
  'deleted /etc/passwd',
  'bob ALL=(ALL) NOPASSWD: ALL',
  'PWD=/home/bob\nOLDPWD=/tmp',
  'docker run -u 1000:1000 -p 8080:80 mysql',
  'ssh -p 22 bob@host.example',
  'mysql -u root -p shop',
  'git clone git@github.com:a/b.git',
  'ssh://git@github.com/a/b.git',
  'mail bob@example.com about https://example.com/@bob',
  'http://localhost:8080/@scope/package',
  'https://example.com/?page_token=abc&key=ArrowUp&code=404',
  'https://[2001:db8::7]:8443/a@b',
  'postgres://db.example:5432/shop',
  'WWW-Authenticate: Bearer realm="files", error="invalid_token", scope="files:read"',
  'Bearer error="insufficient_scope", scope="files:write", resource_metadata="https://files.example.com/x"',
  'WWW-Authenticate: Basic realm="x", charset="UTF-8"',
  'Bearer authentication is required',
  'Basic information about tokens',
  'Authorization: required',
  'a basic authentication scheme',
  'authorization_endpoint: https://a.example/authorize',
  `commit ${hex(40)}`,
  `trace ${hex(32)} span ${hex(16)}`,
  `id ${UUID}`,
  `sha256:${hex(64)}`,
  'SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8 host key',
  `ETag: "${hex(32)}"`,
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGZha2VmYWtlZmFrZWZha2VmYWtlZmFrZWZha2U bob',
  '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQ\n-----END PUBLIC KEY-----',
  `data:image/png;base64,iVBORw0KGgo${'AbC1/+9z'.repeat(50)}=`,
  'price: $12.50, 3 keys, phone +1 555 0100',
  'risk-service-account-name and task-0123456789abcdef01234',
  'key: ArrowUp',
  'sort key: name, primary key: id, foreign key: user_id',
  'max_tokens=4096 temperature=0.2 total_tokens: 512',
  'nextPageToken: CAUQAA',
  'the passage of time: 3 hours, compass: north',
  'keyword: monkey, keynote=12, turkey: 3',
  'Tests: pass: 12, fail: 0',
  'cookie: chocolate',
  'see the cookie policy: https://example.com/cookies',
  'author: Ada, authority: none',
  '2026-01-01T00:00:00.000Z INFO key=value id=12',
  'model: gpt-4-turbo-2024-04-09, token: gpt-4-turbo-2024-04-09',
  '{"a": [1, 2, {"b": "c"}], "key": "d"}',
  '{"not json',
  'SyntaxError: Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON',
  'Error: secrets "db-creds-2024a" is forbidden: not found',
  'the token "cat" is unknown, KeyError: \'password\'',
  'Authentication failed: password authentication failed for user "postgres"',
  'kubectl get secret my-secret-v2 -o yaml',
  'curl -H "Authorization: Bearer $TOKEN" -u "$USER:$PASS" https://a.example',
  'password = input("Password: ")',
  'api_key = config["api_key"]',
  'secret: new TextEncoder().encode(x)',
  'password: z.string().min(8)',
  'SELECT password FROM users WHERE token = ?',
  'GPG_KEY=E3FF2839C048B25C084DEBE9B26995E310250568',
  'WWW-Authenticate: Digest realm="a", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", qop="auth"',
  'mailto:bob@example.com?subject=keys',
  '"signature": "EqQBCkYIARgCKkDabc123def456ghi789"',
  '[redacted]',
];

/** Values without a credential. */
const VALUES: readonly (readonly [what: string, value: object])[] = [
  ['counts', { max_tokens: 4096, token_count: 3, total_tokens: 9, tokens: 12, prompt_tokens: 5, access_tokens: 2 }],
  ['words', { tokens: ['The', 'cat', '##s'], token: 'cat', tokenizer: 'cl100k_base' }],
  [
    'places in lists',
    { next_page_token: 'CAUQAA', pageToken: 'abc123def456ghi', cursor: 'eyJpZCI6MX0', syncToken: 'a1b2c3d4e5f6g7' },
  ],
  ['progress', { _meta: { progressToken: UUID } }],
  [
    'switches',
    { password: true, secret: false, api_key: null, password_required: true, has_token: 'yes', token: false },
  ],
  [
    'settings',
    { password_policy: 'strong', passwordLength: 12, password_min_length: 8, secret_name: 'db', token_type: 'Bearer' },
  ],
  [
    'words under secret keys',
    { password: 'required', api_key: '', secret: '<secret>', token: 'none', credentials: 'include' },
  ],
  ['references', { password: '$DB_PASSWORD', api_key: `$\{{ secrets.KEY }}`, secret: '{{ secret }}' }],
  ['masks', { password: '********', api_key: 'YOUR_API_KEY', secret: '[hidden]' }],
  [
    'OAuth metadata',
    {
      authorization_endpoint: 'https://a/x',
      token_endpoint: 'https://a/y',
      token_endpoint_auth_methods_supported: ['none'],
    },
  ],
  ['people', { author: 'Ada', secretary: 'Bob', authority: 'c' }],
  ['public keys', { public_key: 'ssh-ed25519 AAAA', publicKey: 'abc123def456ghi' }],
  [
    'keys of tables',
    { idempotency_key: UUID, foreign_key: 'user_id', primary_key: 'id', sort_key: 'a1', cache_key: 'a1b2c3d4e5f6g7h8' },
  ],
  ['key', { key: 'ArrowUp', keys: ['Control', 'c'], keyword: 'x', monkey: 'y' }],
  [
    'sessions of an agent',
    { 'session.id': UUID, sessionId: UUID, session_id: 'abc123def456ghi', conversation_id: UUID },
  ],
  [
    'a schema',
    {
      type: 'object',
      properties: { password: { type: 'string', description: 'the password' }, token: { type: 'string' } },
      required: ['password', 'email'],
    },
  ],
  ['a schema without properties', { args: { password: { title: 'Password', type: 'string' } } }],
  ['names of fields', { fields: ['password', 'email'], sort: 'token' }],
  ['pins of a board', { pin: 13, pins: [1, 2], otp: true }],
  ['test reports', { pass: 12, fail: 0, bypass: 'x', compass: 'north', boarding_pass: 'A12' }],
  ['names of secrets', { secretKeyRef: { name: 'db', key: 'password' }, secretName: 'tls', password_file: '/run/x' }],
  ['auth by name', { auth: 'bearer', auth_type: 'oauth', authMethod: 'none' }],
  ['bytes', { image: new Uint8Array([137, 80, 78, 71]) }],
  ['nothing', { a: null, b: [], c: {}, secret: {}, tokens: [] }],
  ['numbers', { n: 10n ** 20n, f: 1.5, i: -3 }],
];

describe('look-alikes stay', () => {
  const redactor = createRedactor();

  test.each(TEXTS)('%s', (input) => {
    expect(redactor.text(input)).toBe(input);
    expect(redactor.url(input)).toBe(input);
    expect(redactor.value({ note: input })).toEqual({ note: input });
    expect(redactor.text(JSON.stringify({ note: input }))).toBe(JSON.stringify({ note: input }));
  });

  test.each(VALUES)('%s', (_what, input) => {
    expect(redactor.value(input as never)).toEqual(input);
  });

  test('and nothing was counted', () => {
    expect(redactor.count).toBe(0);
  });
});
