import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../../src/bridge/redaction/index.js';
import { AWS_ID, AWS_SECRET, alnum, BASIC, GITHUB, hex, JWT, PASSWORD, PEM } from './made-up.js';

const P = PASSWORD;
const T = alnum(32);

/** [what it is, the text, the text without its credentials] */
const TEXTS: readonly (readonly [what: string, input: string, output: string])[] = [
  // headers
  ['Authorization', `Authorization: Bearer ${T}`, 'Authorization: Bearer [redacted]'],
  ['a short bearer token in its header', 'authorization: bearer abc', 'authorization: bearer [redacted]'],
  ['Basic', `Authorization: Basic ${BASIC}`, 'Authorization: Basic [redacted]'],
  ['Basic without its header', `sent Basic ${BASIC} again`, 'sent Basic [redacted] again'],
  ['Bearer without its header', `got 401 for Bearer ${T}`, 'got 401 for Bearer [redacted]'],
  ['Negotiate', `Proxy-Authorization: Negotiate YII${T}==`, 'Proxy-Authorization: Negotiate [redacted]'],
  [
    'Digest',
    `Authorization: Digest username="bob", realm="r", response="${hex(32)}"\r\nHost: x`,
    'Authorization: [redacted]\r\nHost: x',
  ],
  [
    'AWS signature 4',
    `AWS4-HMAC-SHA256 Credential=${AWS_ID}/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=${hex(64)}`,
    'AWS4-HMAC-SHA256 Credential=[redacted], SignedHeaders=host, Signature=[redacted]',
  ],
  ['Cookie', `Cookie: sid=${T}; theme=dark\nAccept: */*`, 'Cookie: [redacted]\nAccept: */*'],
  ['Set-Cookie', `Set-Cookie: sid=${T}; Path=/; HttpOnly`, 'Set-Cookie: [redacted]'],
  ['X-Api-Key', `GET / HTTP/1.1\r\nX-Api-Key: ${T}\r\nHost: a`, 'GET / HTTP/1.1\r\nX-Api-Key: [redacted]\r\nHost: a'],
  ['X-Amz-Security-Token', `x-amz-security-token: ${T}`, 'x-amz-security-token: [redacted]'],
  ['Ocp-Apim-Subscription-Key', `Ocp-Apim-Subscription-Key: ${hex(32)}`, 'Ocp-Apim-Subscription-Key: [redacted]'],
  ['a scheme of its own', `Authorization: Custom ${T} more`, 'Authorization: [redacted]'],
  // commands
  [
    'curl -H',
    `curl -H "Authorization: Bearer ${T}" https://a.example`,
    'curl -H "Authorization: Bearer [redacted]" https://a.example',
  ],
  ['curl -H, key', `curl -H 'X-Api-Key: ${T}' -X POST`, "curl -H 'X-Api-Key: [redacted]' -X POST"],
  ['curl -H, cookie', `curl -H 'Cookie: a=b; c=d' x`, "curl -H 'Cookie: [redacted]' x"],
  ['curl -u', `curl -s -u bob:${P} https://a.example`, 'curl -s -u bob:[redacted] https://a.example'],
  ['curl --user', `curl --user "bob:${P}" x`, 'curl --user "bob:[redacted]" x'],
  ['curl -d', `curl -d '{"password":"${P}"}' x`, `curl -d '{"password":"[redacted]"}' x`],
  [
    'curl -d, form',
    `curl -d "grant_type=password&password=${T}&scope=a" x`,
    'curl -d "grant_type=password&password=[redacted]&scope=a" x',
  ],
  ['--password', `login --user bob --password ${P} --verbose`, 'login --user bob --password [redacted] --verbose'],
  ['--password=', `login --password=${P} --verbose`, 'login --password=[redacted] --verbose'],
  ['--token', `gh auth login --token ${T}`, 'gh auth login --token [redacted]'],
  ['--api-key in quotes', `tool --api-key "${P} x" -v`, 'tool --api-key "[redacted]" -v'],
  ['mysql -p', `mysql -u root -p${T} shop`, 'mysql -u root -p[redacted] shop'],
  ['sshpass', `sshpass -p ${T} ssh bob@host`, 'sshpass -p [redacted] ssh bob@host'],
  ['docker login', `docker login -u bob -p ${T} r.example`, 'docker login -u bob -p [redacted] r.example'],
  ['redis-cli', `redis-cli -h db -a ${T} ping`, 'redis-cli -h db -a [redacted] ping'],
  ['export', `export FOO_TOKEN=abc && run`, 'export FOO_TOKEN=[redacted] && run'],
  ['before a command', `PGPASSWORD=${T} psql -h db`, 'PGPASSWORD=[redacted] psql -h db'],
  ['PowerShell', `$env:API_KEY = "${P}"`, '$env:API_KEY = "[redacted]"'],
  ['Dockerfile', `FROM x\nENV API_KEY ${T}\nRUN y`, 'FROM x\nENV API_KEY [redacted]\nRUN y'],
  ['config set', `aws configure set aws_secret_access_key ${T}`, 'aws configure set aws_secret_access_key [redacted]'],
  ['a pipe', `echo ${P} | docker login --password-stdin`, 'echo [redacted] | docker login --password-stdin'],
  ['gh secret set', `gh secret set FOO --body "${T}"`, 'gh secret set FOO --body "[redacted]"'],
  ['--token, whatever it looks like', 'gh auth login --token=x', 'gh auth login --token=[redacted]'],
  [
    '--set',
    'helm install --set auth.password=abc,image.tag=1',
    'helm install --set auth.password=[redacted],image.tag=1',
  ],
  // files and dumps
  [
    'a Kubernetes secret',
    'kind: Secret\ndata:\n  user: Ym9i\ntype: Opaque\n---\nkind: ConfigMap\ndata:\n  user: Ym9i',
    'kind: Secret\ndata:\n  user: [redacted]\ntype: Opaque\n---\nkind: ConfigMap\ndata:\n  user: Ym9i',
  ],
  ['a PuTTY key', `Private-Lines: 1\n${T}\nPrivate-MAC: 1`, 'Private-Lines: 1\n[redacted]\nPrivate-MAC: 1'],
  [
    'env',
    `HOME=/home/bob\nOPENAI_API_KEY=${T}\nSHELL=/bin/sh`,
    'HOME=/home/bob\nOPENAI_API_KEY=[redacted]\nSHELL=/bin/sh',
  ],
  ['.env with signs', 'DB_PASSWORD=a,b;c&d(e\nPORT=1', 'DB_PASSWORD=[redacted]\nPORT=1'],
  ['.env in quotes', `DB_PASS="a b#c"\nPORT=1`, 'DB_PASS="[redacted]"\nPORT=1'],
  ['ini', `[db]\nuser = bob\npassword = ${P}\n`, '[db]\nuser = bob\npassword = [redacted]\n'],
  ['YAML', `db:\n  user: bob\n  password: ${P}\n  port: 1`, 'db:\n  user: bob\n  password: [redacted]\n  port: 1'],
  ['YAML with a comment', `password: ${T} # old\nport: 1`, 'password: [redacted] # old\nport: 1'],
  ['YAML words', 'passphrase: correct horse battery staple\nport: 1', 'passphrase: [redacted]\nport: 1'],
  ['YAML block', `private_key: |\n  ${T}\n  ${T}\nport: 1`, 'private_key: |\n  [redacted]\nport: 1'],
  ['YAML list', `api_keys:\n  - ${T}\n  - ${T}x\nport: 1`, 'api_keys:\n  [redacted]\nport: 1'],
  [
    'kubeconfig',
    `- name: a\n  user:\n    client-key-data: ${T}=\n    token: ${T}`,
    '- name: a\n  user:\n    client-key-data: [redacted]\n    token: [redacted]',
  ],
  ['netrc', `machine a.example login bob password ${T}`, 'machine a.example login bob password [redacted]'],
  ['npmrc', `//registry.example.com/:_authToken=${T}`, '//registry.example.com/:_authToken=[redacted]'],
  [
    'AWS credentials',
    `aws_access_key_id = ${AWS_ID}\naws_secret_access_key = ${AWS_SECRET}`,
    'aws_access_key_id = [redacted]\naws_secret_access_key = [redacted]',
  ],
  ['an AWS secret next to its id', `${AWS_ID} ${AWS_SECRET}`, '[redacted] [redacted]'],
  ['XML', `<user>bob</user><password>${P}</password>`, '<user>bob</user><password>[redacted]</password>'],
  ['XML, CDATA', '<secret><![CDATA[a<b]]></secret>', '<secret><![CDATA[[redacted]]]></secret>'],
  ['XML that was cut off', '<password>abc', '<password>[redacted]'],
  ['XML attributes', `<add key="ApiKey" value="${T}"/>`, '<add key="ApiKey" value="[redacted]"/>'],
  [
    'multipart form',
    `Content-Disposition: form-data; name="password"\r\n\r\n${P}\r\n--b`,
    'Content-Disposition: form-data; name="password"\r\n\r\n[redacted]\r\n--b',
  ],
  // connection strings
  ['postgres', `postgres://app:${T}@db.example:5432/x`, 'postgres://app:[redacted]@db.example:5432/x'],
  ['a password with reserved signs', 'postgres://app:a/b@c?d@db/x', 'postgres://app:[redacted]@db/x'],
  ['redis', `redis://:${T}@db:6379/0`, 'redis://:[redacted]@db:6379/0'],
  ['ADO', `Server=db;User Id=sa;Password=${P};Encrypt=true`, 'Server=db;User Id=sa;Password=[redacted];Encrypt=true'],
  [
    'Azure storage',
    `AccountName=a;AccountKey=${T}==;EndpointSuffix=x`,
    'AccountName=a;AccountKey=[redacted];EndpointSuffix=x',
  ],
  [
    'Service Bus',
    `Endpoint=sb://a/;SharedAccessKeyName=n;SharedAccessKey=${T}=`,
    'Endpoint=sb://a/;SharedAccessKeyName=n;SharedAccessKey=[redacted]',
  ],
  ['libpq', `host=db user=bob password=${T} dbname=x`, 'host=db user=bob password=[redacted] dbname=x'],
  ['JDBC', `jdbc:mysql://db/x?user=bob&password=${T}`, 'jdbc:mysql://db/x?user=bob&password=[redacted]'],
  ['without a scheme', `bob:${P}@db.example:5432`, 'bob:[redacted]@db.example:5432'],
  [
    'a scheme with a plus',
    `MONGODB_URI=mongodb+srv://u:${T}@c.example/x`,
    'MONGODB_URI=mongodb+srv://u:[redacted]@c.example/x',
  ],
  // URLs
  ['query of short names', 'https://a.example/?api_key=abc&q=x', 'https://a.example/?api_key=[redacted]&q=x'],
  ['a token of any shape', 'https://a.example/?token=abc', 'https://a.example/?token=[redacted]'],
  ['query', `https://a.example/x?access_token=${T}&page=2`, 'https://a.example/x?access_token=[redacted]&page=2'],
  [
    'fragment',
    `https://a.example/cb#access_token=${T}&token_type=bearer`,
    'https://a.example/cb#access_token=[redacted]&token_type=bearer',
  ],
  [
    'Azure SAS',
    `https://a.example/b?sv=2024-01-01&sig=${T}%2B%3D&se=x`,
    'https://a.example/b?sv=2024-01-01&sig=[redacted]&se=x',
  ],
  [
    'S3',
    `https://b.s3.example/k?X-Amz-Credential=${AWS_ID}%2F2026&X-Amz-Date=20260101T000000Z&X-Amz-Security-Token=${T}&X-Amz-Signature=${hex(64)}`,
    'https://b.s3.example/k?X-Amz-Credential=[redacted]&X-Amz-Date=20260101T000000Z&X-Amz-Security-Token=[redacted]&X-Amz-Signature=[redacted]',
  ],
  ['OAuth code', `/callback?code=4/${T}&state=abc`, '/callback?code=[redacted]&state=abc'],
  ['a key', `https://maps.example/api?key=${T}&q=x`, 'https://maps.example/api?key=[redacted]&q=x'],
  ['a token as user', `https://${GITHUB}@github.com/a/b.git`, 'https://[redacted]@github.com/a/b.git'],
  [
    'encoded JSON',
    `https://a.example/?q=${encodeURIComponent(JSON.stringify({ password: P }))}`,
    'https://a.example/?q=[redacted]',
  ],
  [
    'Telegram',
    `https://api.telegram.org/bot1234567890:AA${alnum(33)}/sendMessage`,
    'https://api.telegram.org/[redacted]/sendMessage',
  ],
  [
    'a challenge that quotes a token',
    `WWW-Authenticate: Bearer realm="a", error="invalid_token", error_description="token ${T} expired"`,
    'WWW-Authenticate: Bearer realm="a", error="invalid_token", error_description="token [redacted] expired"',
  ],
  ['a challenge with a ticket', `WWW-Authenticate: Negotiate oYG2${T}`, 'WWW-Authenticate: Negotiate [redacted]'],
  // code
  ['Python', `client = Client(api_key="${P}", timeout=3)`, 'client = Client(api_key="[redacted]", timeout=3)'],
  ['a typed constant', `const apiKey: string = "${P}";`, 'const apiKey: string = "[redacted]";'],
  ['an index', `os.environ["API_KEY"] = '${P}'`, `os.environ["API_KEY"] = '[redacted]'`],
  ['Ruby', `{ 'password' => '${P}' }`, `{ 'password' => '[redacted]' }`],
  [
    'a dictionary',
    `{'user': 'bob', 'password': '${P}', 'pin': 1234}`,
    `{'user': 'bob', 'password': '[redacted]', 'pin': '[redacted]'}`,
  ],
  ['a tuple', `[('user', 'bob'), ('password', '${P}')]`, `[('user', 'bob'), ('password', '[redacted]')]`],
  ['a call', `req.setHeader("X-Api-Key", "${T}")`, 'req.setHeader("X-Api-Key", "[redacted]")'],
  ['SQL', `CREATE USER bob IDENTIFIED BY '${P}'`, `CREATE USER bob IDENTIFIED BY '[redacted]'`],
  [
    'a stack trace',
    `Error: login failed (password=${T})\n    at f (a.js:1:2)`,
    'Error: login failed (password=[redacted])\n    at f (a.js:1:2)',
  ],
  // sentences
  ['is', `the password is ${P}`, 'the password is [redacted]'],
  ['to', `I set the api key to ${T}.`, 'I set the api key to [redacted].'],
  ['secret token', `the secret token is ${P}`, 'the secret token is [redacted]'],
  ['in quotes', `invalid password "${P}"`, 'invalid password "[redacted]"'],
  ['colon', `API key: ${T}`, 'API key: [redacted]'],
  // JSON
  ['JSON', `{"user": "bob", "password": "${P}", "n": 1.0}`, '{"user": "bob", "password": "[redacted]", "n": 1.0}'],
  ['JSON, number', '{"password": 1234}', '{"password": "[redacted]"}'],
  [
    'JSON, object',
    '{"credentials": {"a": [1, "b"]}, "n": 10000000000000000000000}',
    '{"credentials": "[redacted]", "n": 10000000000000000000000}',
  ],
  ['JSON, same key twice', '{"password":"a1","password":null}', '{"password":"[redacted]","password":null}'],
  ['JSON, escaped key', '{"p\\u0061ssword":"a1"}', '{"p\\u0061ssword":"[redacted]"}'],
  ['JSON that was cut off', `{"user":"bob","password":"${P}`, '{"user":"bob","password":"[redacted]'],
  ['JSON that was cut off, object', '{"n":1,"credentials":{"a":"b', '{"n":1,"credentials":"[redacted]"'],
  [
    'escaped JSON that was cut off',
    `{"a":"{\\"password\\":\\"${P}\\",\\"n\\":1}`,
    '{"a":"{\\"password\\":\\"[redacted]\\",\\"n\\":1}',
  ],
  ['JSON Lines', `{"a":1}\n{"password":12}\n{"b":2}`, '{"a":1}\n{"password":"[redacted]"}\n{"b":2}'],
  [
    'server-sent event',
    `data: {"headers":[{"name":"Authorization","value":"x1"}]}\n\n`,
    'data: {"headers":[{"name":"Authorization","value":"[redacted]"}]}\n\n',
  ],
  ['a key before JSON', 'credentials={"a":"b"} n=1', 'credentials=[redacted] n=1'],
];

