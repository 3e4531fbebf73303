import { type TextCase, testTexts } from './expect-redacted.js';
import { AWS_ID, alnum, GITHUB, hex, PASSWORD as P } from './made-up.js';

const T = alnum(32);

const TEXTS: readonly TextCase[] = [
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

testTexts('credentials in connection strings, URLs, code, sentences and JSON', TEXTS);
