import { type Edit, lastGroup, REDACTED } from './edits.js';
import type { KeyRules } from './key-rules.js';
import { isProse, isProseWord } from './prose.js';
import { isHarmless } from './secret-shape.js';
import { ValueReader } from './text-value.js';

const FLAG = /(?<![\w\]-])--?([A-Za-z][\w-]{2,60})[ \t]+(?![-&|;>])/g;
/** Keys and values without a separator of their own: ENV of a Dockerfile, `config set`, multipart forms, XML attributes. */
const SPACED = [
  { literal: 'ENV', pattern: /^[ \t]*ENV[ \t]+(\w{1,80})[ \t]+([^\s=][^\r\n]*)/gm },
  { literal: 'set', pattern: /\bsetx?[ \t]+([\w.:/@-]{1,80})[ \t]+["']?([^\s"'=]+)/g },
  {
    literal: 'name=',
    pattern: /\bname=\\?["']([\w.-]{1,80})\\?["'](?:\r?\n[^\r\n]{1,200})?\r?\n\r?\n([^\r\n]+)/g,
  },
  { literal: 'value=', pattern: /\b(?:name|key)=["']([^"'<>]{1,80})["'][^<>\r\n]{0,200}?\bvalue=["']([^"'<>]*)/gi },
];
const NETRC_START = /\bmachine\s|^default\s/m;
const NETRC = /\b(?:login|account|user)\s+\S+\s+password\s+(\S+)/g;
/** A password that a command reads from its standard input. */
const PIPED =
  /\b(?:echo|printf)[ \t]+(?:-\w[ \t]+)?["']?([^\s"'|]{1,500})(?=["']?[ \t]*\|[^|\r\n]*(?:-stdin\b|sudo -S|--with-token))/g;
const HTTP_CLIENT = /(?:^|[\s;|&`(])(?:curl|wget|https?|xh|ftp)\s/;
const USER_PASSWORD =
  /(?:^|\s)(?:-u|-U|--user|--proxy-user)(?:=|[ \t]*)\\*["']?([^\s:"'\\]{0,200}):([^\s"'\\]{1,500})/g;
/** The cookies of curl, which are a file's name when they have no equals sign: the whole of a quoted text, else one word. */
const COOKIES = /\s-b[ \t]*(?:\\*["'])?((?<=["'])[^"'\\=]+=[^"'\\]*|[^\s"'\\=;|&]+=[^\s"'\\;|&]*)/g;
/** Commands and their own short flags for secrets. That of mysql has no space: `mysql -p db` asks for the password. */
const SHORT_FLAGS: readonly { readonly command: RegExp; readonly flag: RegExp }[] = [
  { command: /\b(?:mysql\w*|mariadb\w*)\b/, flag: /\s-p(['"]?)([^\s'"]+)/g },
  { command: /\bsshpass\b/, flag: /\s-p ?(['"]?)([^\s'"]+)/g },
  {
    command: /\b(?:docker|podman|nerdctl|helm|az|oc|buildah|skopeo) (?:\w+ )?login\b/,
    flag: /\s-p ?(['"]?)([^\s'"]+)/g,
  },
  { command: /\bredis-cli\b/, flag: /\s-a ?(['"]?)([^\s'"]+)/g },
  { command: /\bldap\w+\b/, flag: /\s-w ?(['"]?)([^\s'"]+)/g },
  { command: /\b(?:mongo\w*|twine|sqlcmd|vncviewer)\b/, flag: /\s-[pP] ?(['"]?)([^\s'"]+)/g },
  { command: /\bgh secret set\b/, flag: /\s(?:-b|--body)[ =](['"]?)([^\s'"]+)/g },
  { command: /\b(?:zip|unzip|7z)\b/, flag: /\s-[pP] ?(['"]?)([^\s'"]+)/g },
];

/** Secrets in the arguments of commands: `--password x`, `curl -u user:x`, `mysql -px`, and in forms without separators. */
export function commandEdits(text: string, rules: KeyRules): Edit[] {
  const edits = [
    flagEdits(text, rules),
    spacedEdits(text, rules),
    text.includes('|') ? Array.from(text.matchAll(PIPED), lastGroup) : [],
    NETRC_START.test(text) ? Array.from(text.matchAll(NETRC), lastGroup) : [],
    HTTP_CLIENT.test(text) ? [...userPasswordEdits(text), ...Array.from(text.matchAll(COOKIES), lastGroup)] : [],
    SHORT_FLAGS.some(({ command }) => command.test(text)) ? shortFlagEdits(text) : [],
  ].flat();
  return edits.filter(({ start }) => !text.startsWith(REDACTED, start));
}

function flagEdits(text: string, rules: KeyRules): Edit[] {
  const edits: Edit[] = [];
  const reader = new ValueReader(text);
  for (const match of text.matchAll(FLAG)) {
    const rule = rules.of(`--${match[1]}`);
    if (rule === undefined) continue;
    const at = match.index + match[0].length;
    const value = reader.quoted(at) ?? reader.bare(at);
    if (value === undefined || isProse(text, at) || !rule.takes(text.slice(value.start, value.end))) continue;
    edits.push({ start: value.start, end: value.end });
  }
  return edits;
}

function userPasswordEdits(text: string): Edit[] {
  return Array.from(text.matchAll(USER_PASSWORD))
    .filter(([, , password = '']) => !isHarmless(password))
    .map(lastGroup);
}

function spacedEdits(text: string, rules: KeyRules): Edit[] {
  const edits: Edit[] = [];
  for (const { literal, pattern } of SPACED) {
    if (!text.includes(literal)) continue;
    for (const match of text.matchAll(pattern)) {
      const [, key = '', value = ''] = match;
      if (rules.of(key)?.takes(value) && !isProseWord(value)) edits.push(lastGroup(match));
    }
  }
  return edits;
}

function shortFlagEdits(text: string): Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  for (const part of text.split(/([\r\n;|&])/)) {
    for (const { command, flag } of SHORT_FLAGS) {
      const start = part.search(command);
      if (start === -1) continue;
      for (const match of part.slice(start).matchAll(flag)) {
        const found = lastGroup(match);
        edits.push({ start: at + start + found.start, end: at + start + found.end });
      }
    }
    at += part.length;
  }
  return edits;
}