describe('credentials in texts', () => {
  const { text, value } = createRedactor();

  test.each(TEXTS)('%s', (_what, input, output) => {
    expect(text(input)).toBe(output);
    expect(text(output)).toBe(output);
    expect(value({ log: [input] })).toEqual({ log: [output] });
    expect(JSON.parse(text(JSON.stringify({ log: input })))).toEqual({ log: output });
  });
});

/** [what it is, the value, the value without its credentials] */
const VALUES: readonly (readonly [what: string, input: object, output: object])[] = [
  ['a password', { user: 'bob', password: P }, { user: 'bob', password: '[redacted]' }],
  ['a number', { password: 1234, secret: 12n }, { password: '[redacted]', secret: '[redacted]' }],
  ['an object', { credentials: { a: 1 }, b: 1 }, { credentials: '[redacted]', b: 1 }],
  ['an array', { api_keys: ['a', 'b'] }, { api_keys: '[redacted]' }],
  ['bytes', { privateKey: new Uint8Array([1, 2]) }, { privateKey: '[redacted]' }],
  [
    'headers',
    { headers: { Authorization: `Bearer ${T}`, Accept: '*/*' } },
    { headers: { Authorization: '[redacted]', Accept: '*/*' } },
  ],
  [
    'an attribute',
    { 'http.request.header.authorization': ['Bearer x'] },
    { 'http.request.header.authorization': '[redacted]' },
  ],
  [
    'pairs',
    {
      h: [
        ['Cookie', 'a=b'],
        ['Accept', 'x'],
      ],
    },
    {
      h: [
        ['Cookie', '[redacted]'],
        ['Accept', 'x'],
      ],
    },
  ],
  [
    'raw headers',
    { rawHeaders: ['Host', 'x', 'X-Api-Key', 'k'] },
    { rawHeaders: ['Host', 'x', 'X-Api-Key', '[redacted]'] },
  ],
  ['name and value', [{ name: 'X-Api-Key', value: 'k' }], [{ name: 'X-Api-Key', value: '[redacted]' }]],
  ['key and value, value first', [{ value: 'k', key: 'DB_PASSWORD' }], [{ value: '[redacted]', key: 'DB_PASSWORD' }]],
  ['OTLP', [{ key: 'password', value: { stringValue: 'x' } }], [{ key: 'password', value: '[redacted]' }]],
  [
    'a form field',
    { element: 'Password textbox', ref: 'e1', text: P },
    { element: 'Password textbox', ref: 'e1', text: '[redacted]' },
  ],
  ['a selector', { selector: '#password', value: P }, { selector: '#password', value: '[redacted]' }],
  ['arguments', { args: ['--password', P, '--n', '1'] }, { args: ['--password', '[redacted]', '--n', '1'] }],
  [
    'arguments of curl',
    ['curl', '-u', `bob:${P}`, '-H', `X-Api-Key: ${T}`],
    ['curl', '-u', 'bob:[redacted]', '-H', 'X-Api-Key: [redacted]'],
  ],
  ['Docker', { auths: { 'r.example': { auth: BASIC } } }, { auths: { 'r.example': { auth: '[redacted]' } } }],
  ['a Kubernetes secret', { kind: 'Secret', data: { a: 'eA==' } }, { kind: 'Secret', data: '[redacted]' }],
  [
    'a service account',
    { type: 'service_account', private_key: PEM },
    { type: 'service_account', private_key: '[redacted]' },
  ],
  ['token that looks like one', { token: T, tokens: [JWT] }, { token: '[redacted]', tokens: ['[redacted]'] }],
  ['one-time code', { otp: '123456', pin: 1234 }, { otp: '[redacted]', pin: '[redacted]' }],
  [
    'any case',
    { APIKEY: 'a', 'api-key': 'b', aPi_KeY: 'c', 'x api key': 'd' },
    { APIKEY: '[redacted]', 'api-key': '[redacted]', aPi_KeY: '[redacted]', 'x api key': '[redacted]' },
  ],
  [
    'many names',
    {
      accessToken: 'a',
      refresh_token: 'b',
      clientSecret: 'c',
      passwd: 'd',
      pwd: 'e',
      passphrase: 'f',
      sessionToken: 'g',
      bearer: 'h',
      password2: 'i',
      SecretString: 'j',
    },
    Object.fromEntries(
      [
        'accessToken',
        'refresh_token',
        'clientSecret',
        'passwd',
        'pwd',
        'passphrase',
        'sessionToken',
        'bearer',
        'password2',
        'SecretString',
      ].map((key) => [key, '[redacted]']),
    ),
  ],
  [
    'the default in a schema',
    { properties: { password: { type: 'string', default: 'x1' } } },
    { properties: { password: { type: 'string', default: '[redacted]' } } },
  ],
  [
    'text in bytes',
    { file: new TextEncoder().encode('password=a1') },
    { file: new TextEncoder().encode('password=[redacted]') },
  ],
];

describe('credentials in values', () => {
  const { value, text } = createRedactor();

  test.each(VALUES)('%s', (_what, input, output) => {
    expect(value(input as never)).toEqual(output);
    expect(value(output as never)).toEqual(output);
    if (/bytes|number/.test(_what)) return;
    expect(JSON.parse(text(JSON.stringify(input)))).toEqual(output);
    expect(JSON.parse(JSON.parse(text(JSON.stringify(JSON.stringify(input)))))).toEqual(output);
  });
});
