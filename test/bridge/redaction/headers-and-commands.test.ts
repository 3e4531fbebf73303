import { type TextCase, testTexts } from './expect-redacted.js';
import { AWS_ID, alnum, BASIC, hex, PASSWORD as P } from './made-up.js';

const T = alnum(32);

const TEXTS: readonly TextCase[] = [
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
  ['curl -b', `curl -b 'sid=${T}; theme=dark' x`, "curl -b '[redacted]' x"],
  ['curl -b, one word', `curl -bsid=${T} -o b x`, 'curl -b[redacted] -o b x'],
  ['curl -b, a file', 'curl -b jar.txt -d a=b x', 'curl -b jar.txt -d a=b x'],
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
];

testTexts('credentials in headers and commands', TEXTS);
