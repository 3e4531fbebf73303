import { type TextCase, testTexts } from './expect-redacted.js';
import { AWS_ID, AWS_SECRET, alnum, PASSWORD as P } from './made-up.js';

const T = alnum(32);

const TEXTS: readonly TextCase[] = [
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
];

testTexts('credentials in files and dumps', TEXTS);
